// index=auto|wide: the type of edges and offsets. `wide`: 64 bits, for graphs of any size. `auto`: 32 bits where the
// view has such arrays, else 64; both are instances of the same text. Offsets, edges kept in the workspace and pairs of
// a 32-bit value and an edge take half the memory then, and a pair is loaded and swapped in one word.
//
// Wide is the default: one instance is half the compile time and a shorter text, and what the other one gains is to be
// measured.
//
// What an edge is as a value does not depend on its type: `none` is -1, the others are numbers of edges, and `inf`
// becomes that of the type it is converted to (`widen`). Only what looks at the bits of a value would see it: an edge
// that decides a random value is converted before.
#include "compiler/mapped/effects.h"
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Expr;
using ir::ExprKind;
using ir::Scalar;
using ir::Symbol;

bool holds_edges(Scalar scalar) {
  if (!checked::is_pair(scalar)) return scalar == Scalar::Edge;
  return checked::first_of(scalar) == Scalar::Edge || checked::second_of(scalar) == Scalar::Edge;
}

// A list on which a node stands twice may have more edges than the graph.
bool sums_repeated_nodes(const mapped::Stage& stage) {
  return stage.repeated && stage.source.kind == mapped::SourceKind::EdgeBalanced && !stage.source.pieces;
}

std::optional<Refusal> refuse(const LoopPlan& plan) {
  const checked::Algorithm& algorithm = *plan.program.algorithm;
  for (const auto* list : {&algorithm.parameters, &algorithm.results})
    for (const Symbol* symbol : *list)
      if (holds_edges(symbol->type.scalar))
        return not_yet("the caller has the edges in `" + symbol->name + "` in 64 bits; leave the option out",
                       symbol->location);
  for (const mapped::Stage* stage : round_stages(plan))
    if (sums_repeated_nodes(*stage))
      return not_yet(
          "the degrees of a list that may have a node twice can add up to more than 32 bits hold; take "
          "another granularity, or a list without duplicates",
          stage->location);
  return std::nullopt;
}

class ByIndex {
 public:
  explicit ByIndex(mapped::Program& program) : program_(program), arena_(*program.arena) {}

  void run() {
    for (mapped::Stage& stage : program_.stages) {
      for (const Expr** slot : {&stage.source.low, &stage.source.high, &stage.source.step, &stage.team.work})
        *slot = widened(*slot);
      block(stage.body);
      block(stage.leave);
      stage.by_index = mapped::takes_edges(program_, stage);
    }
    for (mapped::Control& control : program_.controls) {
      control.value = widened(control.value);
      control.condition = widened(control.condition);
    }
  }

 private:
  void block(const ir::Body& body) {
    for (ir::Stmt* stmt : body) {
      for (const Expr** slot : ir::expression_slots(stmt)) *slot = widened(*slot);
      block(stmt->body);
      block(stmt->other);
    }
  }

  static bool is_random(const Expr* expr) {
    return expr->kind == ExprKind::Call &&
           (expr->builtin == ir::Builtin::Random || expr->builtin == ir::Builtin::RandomBelow ||
            expr->builtin == ir::Builtin::RandomNode);
  }

  const Expr* widened(const Expr* expr) {
    if (!expr) return nullptr;
    return ir::rewrite(arena_, expr, [&](const Expr* e) -> const Expr* {
      const auto is_edge = [](const Expr* operand) { return operand->scalar == Scalar::Edge; };
      if (!is_random(e) || std::ranges::none_of(e->operands, is_edge)) return nullptr;
      Expr* copy = arena_.expr(e->kind, e->scalar, e->location);
      *copy = *e;
      for (const Expr*& operand : copy->operands) {
        operand = widened(operand);
        if (is_edge(operand)) operand = arena_.convert(operand, Scalar::Long);
      }
      return copy;
    });
  }

  mapped::Program& program_;
  ir::Arena& arena_;
};

}  // namespace

void decide_index(mapped::Program& program) {
  if (program.index == mapped::Index::Auto) ByIndex(program).run();
}

const Technique index_wide{
    .key = "index",
    .form = "wide",
    .source = "beyond",
    .summary = "edges and offsets have 64 bits",
    .machines = gpu_only,
};

const Technique index_auto{
    .key = "index",
    .form = "auto",
    .source = "beyond (ECL)",
    .summary = "edges and offsets have 32 bits for graphs of fewer than 2^31 edges, else 64",
    .machines = gpu_only,
    .refuse = refuse,
    .rewrite =
        [](LoopPlan& plan) {
          if (plan.program.index == mapped::Index::Auto) return;  // another loop has said so
          plan.program.index = mapped::Index::Auto;
          plan.explanation.push_back("index=auto: edges have 32 bits where the view of the graph has them so");
        },
};

}  // namespace maxwarp::mapping
