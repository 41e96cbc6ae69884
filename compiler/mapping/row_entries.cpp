// Whether the worklist of a loop may have parts of the rows of its nodes as entries: pieces of them, or their edges.
#include "compiler/analysis/operator.h"
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// The neighbor loops of an operator, and its first effect outside of them.
struct Outline {
  std::vector<const Stmt*> loops;
  const Stmt* effect = nullptr;

  explicit Outline(const ir::Body& body) { add(body); }

 private:
  void add(const ir::Body& body) {
    for (const Stmt* stmt : body) {
      if (stmt->kind == StmtKind::NeighborLoop) {
        loops.push_back(stmt);
        continue;
      }
      if (!effect && analysis::is_effect(stmt)) effect = stmt;
      add(stmt->body);
      add(stmt->other);
    }
  }
};

}  // namespace

std::optional<Refusal> refuse_row_entries(const LoopPlan& plan, const std::string& entries) {
  if (auto refusal = refuse_cut(plan)) return refusal;
  const Outline outline(plan.stage()->body);
  if (plan.facts.in_phases || outline.effect)
    return not_yet("a node has no item of its own for what it does outside of its neighbor loop",
                   outline.effect ? outline.effect->location : plan.region.location);
  if (outline.loops.size() != 1)
    return not_yet("its worklist has the edges of one neighbor loop, and the operator has another one",
                   outline.loops.back()->location);
  if (plan.rounds->active)
    return not_yet("`until` asks how many nodes are active, and the length of its worklist is the number of " + entries,
                   plan.rounds->condition->location);
  if (const ir::Symbol* other = exchanged_in_round(plan))
    return not_yet("within a round its worklist takes turns with `" + other->name + "`, which has whole nodes",
                   plan.region.location);
  return std::nullopt;
}

}  // namespace maxwarp::mapping
