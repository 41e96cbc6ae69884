// Printing of expressions: one precedence table, parentheses only where C++ needs them.
#include "compiler/emit/expression.h"

#include <fmt/format.h>

#include <array>
#include <cassert>
#include <cmath>
#include <limits>

#include "compiler/emit/text.h"
#include "compiler/support/sources.h"
#include "dsl/check/spelling.h"

namespace maxwarp::emit {

using checked::is_real;
using ir::BinaryOp;
using ir::Builtin;
using ir::Expr;
using ir::ExprKind;
using ir::Scalar;

namespace {

struct Operator {
  const char* text;
  int binding;
};

// In the order of BinaryOp.
constexpr std::array<Operator, 13> operators{{{"+", 6},
                                              {"-", 6},
                                              {"*", 7},
                                              {"/", 7},
                                              {"%", 7},
                                              {"==", 4},
                                              {"!=", 4},
                                              {"<", 5},
                                              {"<=", 5},
                                              {">", 5},
                                              {">=", 5},
                                              {"&&", 3},
                                              {"||", 2}}};

bool counts(Builtin builtin) {
  switch (builtin) {
    case Builtin::Outdegree:
    case Builtin::Indegree:
    case Builtin::Degree:
    case Builtin::RowBegin:
    case Builtin::ColumnBegin:
    case Builtin::MaxDegree:
    case Builtin::MaxOutdegree:
    case Builtin::MaxIndegree:
    case Builtin::Nodes:
    case Builtin::Edges: return true;
    default: return false;
  }
}

// The largest absolute value of what is known to be far from the ends of 64 bits: counts of a graph and of the rounds
// of `iterate`, small literals, sums and small multiples of them. Infinity: that is not known.
double largest(const Expr* expr) {
  constexpr double unknown = std::numeric_limits<double>::infinity(), index = 0x1p31, count = 0x1p48, room = 0x1p62;
  switch (expr->kind) {
    case ExprKind::Integer: {
      const double value = std::abs(static_cast<double>(expr->integer));
      return value < 0x1p20 ? value : unknown;
    }
    case ExprKind::Reference:
      return expr->scalar == Scalar::Node || expr->symbol->kind == ir::SymbolKind::Round ? index : unknown;
    case ExprKind::Convert: return largest(expr->operands[0]);
    case ExprKind::Call: return counts(expr->builtin) ? count : unknown;
    case ExprKind::Binary: {
      if (expr->scalar != Scalar::Long || expr->binary_op > BinaryOp::Mul) return unknown;
      const Expr *left = expr->operands[0], *right = expr->operands[1];
      const bool product = expr->binary_op == BinaryOp::Mul;
      if (product && left->kind != ExprKind::Integer) return unknown;
      const double value = product ? largest(left) * largest(right) : largest(left) + largest(right);
      return value < room ? value : unknown;
    }
    default: return unknown;
  }
}

bool cannot_overflow(const Expr* expr) { return std::isfinite(largest(expr)); }

// Whether `+`, `-` and `*` of integers say the same as those that saturate. In 32 bits only a literal may be added;
// what is counted is not below zero, so differences may be taken.
bool stays_inside(const Expr* expr) {
  if (expr->scalar == Scalar::Long) return cannot_overflow(expr);
  const Expr *left = expr->operands[0], *right = expr->operands[1];
  if (expr->binary_op > BinaryOp::Sub || !cannot_overflow(left) || !cannot_overflow(right)) return false;
  return expr->binary_op == BinaryOp::Sub || left->kind == ExprKind::Integer || right->kind == ExprKind::Integer;
}

// The integer that is converted, if it is a literal.
const Expr* literal_in(const Expr* conversion) {
  const Expr* operand = conversion->operands[0];
  if (operand->kind == ExprKind::Convert) operand = operand->operands[0];
  return operand->kind == ExprKind::Integer ? operand : nullptr;
}

// The sign of C++ for an operator of bits; shifts are functions, as a count may be too large.
const char* sign_of(Builtin builtin) {
  switch (builtin) {
    case Builtin::BitOr: return "|";
    case Builtin::BitXor: return "^";
    case Builtin::BitAnd: return "&";
    default: return nullptr;
  }
}

std::string enclose(std::string text, int own, int wanted) { return own < wanted ? "(" + text + ")" : text; }

}  // namespace

bool Expressions::is_cell(const ir::Symbol* symbol) const {
  const mapped::Storage* storage = program_.storage(symbol);
  return storage && storage->kind == mapped::StorageKind::Cell;
}

std::string Expressions::print(const Expr* expr, int binding) const {
  switch (expr->kind) {
    case ExprKind::Integer:
    case ExprKind::Real:
    case ExprKind::Infinity: return literal(expr);
    case ExprKind::None:
      if (expr->scalar == Scalar::Node) return "no_node";
      return program_.index == mapped::Index::Auto ? "edge_t{no_edge}" : "no_edge";
    case ExprKind::Reference:
    case ExprKind::Element:
      if (expr->relaxed) return "load_relaxed(" + address(expr) + ")";
      return enclose(place(expr), place(expr)[0] == '*' ? 8 : 9, binding);
    case ExprKind::Unary:
      if (expr->unary_op == ir::UnaryOp::Not) return "!" + print(expr->operands[0], 8);
      if (is_real(expr->scalar) || expr->operands[0]->kind == ExprKind::Integer)
        return enclose("-" + print(expr->operands[0], 8), 8, binding);
      return "negate(" + print(expr->operands[0]) + ")";
    case ExprKind::Binary: return binary(expr, binding);
    case ExprKind::Conditional:
      return enclose(
          print(expr->operands[0], 2) + " ? " + print(expr->operands[1], 1) + " : " + print(expr->operands[2], 1), 1,
          binding);
    case ExprKind::Convert: return convert(expr);
    case ExprKind::Call:
      if (const char* sign = sign_of(expr->builtin))
        return enclose(fmt::format("{} {} {}", print(expr->operands[0], 8), sign, print(expr->operands[1], 8)), 1,
                       binding);
      if (expr->builtin == Builtin::BitNot) return enclose("~" + print(expr->operands[0], 8), 8, binding);
      return call(expr);
    case ExprKind::Pair: return element_type(expr->scalar) + "{" + list(expr->operands) + "}";
    case ExprKind::Contains:
      return fmt::format("{}({}, {})", expr->relaxed ? "has_bit_relaxed" : "has_bit", names_.of(expr->symbol),
                         print(expr->operands[0]));
  }
  assert(false && "the checker refuses membership in sets");
  return "";
}

std::string Expressions::place(const Expr* target) const {
  const std::string& name = names_.of(target->symbol);
  if (target->kind == ExprKind::Reference) return on_device() && is_cell(target->symbol) ? "*" + name : name;
  std::string index = print(target->operands[0], target->operands.size() == 1 ? 0 : 7);
  for (std::size_t i = 1; i < target->operands.size(); ++i)  // row by row
    index = fmt::format("{} * {} + {}", i == 1 ? index : "(" + index + ")", print(target->symbol->type.extents[i], 8),
                        print(target->operands[i], 7));
  return name + "[" + index + "]";
}

std::string Expressions::index_count(const mapped::Source& range) const {
  const bool from_zero = range.low->kind == ExprKind::Integer && range.low->integer == 0;
  if (from_zero && !range.step) return print(range.high);
  const auto bound = [&](const ir::Expr* e) {
    return e->kind == ExprKind::Integer ? std::to_string(e->integer) : print(e);
  };
  return fmt::format("index_count({}, {}{})", bound(range.low), bound(range.high),
                     range.step ? ", " + bound(range.step) : "");
}

std::string Expressions::address(const Expr* target) const {
  return target->kind == ExprKind::Reference ? names_.of(target->symbol) : "&" + place(target);
}

std::string Expressions::literal(const Expr* expr) const {
  if (expr->kind == ExprKind::Infinity) return "infinity<" + element_type(expr->scalar) + ">()";
  switch (expr->scalar) {
    case Scalar::Bool: return expr->integer ? "true" : "false";
    case Scalar::Int:
    case Scalar::Node: return std::to_string(expr->integer);
    case Scalar::Long:
    case Scalar::Edge:
      // C++ has no literal for it: the minus is an operator.
      if (expr->integer == std::numeric_limits<std::int64_t>::min())
        return "lowest<" + element_type(expr->scalar) + ">()";
      return element_type(expr->scalar) + "{" + std::to_string(expr->integer) + "}";
    case Scalar::Bits:
      if (expr->integer == -1) return "~std::uint64_t{0}";
      return element_type(expr->scalar) + "{" + std::to_string(expr->integer) + "}";
    case Scalar::Float:
    case Scalar::Double: break;
  }
  const double value = expr->kind == ExprKind::Integer ? static_cast<double>(expr->integer) : expr->real;
  std::string text = expr->scalar == Scalar::Float ? fmt::format("{}", static_cast<float>(value))
                                                   : fmt::format("{}", value);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return expr->scalar == Scalar::Float ? text + "f" : text;
}

std::string Expressions::binary(const Expr* expr, int binding) const {
  const bool compares = expr->binary_op >= BinaryOp::Eq;
  if (!compares && !is_real(expr->scalar)) return arithmetic(expr, binding);
  const Operator& op = operators[static_cast<std::size_t>(expr->binary_op)];
  // Compilers want to see that `and` inside of `or` is meant.
  const auto mixed = [&](const Expr* side) {
    return expr->binary_op == BinaryOp::Or && side->kind == ExprKind::Binary && side->binary_op == BinaryOp::And;
  };
  const Expr *left = expr->operands[0], *right = expr->operands[1];
  if (expr->scalar != Scalar::Bool && expr->binary_op >= BinaryOp::And)  // `|=` and `&=` of the bits of integers
    return enclose(print(left, 8) + (expr->binary_op == BinaryOp::And ? " & " : " | ") + print(right, 8), 1, binding);
  return enclose(fmt::format("{} {} {}", print(left, op.binding + (mixed(left) ? 2 : 0)), op.text,
                             print(right, op.binding + (mixed(right) ? 2 : 1))),
                 op.binding, binding);
}

// Integer arithmetic saturates; where it cannot overflow it is written with the plain operator.
std::string Expressions::arithmetic(const Expr* expr, int binding) const {
  static constexpr std::array<const char*, 5> functions{"plus", "minus", "times", "divide", "modulo"};
  const Expr *left = expr->operands[0], *right = expr->operands[1];
  if (stays_inside(expr)) {
    const Operator& op = operators[static_cast<std::size_t>(expr->binary_op)];
    return enclose(fmt::format("{} {} {}", print(left, op.binding), op.text, print(right, op.binding + 1)), op.binding,
                   binding);
  }
  return fmt::format("{}({}, {})", functions[static_cast<std::size_t>(expr->binary_op)], print(left), print(right));
}

std::string Expressions::convert(const Expr* expr) const {
  const Expr* from = expr->operands[0];
  if (from->scalar == expr->scalar) return print(from);
  if (from->kind == ExprKind::Integer) {
    Expr number = *from;
    number.scalar = expr->scalar;
    return literal(&number);
  }
  const bool narrows = from->scalar == Scalar::Long && expr->scalar == Scalar::Int;  // only what is known to fit
  const bool exact = narrows || cannot_overflow(from) || is_real(from->scalar) || from->scalar == Scalar::Bool ||
                     from->scalar == Scalar::Node;
  return fmt::format("{}<{}>({})", exact ? "static_cast" : "widen", value_type(expr->scalar), print(from));
}

std::string Expressions::list(const std::vector<const Expr*>& operands) const {
  std::string text;
  for (const Expr* operand : operands) text += (text.empty() ? "" : ", ") + print(operand);
  return text;
}

namespace {

// Real numbers, also those in pairs, are ordered otherwise in `min(a, b)` than in `min=`; see maxwarp/value.h.
bool has_reals(Scalar scalar) {
  if (!checked::is_pair(scalar)) return is_real(scalar);
  return is_real(checked::first_of(scalar)) || is_real(checked::second_of(scalar));
}

const char* function_of_numbers(Builtin builtin, Scalar scalar) {
  switch (builtin) {
    case Builtin::Abs: return "absolute";
    case Builtin::Min: return has_reals(scalar) ? "min_or_nan" : "min_of";
    case Builtin::Max: return has_reals(scalar) ? "max_or_nan" : "max_of";
    case Builtin::Lowered: return "min_of";
    case Builtin::Raised: return "max_of";
    case Builtin::Differ: return "differ";
    case Builtin::MinByFirst: return "min_by_first";
    case Builtin::MaxByFirst: return "max_by_first";
    case Builtin::Sqrt: return "sqrt";
    case Builtin::Exp: return "exp";
    case Builtin::Log: return "log";
    case Builtin::Floor: return "floor";
    case Builtin::Ceil: return "ceil";
    case Builtin::Pow: return "pow";
    case Builtin::ShiftLeft: return "shift_left";
    case Builtin::ShiftRight: return "shift_right";
    case Builtin::Popcount: return "popcount";
    case Builtin::Ctz: return "trailing_zeros";
    case Builtin::Random: return "random_real";
    case Builtin::RandomBelow: return "random_below";
    default: break;
  }
  assert(false && "`round` is a variable by now, and questions to tallies are statements");
  return "";
}

std::string bound(Builtin builtin, const std::string& node) {
  const bool row = builtin == Builtin::RowBegin || builtin == Builtin::RowEnd;
  const bool end = builtin == Builtin::RowEnd || builtin == Builtin::ColumnEnd;
  return fmt::format("graph.{}_offsets[{}{}]", row ? "row" : "column", node, end ? " + 1" : "");
}

// What is known of the whole graph.
std::string fact_of_graph(Builtin builtin) {
  switch (builtin) {
    case Builtin::Nodes: return "graph.nodes";
    case Builtin::Edges: return "graph.edges";
    case Builtin::MaxDegree:
    case Builtin::MaxOutdegree: return "static_cast<std::int32_t>(graph.max_outdegree)";
    case Builtin::MaxIndegree: return "static_cast<std::int32_t>(graph.max_indegree)";
    case Builtin::OutlierOutdegree: return "outlier_outdegree(graph)";
    case Builtin::OutlierIndegree: return "outlier_indegree(graph)";
    case Builtin::SplitOutdegree: return "split_outdegree(graph)";
    case Builtin::SplitIndegree: return "split_indegree(graph)";
    case Builtin::EfficientOutwidth: return "efficient_outwidth(graph)";
    case Builtin::EfficientInwidth: return "efficient_inwidth(graph)";
    case Builtin::Directed: return "!graph.symmetric";
    default: break;
  }
  assert(false && "`round` is a variable by now");
  return "";
}

/// Of a pair, or of a tally in an operator.
const char* member(Builtin builtin) {
  return builtin == Builtin::First ? ".first" : builtin == Builtin::Second ? ".second" : ".size";
}

// Loops go over nodes that there are.
bool is_of_loop(const Expr* node) {
  return node->kind == ExprKind::Reference && node->symbol->kind == ir::SymbolKind::LoopNode;
}

}  // namespace

std::string Expressions::narrowed(const Expr* expr) const {
  if (const Expr* number = literal_in(expr); number && expr->scalar == Scalar::Bits) {
    Expr bits = *number;
    bits.scalar = Scalar::Bits;
    return literal(&bits);
  }
  return fmt::format("narrow<{}>({})", value_type(expr->scalar), print(expr->operands[0]));
}

std::string Expressions::check(const Expr* expr) const {
  const std::string line = quoted(program_.algorithm->sources->line_text(expr->location)), given = list(expr->operands);
  if (expr->builtin == Builtin::CheckedStep) return fmt::format("checked_step({}, {})", given, line);
  return fmt::format("{}({}, \"{}\", {})", checked::is_integer(expr->scalar) ? "checked_index" : "checked_id", given,
                     expr->symbol ? expr->symbol->name : "", line);
}

// What the graph is asked about may be `none`, which has no number.
std::string Expressions::node_or_none(const Expr* node) const {
  const bool numbered = node->kind == ExprKind::Call && node->builtin == Builtin::NumberedNode;
  return numbered ? "numbered_node(graph, " + list(node->operands) + ")" : print(node);
}

std::string Expressions::call(const Expr* expr) const {
  if (expr->operands.empty()) return fact_of_graph(expr->builtin);
  switch (expr->builtin) {
    case Builtin::MostPieces: return "most_pieces(graph, " + list(expr->operands) + ")";
    case Builtin::Outdegree:
    case Builtin::Degree: return "outdegree(graph, " + list(expr->operands) + ")";
    case Builtin::Indegree: return "indegree(graph, " + list(expr->operands) + ")";
    case Builtin::Source: return "graph.edge_sources[" + list(expr->operands) + "]";
    case Builtin::Target: return "graph.targets[" + list(expr->operands) + "]";
    case Builtin::Neighbor: return "neighbor(graph, " + list(expr->operands) + ")";
    case Builtin::RandomNode: return "random_node(graph, " + list(expr->operands) + ")";
    case Builtin::Before: return "before(graph, " + list(expr->operands) + ")";
    case Builtin::NeighborEdge: return "neighbor_edge(graph, " + list(expr->operands) + ")";
    case Builtin::HasEdge:
      return "has_edge(graph, " + node_or_none(expr->operands[1]) + ", " + node_or_none(expr->operands[0]) + ")";
    case Builtin::FindEdge:
      return "find_edge(graph, " + node_or_none(expr->operands[0]) + ", " + node_or_none(expr->operands[1]) + ")";
    case Builtin::Twin: return "graph.twins[" + list(expr->operands) + "]";
    case Builtin::First:
    case Builtin::Second:
    case Builtin::Entries: return print(expr->operands[0], 9) + member(expr->builtin);
    case Builtin::OwnNumber:
      if (is_of_loop(expr->operands[0])) return "graph.own_numbers[" + list(expr->operands) + "]";
      return "own_number(graph, " + list(expr->operands) + ")";
    case Builtin::NumberedNode: return "graph.numbered_nodes[" + list(expr->operands) + "]";
    case Builtin::Repeats: return "repeats(graph, " + list(expr->operands) + ")";
    case Builtin::CheckedIndex:
    case Builtin::CheckedStep: return check(expr);
    case Builtin::ToInt:
    case Builtin::ToLong:
    case Builtin::ToFloat:
    case Builtin::ToBits: return narrowed(expr);
    case Builtin::RowBegin:
    case Builtin::RowEnd:
    case Builtin::ColumnBegin:
    case Builtin::ColumnEnd: return bound(expr->builtin, print(expr->operands[0]));
    case Builtin::ListRoom: return fmt::format("list_room(graph.nodes, {})", print(expr->operands[0]));
    default: return std::string(function_of_numbers(expr->builtin, expr->scalar)) + "(" + list(expr->operands) + ")";
  }
}

}  // namespace maxwarp::emit
