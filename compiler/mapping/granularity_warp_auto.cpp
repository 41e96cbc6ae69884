// granularity=warp:auto[:N|alternate]: virtual warps whose width changes between rounds. [C] §5.4 proposes to feed the
// SIMD efficiency of a sample of the frontier back to the mapping; here it is the frontier of the round at hand. Before
// a round of more than N nodes one block looks at some of them, for whole warps and at the places that they will have,
// and chooses the width that leaves the fewest lanes without an edge (maxwarp/choose_width.cuh). N nodes of 32 lanes
// each fill a GPU; with fewer a lane without an edge costs nothing (bench/results/2026-11-28-cheng2014-h200.md).
#include <fmt/format.h>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::BinaryOp;
using ir::Expr;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::SourceKind;

constexpr long usual_many = 16384;
constexpr int widest = 32, sampling_block = 1024;

/// What follows `warp:`.
std::optional<Argument> parse_auto(const std::string& text) {
  if (head(text) != "auto") return std::nullopt;
  const std::string word = argument(text);
  if (word.empty() && text != "auto") return std::nullopt;
  if (word.empty() || word == "alternate") return NumberAndWord{std::nullopt, word};
  const auto many = number(word, 0, 1L << 31);
  return many ? std::optional<Argument>(NumberAndWord{many, ""}) : std::nullopt;
}

const NumberAndWord& argument_of(const LoopPlan& plan) {
  return std::get<NumberAndWord>(plan.choice("granularity").argument);
}
long many(const LoopPlan& plan) { return argument_of(plan).number.value_or(usual_many); }

// What tells how long a group of lanes is busy is the number of the edges of its node.
std::optional<Refusal> refuse(const LoopPlan& plan) {
  const mapped::Source& source = plan.stage()->source;
  bool walks = false;
  ir::walk(plan.stage()->body, [&](const Stmt* stmt) {
    walks = walks || (stmt->kind == StmtKind::NeighborLoop && stmt->of == plan.stage()->item);
  });
  if (!walks)
    return not_yet("without a neighbor loop over the row of its item, the amount of work is unknown",
                   plan.region.location);
  if (source.group > 1)
    return not_yet("its worklist holds groups of nodes, whose edges are not added up", plan.region.location);
  return std::nullopt;
}

class Chooser {
 public:
  explicit Chooser(LoopPlan& plan)
      : plan_(plan), arena_(plan.arena), width_(arena_.local("width", Scalar::Int, ir::SymbolKind::Variable)) {}

  const Symbol* run() {
    mapped::Sequence& before = plan_.way().before_round;
    if (argument_of(plan_).word == "alternate")
      before.push_back(let(alternating()));
    else
      append(before, {let(arena_.integer(widest)), by_sample()});
    return width_;
  }

 private:
  Control* let(const Expr* value) {
    Control* control = plan_.program.control(ControlKind::Let, plan_.region.location);
    control->symbol = width_;
    control->value = value;
    return control;
  }

  // Each round has another width, and so has the first round of graphs of another size.
  const Expr* alternating() {
    const Expr* turn = nodes();
    if (plan_.rounds) turn = binary(BinaryOp::Add, turn, arena_.reference(plan_.rounds->round), Scalar::Int);
    const Expr* rest = binary(BinaryOp::Mod, turn, arena_.integer(6), Scalar::Int);
    const Expr* width = arena_.integer(widest);
    for (int place = 4; place >= 0; --place) {
      Expr* choice = arena_.expr(ir::ExprKind::Conditional, Scalar::Int);
      choice->operands = {binary(BinaryOp::Eq, rest, arena_.integer(place), Scalar::Bool), arena_.integer(1 << place),
                          width};
      width = choice;
    }
    return width;
  }

  Control* by_sample() {
    const Symbol* cell = make_storage(plan_, "best_width", mapped::StorageKind::Cell);
    Control* sampled = plan_.program.control(ControlKind::If, plan_.region.location);
    sampled->condition = binary(BinaryOp::Gt, items(), arena_.integer(many(plan_), Scalar::Long), Scalar::Bool);
    Control* sample = run_step(plan_, "_sample", "the width of virtual warps for a round, by a sample of its nodes",
                               choosing(cell), sampling_block);
    sampled->body = {sample, read_back(plan_, width_, cell)};
    return sampled;
  }

  // How many nodes the stage looks at, as far as the host knows.
  const Expr* items() {
    const mapped::Source& source = plan_.stage()->source;
    const bool listed = source.kind == SourceKind::Worklist && source.count;
    return arena_.convert(listed ? arena_.reference(source.count) : nodes(), Scalar::Long);
  }

  Stmt* choosing(const Symbol* cell) {
    const mapped::Stage& stage = *plan_.stage();
    const Symbol* node = arena_.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
    Stmt* choose = arena_.stmt(StmtKind::ChooseWidth, plan_.region.location);
    choose->storage = cell;
    choose->symbol = stage.source.list;
    choose->of = node;
    choose->value = at(work_of(plan_, stage.body, stage.item), node);
    if (picks_items(stage))
      choose->condition = acting(stage, node);
    else
      choose->amount = arena_.integer(plan_.choice("chunk").number_if_any().value_or(usual_chunk));
    return choose;
  }

  const Expr* acting(const mapped::Stage& stage, const Symbol* node) {
    const Expr* gate = stage.gate ? is_active(plan_, stage.gate, node) : nullptr;
    if (!is_condition(stage.body)) return gate;
    const Expr* condition = at(stage.body.front()->condition, node);
    return gate ? binary(BinaryOp::And, gate, condition, Scalar::Bool) : condition;
  }

  const Expr* at(const Expr* expr, const Symbol* node) {
    return ir::rewrite(arena_, expr, [&](const Expr* e) {
      return e->symbol == plan_.stage()->item && e->kind == ir::ExprKind::Reference ? arena_.reference(node) : nullptr;
    });
  }

  const Expr* nodes() { return arena_.call(ir::Builtin::Nodes, Scalar::Int, {}); }
  const Expr* binary(BinaryOp op, const Expr* a, const Expr* b, Scalar scalar) {
    return arena_.binary(op, a, b, scalar);
  }

  LoopPlan& plan_;
  ir::Arena& arena_;
  const Symbol* width_;
};

std::string rule(const LoopPlan& plan) {
  if (argument_of(plan).word == "alternate") return "every round has another one";
  return fmt::format(
      "{}; before a round of more than {} nodes one block looks at 8192 of them at most, and takes the one that leaves "
      "the fewest lanes without an edge, or a wider one that leaves as few",
      widest, many(plan));
}

void rewrite(LoopPlan& plan) {
  const Symbol* width = Chooser(plan).run();
  plan.stage()->team = {.kind = mapped::TeamKind::Tile, .width = widest, .chosen = width};
  plan.explanation.push_back("granularity=" + plan.choice("granularity").text +
                             ": virtual warps of 1, 2, 4, 8, 16 or 32 lanes: " + rule(plan));
}

}  // namespace

const Technique granularity_warp_auto{
    .key = "granularity",
    .form = "warp:auto[:N|alternate]",
    .source = "[C] §5.4",
    .summary = "virtual warps, in rounds of more than N nodes as wide as wastes the fewest lanes, by a sample of these",
    .machines = gpu_only,
    .trials = {"warp:auto"},
    .probes = {"warp:auto:alternate", "warp:auto:0"},
    .provides = {Capability::NodeWorklist, Capability::TileTeams, Capability::WideTeams, Capability::ManyTeams,
                 Capability::SmallTeams, Capability::OneOwner, Capability::BatchOwner, Capability::NodeLists},
    .built_for = {Capability::HostControl},
    .parse = parse_auto,
    .expected = "a number of nodes from 0 to 2147483648, `alternate` or nothing",
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
