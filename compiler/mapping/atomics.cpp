// atomics=always|elide: whether updates of several threads are atomic operations ([N] §IV-A).
//
// Elided, `x[w] min= d` is a load, a comparison and a store. Of two threads that store at a time one loses its value;
// the larger one may stay. Why the result is right nevertheless:
// - Nothing wrong comes in. What is stored is a value that was offered, made from values that elements really held, and
// it is
//   better than one that the element held; so no element gets better than the fixpoint or worse than at the beginning
//   (M).
// - What was lost is offered again. Who lost it does not know, so from its first activation on a node runs in every
// round
//   (R, O), and its run offers the same as before, or better: every offer is a reduction that nothing but the node's
//   own monotone elements decides about (Facts::offers_again).
// - It does not end early. Whoever stores activates the node, which raises the flag of the round. In a round without
// the
//   flag nothing was stored: all nodes looked at the same state and none had a better value to offer. That is the
//   fixpoint.
// - It ends, as every activation follows a change. In a round no thread stores a value that is no better than one it
// has seen there, so an element that is stored to
//   ends the round better than it began it. But it may need as many rounds as it has offers: the limit of rounds is
//   wider.
//
// Legal: `if dist[w] min= dist[v] + weight[e] { activate w }`. Illegal: `low[w] min= key[v]` without `activate w`,
// which could be lost in the last round; `level[w] = round`; a loop with `until`, which shows how far each round got;
// and a worklist, which has the nodes that have changed, but not the one that lost an update (test/run/elided_lists).
// A value of 16 bytes is no single store: two threads could leave a half each.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

bool is_wide(const Stmt* stmt) {
  return stmt->kind == StmtKind::Reduce && stmt->target->kind == ir::ExprKind::Element &&
         ir::takes_16_bytes(stmt->target->scalar);
}

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (auto refusal = refuse_until(plan, "how far a round gets is open without atomics")) return refusal;
  std::optional<Refusal> refusal = refuse_without(plan.facts.offers_again);
  if (!refusal) refusal = refuse_without(plan.facts.activates_changes);
  ir::walk(plan.region.body, [&](const Stmt* stmt) {
    if (!refusal && is_wide(stmt))
      refusal = wrong("an element of `" + stmt->target->symbol->name +
                          "` has 16 bytes, of which two threads could write a half each",
                      stmt->location);
  });
  return refusal;
}

void rewrite(LoopPlan& plan) {
  plan.lasting = true;
  plan.few_rounds = false;
  plan.stage()->repaired = true;
  plan.explanation.push_back(
      "atomics=elide: updates are no atomic operations; from its first activation on a node runs in every round, "
      "so that what got lost is offered again (R, O, M)");
}

}  // namespace

const Technique atomics_always{
    .key = "atomics",
    .form = "always",
    .source = "[N] §II-B",
    .summary = "elements that several threads update use atomic operations",
};

const Technique atomics_elide{
    .key = "atomics",
    .form = "elide",
    .source = "[N] §IV-A",
    .summary = "monotone updates without atomics: lost ones are repaired, as nodes run again until nothing changes",
    .needs = {Capability::PushDirection},
    // A list has nodes that have changed, and who lost an update has not.
    .sound_with = {Capability::AllNodes, Capability::UniformRounds},
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
