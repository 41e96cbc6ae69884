// update=eager|lazy: when a property is stored that a node gets once, with the same value as all others of the round.
// Lazy (S, A, L): only the bit of an activated node is set, and stays; other bits tell who had its value when the round
// began. When the new bits become the list of the next round, the property is stored, in the order of the nodes, and
// with it what else a node gets that is the same for the whole round; a flag is stored after the last one. A
// round that activates many nodes of a large graph writes and reads 32 times less at random. Where the loop begins with
// the property filled, it is not filled: all nodes without a bit get that value after the last round, so each element
// is written once. A loop that ends with an error leaves it as it is, as all results.
#include <fmt/ranges.h>

#include <algorithm>

#include "compiler/mapping/build.h"
#include "compiler/mapping/settled.h"

namespace maxwarp::mapping {
namespace {

using analysis::Settling;
using ir::Body;
using ir::Expr;
using ir::Stmt;
using ir::StmtKind;

std::string names_of(const std::vector<const Stmt*>& stores) {
  std::vector<std::string> names;
  for (const Stmt* store : stores) names.push_back("`" + store->target->symbol->name + "`");
  return fmt::format("{}", fmt::join(names, ", "));
}

// The condition asks the bits, and what waits is not stored. That is all that names the properties.
void ask_bits(LoopPlan& plan, Body& body, const Settling& settling, const ir::Symbol* reached) {
  std::erase_if(body, [&](const Stmt* stmt) {
    const auto waits = [&](const Stmt* store) { return store->target->symbol == stmt->target->symbol; };
    return stmt->kind == StmtKind::Store && std::ranges::any_of(settling.stores, waits);
  });
  for (Stmt* stmt : body) {
    if (stmt->condition)
      stmt->condition = ir::rewrite(plan.arena, stmt->condition, [&](const Expr* e) -> const Expr* {
        const bool joins = e->kind == ir::ExprKind::Binary && e->binary_op == ir::BinaryOp::And;
        const bool asks = !joins && ir::mentions(e, settling.property);
        return asks ? is_open(plan, reached, plan.arena.reference(settling.neighbor)) : nullptr;
      });
    ask_bits(plan, stmt->body, settling, reached);
    ask_bits(plan, stmt->other, settling, reached);
  }
}

// Whether nothing reads the property before the last round is over. A flag then equals its bit: a node that has a bit
// without having been activated had its flag before the rounds.
bool waits_for_the_end(const LoopPlan& plan, const Settling& settling) {
  const bool asked = !plan.rounds->body.empty() ||
                     (plan.rounds->condition && ir::mentions(plan.rounds->condition, settling.property));
  return settling.property->type.scalar == ir::Scalar::Bool && !asked;
}

// The stores, at node `item`.
Body stores_at(LoopPlan& plan, const std::vector<const Stmt*>& stores, const ir::Symbol* item) {
  Body late;
  for (const Stmt* store : stores) {
    late.push_back(plan.arena.stmt(StmtKind::Store, store->location));
    *late.back() = *store;
    late.back()->target = plan.arena.element(store->target->symbol, plan.arena.reference(item));
  }
  return late;
}

// Where the bits become the list, the nodes whose bits are new get what has waited for that.
void store_with_list(LoopPlan& plan, mapped::Stage* stage, Stmt* compact, const std::vector<const Stmt*>& stores,
                     const ir::Symbol* reached) {
  stage->purpose = stores.empty() ? "lists the nodes whose bits are new"
                                  : "stores " + names_of(stores) + " of the nodes whose bits are new, and lists them";
  stage->item = plan.arena.local("v", ir::Scalar::Node, ir::SymbolKind::LoopNode);
  compact->symbols = {reached};
  compact->value = plan.arena.reference(stage->item);
  compact->body = stores_at(plan, stores, stage->item);
}

// The store of the fill, at node `item`.
Stmt* fill_at(LoopPlan& plan, const Settling& settling, const ir::Symbol* item) {
  Stmt* fill = plan.arena.stmt(StmtKind::Store, settling.open->location);
  fill->target = plan.arena.element(settling.property, plan.arena.reference(item));
  fill->value = plan.facts.filled.value;
  return fill;
}

// All nodes that have a bit get what has waited for the last round; all others, what they got from no fill.
void store_at_end(LoopPlan& plan, const Settling& settling, const std::vector<const Stmt*>& stores) {
  const bool fills = plan.facts.filled.fact.holds;
  if (stores.empty() && !fills) return;
  const char* nodes = !fills           ? "the nodes whose bits are set"
                      : stores.empty() ? "the nodes whose bits are not set"
                                       : "all nodes, as their bits tell";
  mapped::Stage* stage = plan.program.stage(
      plan.region.name + "_finish",
      "stores " + (stores.empty() ? "`" + settling.property->name + "`" : names_of(stores)) + " of " + nodes);
  stage->location = plan.region.location;
  stage->source.kind = mapped::SourceKind::Nodes;
  stage->item = plan.arena.local("v", ir::Scalar::Node, ir::SymbolKind::LoopNode);
  Stmt* ask = plan.arena.stmt(StmtKind::If);
  ask->condition = is_open(plan, plan.settled, plan.arena.reference(stage->item));
  if (fills) ask->body = {fill_at(plan, settling, stage->item)};
  if (!stores.empty()) {
    ask->condition = plan.arena.negation(ask->condition);
    ask->other = std::exchange(ask->body, stores_at(plan, stores, stage->item));
  }
  stage->body = {ask};
  plan.finish.push_back(run(plan, stage));
}

void explain_fill(LoopPlan& plan, const Settling& settling) {
  const std::string name = "`" + settling.property->name + "`";
  const analysis::Fact& fact = plan.facts.filled.fact;
  plan.explanation.push_back(
      fact ? "update=lazy: " + name + " has no initial values; the nodes without a bit get theirs after the last round"
           : fmt::format("update=lazy: the initial values of {} stay, as {}", name, fact.why));
}

void rewrite(LoopPlan& plan) {
  const Settling settling = analysis::settling(*plan.rounds);
  const ir::Symbol* reached = make_storage(plan, "reached", mapped::StorageKind::Bits);
  plan.settled = reached;
  for (Way& way : plan.ways) ask_bits(plan, way.stage->body, settling, reached);
  std::vector<const Stmt*> with_list, at_end;
  for (const Stmt* store : settling.stores) {
    const bool waits = store->target->symbol == settling.property && waits_for_the_end(plan, settling);
    (waits ? at_end : with_list).push_back(store);
  }
  for (const mapped::Sequence* end : {&plan.way().after_round, &plan.after_ways.after_round})
    for (mapped::Stage* stage : stages_of(*end))
      for (Stmt* stmt : stage->body)
        if (stmt->kind == StmtKind::CompactBits) store_with_list(plan, stage, stmt, with_list, reached);
  store_at_end(plan, settling, at_end);
  if (plan.facts.filled.fact) plan.unfilled = settling.property;
  plan.start.push_back(clear_bits(plan, reached, " at first"));
  mark_settled(plan, settling, {reached, plan.next.marks});
  if (!with_list.empty())
    plan.explanation.push_back("update=lazy: " + names_of(with_list) +
                               " stored when the round is over; until then bits mark the nodes that have `" +
                               settling.property->name + "`");
  if (!at_end.empty())
    plan.explanation.push_back("update=lazy: " + names_of(at_end) +
                               " stored after the last round; until then it is a bit");
  explain_fill(plan, settling);
}

}  // namespace

const Technique update_eager{
    .key = "update",
    .form = "eager",
    .source = "[H] Fig. 2",
    .summary = "what the program stores is stored at once",
    .provides = {Capability::FreshValues},
};

const Technique update_lazy{
    .key = "update",
    .form = "lazy",
    .source = "beyond",
    .summary =
        "what a node gets once is stored when the round is over, in the order of the nodes; bits mark "
        "the nodes that have it",
    .trials = {"lazy"},
    .probes = {"lazy"},
    .built_for = {Capability::RoundBits},
    .refuse = refuse_unsettled,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
