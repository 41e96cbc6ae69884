// dedup=mask|none|condense: nodes that are pushed several times in a round ([N] §VI-A, [R] §II-B). mask: a mark keeps a
// node from the list when it is there. none: it is on the list as often as it was pushed, and runs as often: only where
// R holds. condense: it is on the list as often as it was pushed, and once when the round has ended. Without the mask a
// list may overflow, as a node is pushed once for each way that leads there: who pushes leaves a mark, which costs no
// atomic operation, and `capacity` makes a list that has overflowed again from the marks. Where no node is activated
// twice in a round, none needs no mark, no room and no R: the list has every node once.
//
// Legal: `if level[w] min= round { activate w }; paths[w] += paths[v]`. Illegal: the same with `if level[w] == inf {
// level[w] = round; activate w }`, for two threads may find the node open, and it adds up its paths twice.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

// Null marks: every node is activated once, in its turn; there is nothing to do.
bool has_duplicates(const LoopPlan& plan) { return plan.next.marks != nullptr; }

// In order, a node is activated when its turn comes. Who runs nodes again that were not activated, or in groups, or in
// more than one thread, has more on its list.
bool lists_once(const LoopPlan& plan) {
  const parallel::Control& rounds = *plan.rounds;
  if (rounds.ordered) return true;
  const auto first = rounds.from.size() + rounds.from_all + (rounds.from_set != nullptr);
  return plan.facts.activated_once && first == 1 && !plan.lasting && plan.next.group == 1 &&
         !ir::contains(plan.stage()->body, StmtKind::Unroll);
}

// The marks go, unless rounds over all nodes ask them who acts.
void push_unmarked(LoopPlan& plan) {
  const ir::Symbol* marks = plan.next.marks;
  const bool asked = plan.active.marks != nullptr;
  for (mapped::Stage* stage : activating_stages(plan))
    replace_activations(plan, *stage, [&](Stmt* push, const Stmt* activated) {
      return asked ? ir::Body{mark(plan, activated, marks, stage->round), push} : ir::Body{push};
    });
  if (!asked) drop_next_marks(plan);
  plan.explanation.push_back("dedup=none: no node is activated twice in a round, so the worklist has each once");
}

void push_always(LoopPlan& plan) {
  for (mapped::Stage* stage : activating_stages(plan))
    replace_activations(plan, *stage, [&](Stmt* push, const Stmt* activated) {
      return ir::Body{mark(plan, activated, plan.next.marks, stage->round), push};
    });
  plan.next.repeats = true;
}

// Lists that may overflow are of a type of their own.
std::optional<Refusal> refuse_exchanged(const LoopPlan& plan) {
  const ir::Symbol* other = has_duplicates(plan) ? exchanged_in_round(plan) : nullptr;
  if (!other) return std::nullopt;
  return not_yet(
      "within a round its worklist takes turns with `" + other->name + "`, which has room for each node once",
      plan.region.location);
}

std::optional<Refusal> refuse_condense(const LoopPlan& plan) {
  if (has_duplicates(plan) && (plan.next.edges || plan.next.pieces))
    return not_yet("duplicates are told by their node, and its worklist has parts of rows", plan.region.location);
  return refuse_exchanged(plan);
}

// What a list does not hold, or holds but once.
std::optional<Refusal> refuse_repeated(const LoopPlan& plan) {
  if (plan.meets)
    return not_yet("a node that is on the list twice runs twice, and what its edges leave would be added up twice",
                   plan.region.location);
  if (plan.deferred && plan.next.group > 1)
    return not_yet(
        "the nodes of a group that is on the list twice are put off twice, to a list with room for each once",
        plan.region.location);
  if (plan.next.pieces)
    return not_yet("a node that is on the list twice has its pieces there twice, and the list has room for each once",
                   plan.region.location);
  return refuse_exchanged(plan);
}

// What is not built comes first, as it is refused where facts are not asked for, too.
std::optional<Refusal> refuse_none(const LoopPlan& plan) {
  if (!has_duplicates(plan) || lists_once(plan)) return std::nullopt;
  if (auto refusal = refuse_repeated(plan)) return refusal;
  if (plan.rounds->active)
    return wrong(
        "`until` asks how many nodes are active, and a node that is on the list twice would count twice; take "
        "`dedup=mask` or `condense`",
        plan.rounds->condition->location);
  if (ir::contains(plan.region.body, StmtKind::OpenTally))
    return wrong(
        "a node that is on the list twice runs twice at a time, and both count in its tally; take `dedup=mask` or "
        "`condense`",
        plan.region.location);
  const analysis::Fact& fact = plan.facts.repeatable;
  if (fact) return std::nullopt;
  const std::string why = "a node that is on the list twice runs twice, and " + fact.why +
                          "; take `dedup=mask` or `condense`";
  return fact.limit ? not_yet(why, fact.place) : wrong(why, fact.place);
}

void rewrite_none(LoopPlan& plan) {
  if (!has_duplicates(plan)) return;
  if (lists_once(plan)) return push_unmarked(plan);
  push_always(plan);
  for (mapped::Stage* stage : round_stages(plan)) stage->repeated = true;
  plan.explanation.push_back("dedup=none: a node is in the worklist, and runs, as often as it was activated");
}

// The nodes of `next`, each once, to `active`. Whoever is the first to put `number` into `claims` keeps the node.
mapped::Control* keep_one(LoopPlan& plan, const ir::Symbol* claims, const ir::Expr* number) {
  mapped::Stage* stage = plan.program.stage(plan.region.name + "_condense",
                                            "the worklist of the next round, without duplicates");
  stage->location = plan.region.location;
  stage->source.kind = mapped::SourceKind::Worklist;
  stage->source.list = plan.next.list;
  stage->source.count = plan.count;
  stage->item = plan.arena.local("v", ir::Scalar::Node, ir::SymbolKind::LoopNode);
  Stmt *claim = plan.arena.stmt(StmtKind::Claim), *push = plan.arena.stmt(StmtKind::Push);
  claim->value = push->value = plan.arena.reference(stage->item);
  claim->storage = claims;
  claim->target = number;
  push->storage = plan.active.list;
  push->reserve = ir::Reserve::Warp;
  claim->body = {push};
  stage->body = {claim};
  return run(plan, stage);
}

// What a round has pushed stays where it is; the list without duplicates takes the place of the last one.
void condense(LoopPlan& plan, Advance& advance, const ir::Symbol* claims, const ir::Expr* number) {
  std::erase_if(advance.swaps, [&](const auto& lists) { return lists.first == plan.active.list; });
  advance.complete = {clear(plan, plan.active.list), keep_one(plan, claims, number)};
  advance.counted = plan.active.list;
}

// -2 - round takes the place of the round in its marks; but those that rounds over all nodes ask stay as they are.
void rewrite_condense(LoopPlan& plan) {
  if (!has_duplicates(plan)) return;
  push_always(plan);
  const bool asked = plan.active.marks;
  const ir::Symbol* claims = asked ? make_storage(plan, "listed", mapped::StorageKind::Marks) : plan.next.marks;
  if (asked) plan.start.insert(plan.start.begin(), never_marked(plan, claims));
  const ir::Expr *round = plan.arena.reference(plan.rounds->round), *base = plan.arena.integer(-2);
  const ir::Expr* number = asked ? round : plan.arena.binary(ir::BinaryOp::Sub, base, round, ir::Scalar::Int);
  condense(plan, plan.start_advance, claims, asked ? plan.arena.integer(0) : base);
  for (Way& way : plan.ways)
    if (way.sink == Sink::List) condense(plan, way.advance, claims, number);
  plan.explanation.push_back("dedup=condense: after the round duplicates are removed from the worklist");
}

}  // namespace

const Technique dedup_mask{
    .key = "dedup",
    .form = "mask",
    .source = "[N] §VI-A",
    .summary = "one mark per node; a marked node is not pushed again in that round",
    .provides = {Capability::UniqueEntries, Capability::RoundMarks},
    .rewrite =
        [](LoopPlan& plan) {
          if (has_duplicates(plan) && plan.way().sink == Sink::List)
            plan.explanation.push_back("dedup=mask: one mark per node keeps the worklist free of duplicates");
        },
};

const Technique dedup_none{
    .key = "dedup",
    .form = "none",
    .source = "[N] §VI-A",
    .summary = "a node runs as often as it was activated",
    .provides = {Capability::RoundMarks},
    // Lists of pieces, of edges and of passes have room for those of different nodes.
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::NodeLists},
    .refuse = refuse_none,
    .rewrite = rewrite_none,
};

const Technique dedup_condense{
    .key = "dedup",
    .form = "condense",
    .source = "[R] §II-B",
    .summary = "duplicates are removed from the worklist after the round",
    .provides = {Capability::RoundMarks},
    .needs = {Capability::ListFrontier},
    .refuse = refuse_condense,
    .rewrite = rewrite_condense,
};

}  // namespace maxwarp::mapping
