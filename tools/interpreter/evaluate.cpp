// Expressions: references, elements, operators, and what is built in.
#include <bitset>
#include <cmath>

#include "compiler/support/sources.h"
#include "dsl/check/print.h"
#include "tools/interpreter/machine.h"

namespace maxwarp::interpreter {

using checked::Builtin;
using checked::Expr;
using checked::ExprKind;
using checked::Scalar;

namespace {

[[noreturn]] void wrong(const char* what) { throw Stop{{StatusCode::BadArgument, 0, what}}; }

}  // namespace

/// Ends the run. The status points to the text, which is kept until the next one.
void Machine::wrong_at(Location place, const std::string& what) const {
  static thread_local std::string said;
  said = "line " + algorithm_.sources->line_text(place) + ": " + what;
  wrong(said.c_str());
}

/// In the words of compiled programs.
void Machine::assertion_failed(const checked::Stmt& stmt) const {
  static thread_local std::string said;
  said = print_expression(*stmt.condition);
  const Sources& sources = *algorithm_.sources;
  const bool own = sources.in_main(stmt.location);
  if (!own) said += ", in line " + sources.line_text(stmt.location);
  throw Stop{{StatusCode::AssertionFailed, 0, said.c_str(), own ? static_cast<std::int64_t>(stmt.location.line) : 0}};
}

Value Machine::evaluate(const Expr& expr) {
  tick();
  switch (expr.kind) {
    case ExprKind::Integer: return is_real(expr.scalar) ? real(static_cast<double>(expr.integer)) : whole(expr.integer);
    case ExprKind::Real: return real(expr.scalar == Scalar::Float ? static_cast<float>(expr.real) : expr.real);
    case ExprKind::Infinity: return infinity_of(expr.scalar);
    case ExprKind::None: return whole(-1);
    case ExprKind::Reference:
    case ExprKind::Element: return load(element(expr));
    case ExprKind::Unary: {
      const Value a = evaluate(*expr.operands[0]);
      return expr.unary_op == checked::UnaryOp::Not ? whole(!a.first.integer) : negated(expr.scalar, a);
    }
    case ExprKind::Binary: {
      const Value a = evaluate(*expr.operands[0]);
      if (expr.binary_op == checked::BinaryOp::And && expr.scalar == Scalar::Bool && !a.first.integer) return whole(0);
      if (expr.binary_op == checked::BinaryOp::Or && expr.scalar == Scalar::Bool && a.first.integer) return whole(1);
      return binary(expr.binary_op, expr.operands[0]->scalar, a, evaluate(*expr.operands[1]));
    }
    case ExprKind::Conditional: return evaluate(*expr.operands[evaluate(*expr.operands[0]).first.integer ? 1 : 2]);
    case ExprKind::Convert: return converted(expr.operands[0]->scalar, expr.scalar, evaluate(*expr.operands[0]));
    case ExprKind::Call: return call(expr);
    case ExprKind::Pair: {
      const Plain first = evaluate(*expr.operands[0]).first;
      return {first, evaluate(*expr.operands[1]).first};
    }
    case ExprKind::Contains: {
      const std::int64_t wanted = evaluate(*expr.operands[0]).first.integer;
      for (const Value& member : places_[expr.symbol].values)
        if (member.first.integer == wanted) return whole(1);
      return whole(0);
    }
  }
  return {};
}

/// Which variable or element that is.
Element Machine::element(const Expr& target) {
  if (target.kind == ExprKind::Reference) return {target.symbol, 0};
  Place& place = places_[target.symbol];
  std::int64_t index = target.operands.empty() ? filled_ : 0;
  for (std::size_t i = 0; i < target.operands.size(); ++i) {
    const std::int64_t one = evaluate(*target.operands[i]).first.integer;
    const std::int64_t extent = place.extents.empty() ? static_cast<std::int64_t>(place.values.size())
                                                      : place.extents[i];
    if (one < 0 || one >= extent) wrong_index(target, i, one, extent);
    index = index * extent + one;
  }
  const auto size = static_cast<std::int64_t>(place.values.size());
  if (index >= size) wrong_index(target, 0, index, size);
  return {target.symbol, index};
}

void Machine::wrong_index(const Expr& element, std::size_t dimension, std::int64_t index, std::int64_t extent) const {
  const Scalar scalar = element.operands.empty() ? Scalar::Long : element.operands[dimension]->scalar;
  const bool none = index < 0 && (scalar == Scalar::Node || scalar == Scalar::Edge);
  const std::string place = "of `" + element.symbol->name + "` is ";
  wrong_at(element.location,
           none ? "the index " + place + "`none`"
                : "the index " + std::to_string(index) + " " + place + "outside of 0.." + std::to_string(extent));
}

Value& Machine::at(const Element& element) {
  return element.index ? places_[element.symbol].values[static_cast<std::size_t>(element.index)]
                       : single(*element.symbol);
}

Value Machine::load(const Element& element) { return at(element); }
void Machine::store(const Element& element, const Value& value) { at(element) = value; }

node_t Machine::node(const Expr& expr) {
  const std::int64_t node = evaluate(expr).first.integer;
  if (node < 0 || node >= graph_.nodes) wrong_at(expr.location, "there is no such node");
  return static_cast<node_t>(node);
}

edge_t Machine::edge(const Expr& expr) {
  const std::int64_t edge = evaluate(expr).first.integer;
  if (edge < 0 || edge >= graph_.edges) wrong_at(expr.location, "there is no such edge");
  return edge;
}

Value Machine::call(const Expr& expr) {
  switch (expr.builtin) {
    case Builtin::First: return {evaluate(*expr.operands[0]).first, {}};
    case Builtin::Second: return {evaluate(*expr.operands[0]).second, {}};
    case Builtin::Round: return whole(round_);
    case Builtin::Active: return whole(active_);
    case Builtin::Most:
    case Builtin::Absent:
    case Builtin::HIndex:
    case Builtin::SumOf: return question(expr);
    case Builtin::Random:
    case Builtin::RandomBelow:
    case Builtin::RandomNode: return random_call(expr);
    case Builtin::Abs:
    case Builtin::Min:
    case Builtin::Max:
    case Builtin::Sqrt:
    case Builtin::Exp:
    case Builtin::Log:
    case Builtin::Floor:
    case Builtin::Ceil:
    case Builtin::Pow: return math_call(expr);
    case Builtin::ToInt:
    case Builtin::ToLong:
    case Builtin::ToFloat:
    case Builtin::ToBits: return narrowed(expr.operands[0]->scalar, expr.scalar, evaluate(*expr.operands[0]));
    case Builtin::BitOr:
    case Builtin::BitXor:
    case Builtin::BitAnd:
    case Builtin::BitNot:
    case Builtin::ShiftLeft:
    case Builtin::ShiftRight:
    case Builtin::Popcount:
    case Builtin::Ctz: return bit_call(expr);
    default: return graph_call(expr);
  }
}

Value Machine::bit_call(const Expr& expr) {
  const std::int64_t a = evaluate(*expr.operands[0]).first.integer;
  const std::bitset<64> bits(static_cast<std::uint64_t>(a));
  const std::int64_t b = expr.operands.size() > 1 ? evaluate(*expr.operands[1]).first.integer : 0;
  const std::bitset<64> other(static_cast<std::uint64_t>(b));
  const auto whole_of = [](const std::bitset<64>& made) { return whole(static_cast<std::int64_t>(made.to_ullong())); };
  const std::size_t count = b < 0 ? 64 : static_cast<std::size_t>(b);  // a bitset shifts all bits out by 64 and more
  switch (expr.builtin) {
    case Builtin::BitOr: return whole_of(bits | other);
    case Builtin::BitXor: return whole_of(bits ^ other);
    case Builtin::BitAnd: return whole_of(bits & other);
    case Builtin::BitNot: return whole_of(~bits);
    case Builtin::ShiftLeft: return whole_of(bits << count);
    case Builtin::ShiftRight: return whole_of(bits >> count);
    case Builtin::Popcount: return whole(static_cast<std::int64_t>(bits.count()));
    default: break;
  }
  std::int64_t lowest = 0;
  while (lowest < 64 && !bits[static_cast<std::size_t>(lowest)]) ++lowest;
  return whole(lowest);
}

Value Machine::math_call(const Expr& expr) {
  const Value a = evaluate(*expr.operands[0]);
  switch (expr.builtin) {
    case Builtin::Min: return smaller(expr.scalar, a, evaluate(*expr.operands[1]));
    case Builtin::Max: return larger(expr.scalar, a, evaluate(*expr.operands[1]));
    case Builtin::Abs: return magnitude(expr.scalar, a);
    case Builtin::Sqrt: return real(std::sqrt(a.first.real));
    case Builtin::Exp: return real(std::exp(a.first.real));
    case Builtin::Floor: return real(std::floor(a.first.real));
    case Builtin::Ceil: return real(std::ceil(a.first.real));
    case Builtin::Pow: return real(std::pow(a.first.real, evaluate(*expr.operands[1]).first.real));
    default: return real(std::log(a.first.real));
  }
}

Value Machine::graph_call(const Expr& expr) {
  const auto row = [&](node_t v) { return graph_.row_offsets[v + 1] - graph_.row_offsets[v]; };
  switch (expr.builtin) {
    case Builtin::Nodes: return whole(graph_.nodes);
    case Builtin::Edges: return whole(graph_.edges);
    case Builtin::MaxOutdegree:
    case Builtin::MaxDegree: return whole(graph_.max_outdegree);
    case Builtin::MaxIndegree: return whole(graph_.max_indegree);
    case Builtin::Directed: return whole(!graph_.symmetric);
    case Builtin::Outdegree:
    case Builtin::Degree: return whole(row(node(*expr.operands[0])));
    case Builtin::Indegree: {
      const node_t v = node(*expr.operands[0]);
      return whole(graph_.column_offsets[v + 1] - graph_.column_offsets[v]);
    }
    case Builtin::Source: return whole(source(edge(*expr.operands[0])));
    case Builtin::Target: return whole(graph_.targets[edge(*expr.operands[0])]);
    case Builtin::Twin: return whole(twin(edge(*expr.operands[0])));
    case Builtin::Neighbor:
    case Builtin::NeighborEdge: {
      const node_t v = node(*expr.operands[0]);
      const std::int64_t k = evaluate(*expr.operands[1]).first.integer;
      if (k < 0 || k >= row(v)) return whole(no_node);
      const edge_t e = graph_.row_offsets[v] + k;
      return whole(expr.builtin == Builtin::Neighbor ? graph_.targets[e] : e);
    }
    case Builtin::Before: {
      const node_t v = node(*expr.operands[0]), w = node(*expr.operands[1]);
      return whole(row(v) != row(w) ? row(v) < row(w) : v < w);
    }
    case Builtin::HasEdge: {
      const std::int64_t to = evaluate(*expr.operands[0]).first.integer,
                         from = evaluate(*expr.operands[1]).first.integer;
      return whole(find_edge(from, to) != no_edge);
    }
    case Builtin::FindEdge: {
      const std::int64_t from = evaluate(*expr.operands[0]).first.integer;
      return whole(find_edge(from, evaluate(*expr.operands[1]).first.integer));
    }
    default: wrong("a built-in that no program can write");
  }
}

/// The first edge between two numbers that may be of no nodes.
edge_t Machine::find_edge(std::int64_t from, std::int64_t to) const {
  if (from < 0 || from >= graph_.nodes) return no_edge;
  for (edge_t e = graph_.row_offsets[from]; e < graph_.row_offsets[from + 1]; ++e)
    if (graph_.targets[e] == to) return e;
  return no_edge;
}

node_t Machine::source(edge_t edge) const {
  node_t v = 0;
  while (graph_.row_offsets[v + 1] <= edge) ++v;
  return v;
}

/// The k-th edge w -> v for the k-th edge v -> w.
edge_t Machine::twin(edge_t edge) const {
  const node_t v = source(edge), w = graph_.targets[edge];
  std::int64_t before = 0;
  for (edge_t e = graph_.row_offsets[v]; e < edge; ++e) before += graph_.targets[e] == w;
  for (edge_t e = graph_.row_offsets[w]; e < graph_.row_offsets[w + 1]; ++e)
    if (graph_.targets[e] == v && before-- == 0) return e;
  wrong("an edge without one back");
}

/// SplitMix64, one step a value: the values are fixed by the language.
Value Machine::random_call(const Expr& expr) {
  const bool bounded = expr.builtin == Builtin::RandomBelow;
  std::uint64_t state = 1;
  for (std::size_t i = bounded; i < expr.operands.size(); ++i) {
    state = (state ^ static_cast<std::uint64_t>(evaluate(*expr.operands[i]).first.integer)) + 0x9e3779b97f4a7c15u;
    state = (state ^ (state >> 30)) * 0xbf58476d1ce4e5b9u;
    state = (state ^ (state >> 27)) * 0x94d049bb133111ebu;
    state ^= state >> 31;
  }
  if (expr.builtin == Builtin::Random) return real(std::ldexp(static_cast<double>(state >> 11), -53));
  const std::int64_t bound = bounded ? evaluate(*expr.operands[0]).first.integer : graph_.nodes;
  if (bound <= 0) return whole(bounded ? 0 : no_node);
  return whole(static_cast<std::int64_t>(((state >> 32) * static_cast<std::uint64_t>(bound)) >> 32));
}

Value Machine::question(const Expr& expr) {
  const std::map<std::int64_t, Value>& counts = places_[expr.operands[0]->symbol].counts;
  if (expr.builtin == Builtin::SumOf) {
    const auto found = counts.find(evaluate(*expr.operands[1]).first.integer);
    return found == counts.end() ? zero_of(expr.scalar) : found->second;
  }
  if (expr.builtin == Builtin::Most) {
    if (counts.empty()) return evaluate(*expr.operands[1]);
    auto most = counts.begin();  // keys ascend, so the smallest of those that tie stays
    for (auto one = counts.begin(); one != counts.end(); ++one)
      if (one->second.first.integer > most->second.first.integer) most = one;
    return whole(most->first);
  }
  if (expr.builtin == Builtin::Absent) {
    std::int64_t absent = 0;
    while (counts.contains(absent)) ++absent;
    return whole(absent);
  }
  std::int64_t h = 0, above = 0;
  for (auto one = counts.rbegin(); one != counts.rend() && one->first > 0; ++one) {
    above += one->second.first.integer;
    h = std::max(h, std::min(above, one->first));
  }
  return whole(h);
}

}  // namespace maxwarp::interpreter
