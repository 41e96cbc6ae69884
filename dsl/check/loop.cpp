// Foreach and iterate: heads, loop variables, and the sugar `iterate edge`.
// A node or edge loop is parallel at the outermost level only; neighbor loops nest in it.
#include <utility>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::ExprKind;
using checked::LoopDomain;
using checked::SymbolKind;
using Names = ast::LoopSpace;

/// What the loop itself takes, as statements and values: each node is visited once.
constexpr int text_of_adjacent = 50;

const checked::Symbol* Checker::loop_variable(const ast::Name& name, SymbolKind kind, Scalar scalar) {
  checked::Type type;
  type.scalar = scalar;
  type.space = scalar_space();
  Symbol& symbol = make_symbol(declared_name(name), kind, type, name.location);
  scopes_.add(symbol, name.text);
  return &symbol;
}

const checked::Symbol* Checker::node_set(const ast::Expr& expr) {
  if (expr.kind != ast::ExprKind::Name) {
    if (expr.kind == ast::ExprKind::Set || expr.kind == ast::ExprKind::Comprehension)
      diagnostics_.report(diag::NotSupportedYet, expr.location, "a set made here",
                          "`var s: node set = …` before, and `s` here");
    else
      diagnostics_.report(diag::NotANodeSet, expr.location, "this");
    return nullptr;
  }
  if (expr.name == "nodes" && !scopes_.find(expr.name)) {
    diagnostics_.report(diag::NodesAsSet, expr.location).instead("all");
    return nullptr;
  }
  const Symbol* symbol = symbol_of(expr);
  if (!symbol) return nullptr;
  scopes_.mark_read(symbol);
  if (symbol->type.is_set || is_set_variable(symbol)) return symbol;
  diagnostics_.report(diag::NotANodeSet, expr.location, fmt::format("`{}`", symbol->name));
  return nullptr;
}

/// `after neighbor w where c`; w is known in c alone.
bool Checker::after_clause(const ast::Loop& loop, checked::Loop& result) {
  if (!loop.after_location.valid()) return true;
  if (loop.space != Names::Node) {
    diagnostics_.report(diag::AfterElsewhere, loop.after_location);
    return false;
  }
  std::string_view word = loop.after_direction.text;
  result.after_domain = word == "neighbor"     ? LoopDomain::Neighbors
                        : word == "inneighbor" ? LoopDomain::InNeighbors
                                               : LoopDomain::Adjacent;
  scopes_.open();
  result.after = loop_variable(loop.after_variable, SymbolKind::LoopNode, Scalar::Node);
  if (loop.after_where) result.after_where = repeated_expression(*loop.after_where, Scalar::Bool);
  scopes_.close();
  return !loop.after_where || result.after_where;
}

/// The nodes of a loop that asks for other nodes too whether they are in it: the set as a condition.
void Checker::set_as_condition(const ast::Expr& source, checked::Loop& loop) {
  const Symbol* marks = marks_of(source);
  loop.set = nullptr;
  loop.where = both(&member(*marks, reference(*loop.variable, source.location), source.location), loop.where);
}

bool Checker::node_head(const ast::Loop& loop, checked::Loop& result) {
  bool all = loop.source && loop.source->kind == ast::ExprKind::Name && loop.source->name == "all" &&
             !scopes_.find("all");
  if (loop.source && !all && !(result.set = node_set(*loop.source))) return false;
  result.domain = LoopDomain::Nodes;
  return true;
}

bool Checker::neighbor_head(const ast::Loop& loop, checked::Loop& result) {
  result.domain = loop.space == Names::Neighbor     ? LoopDomain::Neighbors
                  : loop.space == Names::InNeighbor ? LoopDomain::InNeighbors
                                                    : LoopDomain::Adjacent;
  if (loop.space == Names::Adjacent && loop.edge.present()) {
    diagnostics_.report(diag::AdjacentVia, loop.edge.location);
    return false;
  }
  result.of = value(*loop.of, Scalar::Node);
  return result.of != nullptr;
}

bool Checker::range_head(const ast::Loop& loop, checked::Loop& result) {
  result.domain = LoopDomain::Range;
  const Expr *low = nullptr, *high = nullptr;
  if (!operands(*loop.low, *loop.high, {}, low, high)) return false;
  for (const Expr* bound : {low, high}) {
    if (checked::is_integer(bound->scalar)) continue;
    diagnostics_.report(diag::WrongType, bound->location, spelling(bound->scalar), "int");
    return false;
  }
  if (!unify(*loop.high, low, high)) return false;
  result.low = low;
  result.high = high;
  if (loop.step) result.step = value(*loop.step, low->scalar);
  bool negative = result.step && result.step->kind == checked::ExprKind::Unary &&
                  result.step->unary_op == checked::UnaryOp::Neg &&
                  result.step->operands[0]->kind == checked::ExprKind::Integer;
  bool zero = result.step && result.step->kind == checked::ExprKind::Integer && result.step->integer == 0;
  if (negative || zero) {
    diagnostics_.report(diag::StepNotPositive, loop.step->location);
    return false;
  }
  return !loop.step || result.step;
}

/// The head outside of the loop's own scope: nothing of it may name the loop's variables.
bool Checker::loop_head(const ast::Loop& loop, checked::Loop& result, Location location) {
  result.label = loop.label.text;
  bool over_graph = loop.space == Names::Node || loop.space == Names::Edge;
  if (over_graph && parallel()) {
    diagnostics_.report(diag::NotSupportedYet, location, "a loop over all nodes or edges inside of a parallel loop",
                        "two loops one after the other, or a neighbor loop or range inside");
    return false;
  }
  switch (loop.space) {
    case Names::Node: return node_head(loop, result);
    case Names::Edge: result.domain = LoopDomain::Edges; return true;
    case Names::Range: return range_head(loop, result);
    case Names::Key: return key_head(loop, result);
    case Names::Neighbor:
    case Names::InNeighbor:
    case Names::Adjacent: return neighbor_head(loop, result);
  }
  return false;
}

void Checker::loop_variables(const ast::Loop& loop, checked::Loop& result) {
  bool range = loop.space == Names::Range, keys = loop.space == Names::Key;
  Scalar scalar = !range && !keys ? Scalar::Node : result.low ? result.low->scalar : Scalar::Int;
  if (result.of && keys) scalar = result.of->scalar;
  result.variable = loop_variable(loop.variable, range || keys ? SymbolKind::LoopIndex : SymbolKind::LoopNode, scalar);
  if (range) bound_by_length(result);
  if (loop.target.present()) result.target = loop_variable(loop.target, SymbolKind::LoopNode, Scalar::Node);
  if (loop.edge.present()) result.edge = loop_variable(loop.edge, SymbolKind::LoopEdge, Scalar::Edge);
  name_ends(result);
}

/// What `source(e)` and `target(e)` are other names of. Where the node whose edges are walked may change, of none.
void Checker::name_ends(const checked::Loop& loop) {
  if (!loop.edge || !loop.variable) return;
  const auto node = [](const Expr* of) {
    bool fixed = of && of->kind == ExprKind::Reference && of->symbol->kind != SymbolKind::Variable &&
                 of->symbol->kind != SymbolKind::Result;
    return fixed ? of->symbol : nullptr;
  };
  switch (loop.domain) {
    case LoopDomain::Edges: ends_[loop.edge] = {loop.variable, loop.target}; return;
    case LoopDomain::Neighbors: ends_[loop.edge] = {node(loop.of), loop.variable}; return;
    case LoopDomain::InNeighbors: ends_[loop.edge] = {loop.variable, node(loop.of)}; return;
    case LoopDomain::Nodes:
    case LoopDomain::Adjacent:
    case LoopDomain::Keys:
    case LoopDomain::Range: return;
  }
}

void Checker::foreach (const ast::Stmt& stmt) {
  Stmt& made = make_stmt(checked::StmtKind::Foreach, stmt.location);
  const ast::Loop& loop = stmt.loop;
  bool good = loop_head(loop, made.loop, stmt.location);
  bool adjacent = loop.space == Names::Adjacent;
  if (adjacent && !has_room(stmt.location)) return;
  bool neighbors = loop.space == Names::Neighbor || loop.space == Names::InNeighbor || loop.space == Names::Adjacent;
  bool outermost = begin_region();
  around_.push_back(neighbors ? Around::Neighbors : Around::Parallel);
  bool outermost_neighbors = neighbors && !parallel();
  if (outermost_neighbors) around_.insert(around_.end() - 1, Around::Parallel);
  scopes_.open();
  loop_variables(loop, made.loop);
  if (loop.where) made.loop.where = repeated_expression(*loop.where, Scalar::Bool);
  good &= after_clause(loop, made.loop);
  if (made.loop.set && (is_set_variable(made.loop.set) || made.loop.after)) set_as_condition(*loop.source, made.loop);
  adjacent_ += adjacent;
  if (adjacent) add_text(text_of_adjacent);
  made.body = block(stmt.body);
  adjacent_ -= adjacent;
  scopes_.close();
  around_.pop_back();
  if (outermost_neighbors) around_.pop_back();
  if (outermost) end_region(made);
  if (good) emit(outermost_neighbors ? in_one_iteration(made) : made);
}

/// `foreach neighbor w of s { … }` outside of parallel loops: a region of one iteration that walks the neighbors.
checked::Stmt& Checker::in_one_iteration(Stmt& loop) {
  Stmt& once = make_stmt(checked::StmtKind::Foreach, loop.location);
  once.loop.label = std::exchange(loop.loop.label, "");
  once.loop.domain = LoopDomain::Range;
  Symbol& index = make_local("once", Scalar::Int, loop.location);
  index.kind = SymbolKind::LoopIndex;
  index.type.space = checked::Space::Local;
  once.loop.variable = &index;
  Expr& end = make_expr(checked::ExprKind::Integer, Scalar::Int, loop.location);
  end.integer = 1;
  once.loop.low = &make_expr(checked::ExprKind::Integer, Scalar::Int, loop.location);
  once.loop.high = &end;
  once.body = {&loop};
  return once;
}

/// `from {v in s where c}`
bool Checker::iterate_chosen(const ast::Expr& source, checked::Loop& result) {
  begin_region();
  around_.push_back(Around::Parallel);
  scopes_.open();
  checked::Loop head;
  result.from_where = comprehension(source, head);
  result.from_node = head.variable;
  scopes_.close();
  around_.pop_back();
  return result.from_all = head.variable != nullptr;
}

bool Checker::iterate_source(const ast::Expr& source, checked::Loop& result) {
  if (source.kind == ast::ExprKind::Set) {
    for (const ast::Expr* one : source.operands) {
      const Expr* node = value(*one, Scalar::Node);
      if (!node) return false;
      result.from.push_back(node);
    }
    if (result.from.empty()) diagnostics_.report(diag::EmptySource, source.location);
    return !result.from.empty();
  }
  if (source.kind == ast::ExprKind::Comprehension) return iterate_chosen(source, result);
  if (source.kind == ast::ExprKind::Name) {
    Symbol* symbol = scopes_.find(source.name);
    if (!symbol && source.name == "all") return result.from_all = true;
    if (is_set_variable(symbol)) {
      scopes_.mark_read(symbol);
      Symbol& node = make_local("v", Scalar::Node, source.location);
      node.kind = SymbolKind::LoopNode;
      node.type.space = checked::Space::Local;
      result.from_node = &node;
      result.from_where = &member(*symbol, reference(node, source.location), source.location);
      return result.from_all = true;
    }
    if (symbol && symbol->type.is_set) {
      scopes_.mark_read(symbol);
      result.from_set = symbol;
      return true;
    }
  }
  const Expr* node = value(source, Scalar::Node);
  if (node) result.from.push_back(node);
  return node != nullptr;
}

/// A set, not single nodes.
bool Checker::node_source(const ast::Expr& source, checked::Loop& result) {
  bool named = source.kind == ast::ExprKind::Name && source.name == "all" && !scopes_.find("all");
  if (!named && source.kind != ast::ExprKind::Comprehension && !node_set(source)) return false;
  return iterate_source(source, result);
}

void Checker::iterate(const ast::Stmt& stmt) {
  if (parallel()) {
    diagnostics_.report(diag::IterateInParallel, stmt.location);
    return;
  }
  Stmt& made = make_stmt(checked::StmtKind::Iterate, stmt.location);
  made.loop.label = stmt.loop.label.text;
  bool good = iterate_source(*stmt.loop.source, made.loop);
  ++rounds_;
  checked::Block* outer = std::exchange(after_round_, &made.other);
  if (stmt.loop.until) made.loop.until = repeated_expression(*stmt.loop.until, Scalar::Bool);
  after_round_ = outer;
  begin_region();
  around_.push_back(Around::Iterate);
  scopes_.open();
  made.loop.variable = loop_variable(stmt.loop.variable, SymbolKind::LoopNode, Scalar::Node);
  if (stmt.loop.space == Names::Edge) {
    iterate_edges(stmt, made);
  } else {
    if (stmt.loop.where) made.loop.where = repeated_expression(*stmt.loop.where, Scalar::Bool);
    if (stmt.loop.by) good = (made.loop.by = priority(*stmt.loop.by)) && good;
    made.body = block(stmt.body);
  }
  scopes_.close();
  around_.pop_back();
  --rounds_;
  end_region(made);
  if (good) emit(made);
}

/// `by dist[v]`: a hint, of which any value that its elements hold meanwhile will do.
const checked::Expr* Checker::priority(const ast::Expr& expr) {
  bool outer = std::exchange(hoisting_allowed_, false);
  const Expr* made = expression(expr);
  hoisting_allowed_ = outer;
  if (!made || checked::is_number(made->scalar)) return made;
  diagnostics_.report(diag::PriorityNotNumber, made->location, spelling(made->scalar));
  return nullptr;
}

/// `iterate edge v -> w from s where c { … }` is `iterate node v from s { foreach neighbor w of v where c { …
/// } }`.
void Checker::iterate_edges(const ast::Stmt& stmt, Stmt& result) {
  Stmt& inner = make_stmt(checked::StmtKind::Foreach, stmt.location);
  inner.loop.domain = LoopDomain::Neighbors;
  Expr& of = make_expr(checked::ExprKind::Reference, Scalar::Node, stmt.loop.variable.location);
  of.symbol = result.loop.variable;
  inner.loop.of = &of;
  around_.push_back(Around::Neighbors);
  scopes_.open();
  inner.loop.variable = loop_variable(stmt.loop.target, SymbolKind::LoopNode, Scalar::Node);
  if (stmt.loop.edge.present()) inner.loop.edge = loop_variable(stmt.loop.edge, SymbolKind::LoopEdge, Scalar::Edge);
  name_ends(inner.loop);
  if (stmt.loop.where) inner.loop.where = repeated_expression(*stmt.loop.where, Scalar::Bool);
  inner.body = block(stmt.body);
  scopes_.close();
  around_.pop_back();
  result.body.push_back(&inner);
}

}  // namespace maxwarp
