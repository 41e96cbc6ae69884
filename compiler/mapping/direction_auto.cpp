// direction=auto: each round pushes or pulls, whichever is expected to cost less (Beamer, Asanović, Patterson 2012,
// with another rule). The frontier is a worklist in either case. Before a round that pulls, its nodes become bits, in
// which nodes look up their in-neighbors. Where the first active in-neighbor settles a node, how many it looks at
// follows from the part of all edges that leave the frontier. The usual rule, edges of the frontier against unvisited
// edges, cannot tell: on a uniform random graph it pulls in a round that takes eight times as many probes as the push.
#include <fmt/format.h>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::BinaryOp;
using ir::Builtin;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;
using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;
using mapped::StorageKind;

constexpr int sample = 65536;  // of more active nodes, only a sample of this size is looked at
constexpr int few = 512;       // while no more than one of so many nodes is active, rounds push

/// `auto:WORD`; `auto` alone has an empty word.
std::optional<Argument> parse_word(const std::string& text) {
  const bool known = text.empty() || text == "alternate" || text == "push" || text == "pull";
  return known ? std::optional<Argument>(NumberAndWord{std::nullopt, text}) : std::nullopt;
}

std::optional<Refusal> refuse(const LoopPlan& plan) {
  if (auto refusal = refuse_without(plan.facts.pullable)) return refusal;
  if (plan.ways.size() > 1 || plan.rounds->ordered)
    return not_yet("its rounds take turns in another way already", plan.region.location);
  return std::nullopt;
}

class Rule {
 public:
  explicit Rule(LoopPlan& plan) : plan_(plan), arena_(plan.arena) {}

  // Says at the begin of a round whether it pulls.
  const Symbol* pull() {
    const std::string& word = std::get<NumberAndWord>(plan_.choice("direction").argument).word;
    const Symbol* pull = variable("pull", Scalar::Bool);
    if (word == "alternate") {
      const Expr* rest = binary(BinaryOp::Mod, arena_.reference(plan_.rounds->round), arena_.integer(2));
      plan_.choose = {let(pull, compare(BinaryOp::Eq, rest, arena_.integer(0)))};
    } else {
      plan_.choose = {let(pull, arena_.integer(word == "pull", Scalar::Bool))};
    }
    if (word.empty()) plan_.choose.push_back(choose_by_cost(pull));
    return pull;
  }

 private:
  Control* choose_by_cost(const Symbol* pull) {
    seen_edges_ = cleared_cell("seen_edges");
    if (plan_.facts.first_settles) seen_nodes_ = cleared_cell("seen_nodes");
    all_pushed_ = variable("edges_now", Scalar::Long);
    const Symbol* before = variable("edges_before", Scalar::Long);
    plan_.start.push_back(let(before, arena_.integer(0, Scalar::Long)));
    Control* many = plan_.program.control(ControlKind::If, plan_.region.location);
    many->condition = compare(BinaryOp::Gt, arena_.reference(plan_.count),
                              binary(BinaryOp::Div, nodes(), arena_.integer(few)));
    const Symbol* step = variable("step", Scalar::Int);
    const Expr* samples = binary(BinaryOp::Div, arena_.reference(plan_.count), arena_.integer(sample));
    pushed_ = variable("pushed");
    const Expr* more = arena_.binary(BinaryOp::Sub, ref(all_pushed_), ref(before), Scalar::Long);
    many->body = {let(step, binary(BinaryOp::Add, samples, arena_.integer(1))), run(plan_, measure(step)),
                  let(all_pushed_, ref(seen_edges_)), let(pushed_, real(more)), let(before, ref(all_pushed_))};
    append(many->body, plan_.facts.first_settles ? compare_settling(pull) : compare_all(pull));
    return many;
  }

  const Symbol* cleared_cell(const char* name) {
    const Symbol* cell = make_storage(plan_, name, StorageKind::Cell, Scalar::Long);
    plan_.start.push_back(clear(plan_, cell));
    return cell;
  }

  // The edges of the active nodes, as told from every `step`-th of them.
  mapped::Stage* measure(const Symbol* step) {
    mapped::Stage* stage = plan_.program.stage(plan_.region.name + "_measure",
                                               "about how many edges the active nodes have, from a sample");
    stage->location = plan_.region.location;
    stage->source = plan_.stage()->source;
    stage->source.step = arena_.reference(step);
    stage->item = arena_.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
    const Expr* work = work_of(plan_, plan_.region.body, plan_.region.item);
    const Expr* degree = ir::rewrite(arena_, work, [&](const Expr* e) {
      return e->symbol == plan_.region.item ? arena_.reference(stage->item) : nullptr;
    });
    const Expr* edges = arena_.binary(BinaryOp::Mul, wide(degree), wide(arena_.reference(step)), Scalar::Long);
    stage->body = {add(seen_edges_, edges)};
    if (plan_.facts.first_settles) stage->body.push_back(add(seen_nodes_, wide(arena_.reference(step))));
    return stage;
  }

  // Nodes that no frontier has had look at their rows until they meet an active node. If every edge comes from one with
  // the probability `part`, 1 / part of them are looked at, or fewer where the row ends before.
  Sequence compare_settling(const Symbol* pull) {
    const Symbol *left = variable("left_nodes"), *part = variable("part"), *row = variable("row"),
                 *probes = variable("probes");
    Sequence lets{let(left, larger(minus(real(nodes()), real(seen_nodes_)), real(0.0))),
                  let(part, over(ref(pushed_), real(all_edges()))),
                  let(row, over(minus(real(all_edges()), real(all_pushed_)), larger(ref(left), real(1.0))))};
    const Expr* miss = call(Builtin::Pow,
                            {larger(minus(real(1.0), ref(part)), real(0.0)), larger(ref(row), real(0.0))});
    lets.push_back(let(probes, over(minus(real(1.0), miss), ref(part))));
    const Expr* pulling = plus(times(real(plan_.costs.scan), real(nodes())),
                               times(ref(left), plus(real(plan_.costs.row), ref(probes))));
    const Expr* pushing = plus(ref(pushed_),
                               times(real(plan_.costs.change), call(Builtin::Min, {ref(pushed_), ref(left)})));
    lets.push_back(let(pull, compare(BinaryOp::Lt, pulling, pushing)));
    return lets;
  }

  // All nodes look at all of their edges, and then at the values of their active neighbors.
  Sequence compare_all(const Symbol* pull) {
    const Expr* pulling = plus(plus(times(real(plan_.costs.row), real(nodes())), real(all_edges())), ref(pushed_));
    const Expr* pushing = times(real(1 + plan_.costs.change), ref(pushed_));
    return {let(pull, compare(BinaryOp::Lt, pulling, pushing))};
  }

  const Symbol* variable(const char* name, Scalar scalar = Scalar::Double) {
    return arena_.local(name, scalar, ir::SymbolKind::Variable);
  }
  Control* let(const Symbol* symbol, const Expr* value) {
    Control* control = plan_.program.control(ControlKind::Let, plan_.region.location);
    control->symbol = symbol;
    control->value = value;
    return control;
  }
  Stmt* add(const Symbol* cell, const Expr* value) {
    Stmt* add = arena_.stmt(StmtKind::Reduce);
    add->reduction = ir::Reduction::Add;
    add->target = arena_.reference(cell);
    add->value = value;
    add->sum.within = true;
    return add;
  }

  const Expr* wide(const Expr* number) { return arena_.convert(number, Scalar::Long); }
  const Expr* nodes() { return arena_.call(Builtin::Nodes, Scalar::Int, {}); }
  // Those that the operator walks, if all nodes are active.
  const Expr* all_edges() {
    bool out = false, in = false;
    ir::walk(plan_.region.body, [&](const Stmt* stmt) {
      if (stmt->kind == StmtKind::NeighborLoop) (stmt->direction == ir::Direction::Out ? out : in) = true;
    });
    const Expr* edges = arena_.call(Builtin::Edges, Scalar::Long, {});
    return out && in ? arena_.binary(BinaryOp::Mul, arena_.integer(2, Scalar::Long), edges, Scalar::Long) : edges;
  }
  const Expr* ref(const Symbol* symbol) { return arena_.reference(symbol); }
  const Expr* real(const Symbol* number) { return real(ref(number)); }
  const Expr* real(const Expr* number) { return arena_.convert(number, Scalar::Double); }
  const Expr* real(double value) { return arena_.real(value); }
  const Expr* binary(BinaryOp op, const Expr* a, const Expr* b) { return arena_.binary(op, a, b, Scalar::Int); }
  const Expr* compare(BinaryOp op, const Expr* a, const Expr* b) { return arena_.binary(op, a, b, Scalar::Bool); }
  const Expr* plus(const Expr* a, const Expr* b) { return arena_.binary(BinaryOp::Add, a, b, Scalar::Double); }
  const Expr* minus(const Expr* a, const Expr* b) { return arena_.binary(BinaryOp::Sub, a, b, Scalar::Double); }
  const Expr* times(const Expr* a, const Expr* b) { return arena_.binary(BinaryOp::Mul, a, b, Scalar::Double); }
  const Expr* over(const Expr* a, const Expr* b) { return arena_.binary(BinaryOp::Div, a, b, Scalar::Double); }
  const Expr* larger(const Expr* a, const Expr* b) { return call(Builtin::Max, {a, b}); }
  const Expr* call(Builtin builtin, std::vector<const Expr*> operands) {
    return arena_.call(builtin, Scalar::Double, std::move(operands));
  }

  LoopPlan& plan_;
  ir::Arena& arena_;
  // Cells: how many nodes were active in the rounds that were measured, and their edges. Variables: those edges, and
  // the edges of this round.
  const Symbol *seen_nodes_ = nullptr, *seen_edges_ = nullptr, *all_pushed_ = nullptr, *pushed_ = nullptr;
};

// How a round is chosen, in the letters of docs/performance.md.
std::string rule(const LoopPlan& plan) {
  const std::string& word = std::get<NumberAndWord>(plan.choice("direction").argument).word;
  if (word == "alternate") return "direction=auto: every second round pulls";
  if (!word.empty()) return "direction=auto: every round is a " + word;
  const std::string many = fmt::format("direction=auto: a round of more than n / {} active nodes pulls if ", few);
  if (!plan.facts.first_settles)
    return many +
           fmt::format("{} n + m + F < {} F, with F edges of the frontier", plan.costs.row, 1 + plan.costs.change);
  return many + fmt::format(
                    "{} n + U ({} + E) < F + {} min(F, U), with F edges of the frontier, U nodes not seen yet "
                    "and E neighbors expected until an active one",
                    plan.costs.scan, plan.costs.row, plan.costs.change);
}

// The active nodes as bits of `front`.
Sequence to_bits(LoopPlan& plan, const Symbol* front) {
  mapped::Stage* stage = plan.program.stage(plan.region.name + "_front", "the active nodes, from the worklist to bits");
  stage->location = plan.region.location;
  stage->source = plan.stage()->source;
  stage->item = plan.arena.local("v", Scalar::Node, ir::SymbolKind::LoopNode);
  Stmt* set = plan.arena.stmt(StmtKind::Mark);
  set->value = plan.arena.reference(stage->item);
  set->storage = front;
  stage->body = {set};
  return {clear_bits(plan, front, " of the round before"), run(plan, stage)};
}

void rewrite(LoopPlan& plan) {
  const Symbol* front = make_storage(plan, "front", StorageKind::Bits);
  mapped::Stage* stage = sibling(plan, *plan.stage(), plan.stage()->name, ir::clone(plan.arena, plan.stage()->body));
  turn_around(plan, *stage, front, plan.facts.first_settles);
  stage->source = {};
  stage->source.kind = mapped::SourceKind::Nodes;
  Way pull{.stage = stage, .when = plan.arena.reference(Rule(plan).pull()), .operation = {run(plan, stage)}};
  pull.sink = plan.way().sink;
  if (pull.sink == Sink::List) {
    pull.before_round = to_bits(plan, front);
    pull.advance = plan.way().advance;
  } else {
    keep_bits(plan, front);
  }
  pull.by_threads = plan.facts.first_settles;
  plan.ways.push_back(std::move(pull));
  plan.explanation.push_back(
      "direction=" + plan.choice("direction").text + ": " +
      (plan.facts.first_settles
           ? "a round that pulls runs one thread for each node, which stops at its first active neighbor"
           : "a round that pulls has every node look at all of its neighbors"));
  plan.explanation.push_back(rule(plan));
}

}  // namespace

const Technique direction_auto{
    .key = "direction",
    .form = "auto[:alternate|push|pull]",
    .source = "beyond (Beamer 2012)",
    .summary = "each round pushes or pulls, whichever is expected to look at fewer edges; or as said",
    .trials = {"auto"},
    .probes = {"auto:alternate", "auto:pull"},
    .built_for = {Capability::DataDriven, Capability::ListedNodes, Capability::NodeEntries},
    .parse = parse_word,
    .expected = "`alternate`, `push`, `pull` or nothing",
    .refuse = refuse,
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
