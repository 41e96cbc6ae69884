// Built-in values and functions: look-up, arguments, types.
// Which ones exist is written in builtins.def.
#include "dsl/check/builtin.h"

#include <algorithm>

#include "compiler/support/suggest.h"
#include "dsl/check/checker.h"

namespace maxwarp {

using checked::Builtin;
using checked::ExprKind;

namespace {

struct Entry {
  Builtin builtin;
  std::string_view name;
};

constexpr Entry all_builtins[] = {
#define MAXWARP_BUILTIN(Enum, Spelling) {Builtin::Enum, Spelling},
#include "dsl/check/builtins.def"
};

/// The type whose name is called: `int(x)`.
std::optional<checked::Scalar> type_named(std::string_view name) {
  using checked::Scalar;
  for (const Scalar scalar : {Scalar::Int, Scalar::Long, Scalar::Float, Scalar::Double, Scalar::Bits})
    if (spelling(scalar) == name) return scalar;
  return std::nullopt;
}

/// Written without a type of its own: `inf`, `-inf`.
bool is_infinity(const ast::Expr& expr) {
  return expr.kind == ast::ExprKind::Infinity ||
         (expr.kind == ast::ExprKind::Unary && expr.op == ast::Operator::Neg && is_infinity(*expr.operands[0]));
}

bool is_value(Builtin builtin) { return builtin <= Builtin::Active; }

std::optional<Builtin> find(std::string_view name, bool value) {
  for (const Entry& entry : all_builtins)
    if (entry.name == name && is_value(entry.builtin) == value) return entry.builtin;
  return std::nullopt;
}

std::vector<std::string_view> names(bool value) {
  std::vector<std::string_view> result;
  for (const Entry& entry : all_builtins)
    if (is_value(entry.builtin) == value) result.push_back(entry.name);
  return result;
}

}  // namespace

std::optional<Builtin> builtin_value(std::string_view name) { return find(name, true); }
bool is_builtin_value(std::string_view name) { return builtin_value(name).has_value(); }
std::optional<Builtin> builtin_function(std::string_view name) { return find(name, false); }
std::vector<std::string_view> builtin_value_names() { return names(true); }
std::vector<std::string_view> builtin_function_names() { return names(false); }

bool reads_graph_arrays(Builtin builtin) {
  switch (builtin) {
    case Builtin::Outdegree:
    case Builtin::Indegree:
    case Builtin::Degree:
    case Builtin::Source:
    case Builtin::Target:
    case Builtin::Twin:
    case Builtin::Neighbor:
    case Builtin::NeighborEdge:
    case Builtin::FindEdge:
    case Builtin::Before:
    case Builtin::HasEdge:
    case Builtin::Repeats:
    case Builtin::RowBegin:
    case Builtin::RowEnd:
    case Builtin::ColumnBegin:
    case Builtin::ColumnEnd:
    case Builtin::OwnNumber:
    case Builtin::NumberedNode: return true;
    default: return false;
  }
}

const checked::Expr* Checker::make_call(Builtin builtin, Scalar scalar, Location location,
                                        std::vector<const Expr*> operands) {
  Expr& made = make_expr(ExprKind::Call, scalar, location);
  made.builtin = builtin;
  made.operands = std::move(operands);
  return &made;
}

const checked::Expr* Checker::builtin_name(const ast::Expr& expr, Builtin builtin) {
  if (builtin == Builtin::Round && rounds_ == 0) {
    diagnostics_.report(diag::RoundOutsideLoop, expr.location);
    return nullptr;
  }
  if (builtin == Builtin::Active && (!after_round_ || parallel())) {
    diagnostics_.report(diag::ActiveOutsideUntil, expr.location);
    return nullptr;
  }
  Scalar scalar = builtin == Builtin::Edges ? Scalar::Long : builtin == Builtin::Directed ? Scalar::Bool : Scalar::Int;
  return make_call(builtin, scalar, expr.location, {});
}

const checked::Expr* Checker::call(const ast::Expr& expr, Hint hint) {
  if (const ast::Definition* definition = function(expr)) return function_call(expr, *definition, false);
  hoisting_allowed_ = false;
  if (called_algorithm(&expr)) {
    if (parallel())
      diagnostics_.report(diag::AlgorithmInParallel, expr.op_location, expr.name);
    else
      diagnostics_.report(diag::AlgorithmInExpression, expr.op_location, expr.name, expr.name);
    return nullptr;
  }
  if (expr.name == "adjacents" || expr.name == "inneighbors") {
    diagnostics_.report(diag::NeighborsAsValue, expr.op_location, expr.name);
    return nullptr;
  }
  if (const auto scalar = type_named(expr.name)) return conversion(expr, *scalar);
  if (expr.name == "size" && expr.operands.size() == 1) return set_size(*expr.operands[0], expr.location);
  if (expr.name == "index") return number_of(expr);
  if (std::optional<Builtin> builtin = builtin_function(expr.name)) return builtin_call(expr, *builtin, hint);
  if (builtin_value(expr.name)) {
    diagnostics_.report(diag::ValueAsFunction, expr.op_location, expr.name, expr.name);
    return nullptr;
  }
  if (report_hidden(expr)) return nullptr;
  std::vector<std::string_view> known = builtin_function_names();
  for (const ast::Definition* definition : file_.definitions)
    if (definition->is_function) known.push_back(definition->name.text);
  std::string_view meant = closest(expr.name, known);
  if (meant.empty())
    diagnostics_.report(diag::UnknownFunction, expr.op_location, expr.name);
  else
    diagnostics_.report(diag::MisspelledFunction, expr.op_location, expr.name, meant).instead(std::string(meant));
  return nullptr;
}

const checked::Expr* Checker::builtin_call(const ast::Expr& expr, Builtin builtin, Hint hint) {
  bool any_count = builtin == Builtin::Random || builtin == Builtin::RandomBelow || builtin == Builtin::RandomNode;
  if (any_count) return random_call(expr, builtin);
  bool of_tally = builtin == Builtin::Most || builtin == Builtin::Absent || builtin == Builtin::HIndex;
  bool two = builtin == Builtin::Most || (builtin >= Builtin::Neighbor && builtin <= Builtin::Before) ||
             builtin == Builtin::Min || builtin == Builtin::Max || builtin == Builtin::Pow;
  int needed = two ? 2 : 1;
  if (static_cast<int>(expr.operands.size()) != needed) {
    diagnostics_.report(diag::WrongArgumentCount, expr.op_location, expr.name, needed,
                        static_cast<int>(expr.operands.size()));
    return nullptr;
  }
  if (builtin == Builtin::HasEdge) {
    diagnostics_.report(diag::NeighborsAsValue, expr.op_location, expr.name);
    return nullptr;
  }
  if (builtin == Builtin::First || builtin == Builtin::Second) return part(expr, builtin);
  if (of_tally) return ask(expr, builtin);
  if (builtin == Builtin::Neighbor || builtin == Builtin::NeighborEdge) return neighbor_call(expr, builtin);
  if (builtin == Builtin::Popcount || builtin == Builtin::Ctz) return bits_call(expr, builtin);
  return builtin <= Builtin::Before ? graph_call(expr, builtin) : math_call(expr, builtin, hint);
}

/// Functions of nodes and edges.
const checked::Expr* Checker::graph_call(const ast::Expr& expr, Builtin builtin) {
  bool of_edge = builtin == Builtin::Source || builtin == Builtin::Target || builtin == Builtin::Twin;
  if (builtin == Builtin::Twin && !algorithm_->requirements.symmetric) {
    diagnostics_.report(diag::TwinOfDirected, expr.op_location, algorithm_->name);
    return nullptr;
  }
  if (builtin == Builtin::Degree && !algorithm_->requirements.symmetric) {
    diagnostics_.report(diag::DegreeOfDirected, expr.op_location).instead("outdegree");
    return nullptr;
  }
  std::vector<const Expr*> operands;
  for (const ast::Expr* operand : expr.operands) {
    const Expr* made = value(*operand, of_edge ? Scalar::Edge : Scalar::Node);
    if (!made) return nullptr;
    operands.push_back(made);
  }
  if (builtin == Builtin::Source || builtin == Builtin::Target)
    if (const Expr* name = end_by_name(expr.location, builtin, *operands[0])) return name;
  bool gives_edge = builtin == Builtin::Twin || builtin == Builtin::FindEdge;
  Scalar scalar = gives_edge                   ? Scalar::Edge
                  : of_edge                    ? Scalar::Node
                  : builtin == Builtin::Before ? Scalar::Bool
                                               : Scalar::Int;
  return make_call(builtin, scalar, expr.location, std::move(operands));
}

/// `source(e)` of an edge that a loop walks over is the node that the loop knows by a name; null where it knows none.
const checked::Expr* Checker::end_by_name(Location location, Builtin builtin, const Expr& edge) {
  const Symbol* symbol = edge.kind == ExprKind::Reference ? edge.symbol : nullptr;
  const auto found = ends_.find(symbol);
  if (found == ends_.end()) return nullptr;
  const Symbol* end = builtin == Builtin::Source ? found->second.first : found->second.second;
  if (!end) return nullptr;
  Expr& name = make_expr(ExprKind::Reference, Scalar::Node, location);
  name.symbol = end;
  return &name;
}

const checked::Expr* Checker::neighbor_call(const ast::Expr& expr, Builtin builtin) {
  const Expr* node = value(*expr.operands[0], Scalar::Node);
  const Expr* index = value(*expr.operands[1], Scalar::Long);
  Scalar scalar = builtin == Builtin::Neighbor ? Scalar::Node : Scalar::Edge;
  return node && index ? make_call(builtin, scalar, expr.location, {node, index}) : nullptr;
}

/// The operands name what the value belongs to; `random_below` begins with the bound.
const checked::Expr* Checker::random_call(const ast::Expr& expr, Builtin builtin) {
  bool bounded = builtin == Builtin::RandomBelow;
  if (expr.operands.size() < (bounded ? 2u : 1u)) {
    diagnostics_.report(diag::RandomOfNothing, expr.op_location, expr.name);
    return nullptr;
  }
  std::vector<const Expr*> operands;
  for (const ast::Expr* operand : expr.operands) {
    bool bound = bounded && operands.empty();
    const Expr* made = bound ? value(*operand, Scalar::Int) : expression(*operand);
    if (!made) return nullptr;
    if (checked::is_real(made->scalar)) {
      diagnostics_.report(diag::NoArithmetic, made->location, spelling(made->scalar), expr.name);
      return nullptr;
    }
    operands.push_back(made);
  }
  Scalar scalar = bounded ? Scalar::Int : builtin == Builtin::Random ? Scalar::Double : Scalar::Node;
  return make_call(builtin, scalar, expr.location, std::move(operands));
}

const checked::Expr* Checker::math_call(const ast::Expr& expr, Builtin builtin, Hint hint) {
  if (builtin == Builtin::Min || builtin == Builtin::Max) {
    const Expr *left = nullptr, *right = nullptr;
    if (!operands(*expr.operands[0], *expr.operands[1], hint, left, right)) return nullptr;
    if (!unify(expr, left, right)) return nullptr;
    if (left->scalar != Scalar::Bool && left->scalar != Scalar::Bits)
      return make_call(builtin, left->scalar, expr.location, {left, right});
    diagnostics_.report(diag::NoArithmetic, expr.op_location, spelling(left->scalar), expr.name);
    return nullptr;
  }
  if (builtin != Builtin::Abs) {
    std::vector<const Expr*> operands;
    for (const ast::Expr* operand : expr.operands) operands.push_back(value(*operand, Scalar::Double));
    if (std::ranges::find(operands, nullptr) != operands.end()) return nullptr;
    return make_call(builtin, Scalar::Double, expr.location, std::move(operands));
  }
  const Expr* operand = expression(*expr.operands[0], hint);
  if (!operand) return nullptr;
  if (!checked::is_number(operand->scalar)) {
    diagnostics_.report(diag::NoArithmetic, expr.op_location, spelling(operand->scalar), expr.name);
    return nullptr;
  }
  return make_call(builtin, operand->scalar, expr.location, {operand});
}

/// How many bits are set, and which is the lowest.
const checked::Expr* Checker::bits_call(const ast::Expr& expr, Builtin builtin) {
  const Expr* operand = value(*expr.operands[0], Scalar::Bits);
  return operand ? make_call(builtin, Scalar::Int, expr.location, {operand}) : nullptr;
}

namespace {

/// The function that makes the type of a number; of what is wider, or of bits.
Builtin narrowing(checked::Scalar wanted) {
  switch (wanted) {
    case checked::Scalar::Int: return Builtin::ToInt;
    case checked::Scalar::Long: return Builtin::ToLong;
    case checked::Scalar::Bits: return Builtin::ToBits;
    default: return Builtin::ToFloat;
  }
}

/// Whether `wanted(x)` says what it is of an x that has to be made narrower, or is no number.
bool is_convertible(checked::Scalar found, checked::Scalar wanted) {
  if (wanted == checked::Scalar::Bits) return found == checked::Scalar::Long;
  return found == checked::Scalar::Bits ? checked::is_integer(wanted) : checked::is_number(found);
}

}  // namespace

/// `index(v)`.
const checked::Expr* Checker::number_of(const ast::Expr& expr) {
  if (expr.operands.size() != 1) {
    diagnostics_.report(diag::WrongArgumentCount, expr.op_location, expr.name, 1,
                        static_cast<int>(expr.operands.size()));
    return nullptr;
  }
  const Expr* node = value(*expr.operands[0], Scalar::Node);
  if (!node) return nullptr;
  Expr& made = make_expr(ExprKind::Convert, Scalar::Long, expr.location);
  made.operands = {node};
  made.written = true;
  return &made;
}

/// `int(x)`, `long(x)`, `float(x)`, `double(x)` of a number, `bits(x)` of an integer, and `int` and `long` of bits.
const checked::Expr* Checker::conversion(const ast::Expr& expr, Scalar wanted) {
  if (expr.operands.size() != 1) {
    diagnostics_.report(diag::WrongArgumentCount, expr.op_location, expr.name, 1,
                        static_cast<int>(expr.operands.size()));
    return nullptr;
  }
  const ast::Expr& given = *expr.operands[0];
  const Hint infinite = wanted == Scalar::Bits ? Scalar::Long : wanted;
  const Expr* operand = expression(given, is_infinity(given) ? infinite : Hint());
  if (!operand || (operand->scalar == wanted && !is_infinity(given))) return operand;
  const auto widened = [&](Scalar scalar) {
    Expr& made = make_expr(ExprKind::Convert, scalar, expr.location);
    made.operands = {operand};
    made.written = scalar == wanted;
    return &made;
  };
  if (operand->scalar == wanted || checked::widens(operand->scalar, wanted)) return widened(wanted);
  if (wanted == Scalar::Bits && operand->scalar == Scalar::Int) operand = widened(Scalar::Long);
  if (is_convertible(operand->scalar, wanted)) return make_call(narrowing(wanted), wanted, expr.location, {operand});
  report_conversion(*operand, wanted, {});
  return nullptr;
}

}  // namespace maxwarp
