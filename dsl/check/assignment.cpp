// Assignments, reductions, `was(…)` and the filling or copying of whole properties.
// Reductions become a statement of their own: conditions and values then refer to `changed` or `old`.
#include <algorithm>

#include "dsl/check/checker.h"
#include "dsl/check/print.h"

namespace maxwarp {

using checked::ExprKind;
using checked::Reduction;
using checked::Space;
using checked::StmtKind;
using checked::SymbolKind;

namespace {

std::optional<Reduction> reduction_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::MinAssign: return Reduction::Min;
    case TokenKind::MaxAssign: return Reduction::Max;
    case TokenKind::PlusAssign:
    case TokenKind::MinusAssign: return Reduction::Add;
    case TokenKind::TimesAssign: return Reduction::Mul;
    case TokenKind::OrAssign: return Reduction::Or;
    case TokenKind::AndAssign: return Reduction::And;
    case TokenKind::AnyAssign: return Reduction::Any;
    default: return std::nullopt;
  }
}

/// Whether no update can move the place: its indices are loop variables, parameters and constants.
bool is_fixed_place(const checked::Expr& place) {
  for (const checked::Expr* index : place.operands)
    if (index->kind != ExprKind::Reference || index->symbol->kind == SymbolKind::Variable) return false;
  return true;
}

}  // namespace

void Checker::assignment(const ast::Stmt& stmt) {
  const ast::Definition* callee = stmt.op == TokenKind::Assign ? called_algorithm(stmt.value) : nullptr;
  if (callee) return assign_result(stmt, *callee);
  if (Symbol* tally = tally_of(*stmt.target)) return count(stmt, *tally);
  if (stmt.target->kind == ast::ExprKind::Name) {
    Symbol* symbol = symbol_of(*stmt.target);
    if (!symbol) return;
    if (symbol->type.is_set || (symbol->type.space != Space::Global && symbol->type.space != Space::Local))
      return whole(stmt, *symbol);
  }
  if (reduction_of(stmt.op)) {
    reduction(stmt);
    return;
  }
  const Expr* place = target(*stmt.target);
  if (!place) return;
  hoisting_allowed_ = is_fixed_place(*place);
  const Expr* written = value(*stmt.value, place->scalar, place->symbol->name);
  if (!written) return;
  if (stmt.op == TokenKind::DivideAssign) {
    if (!checked::is_number(place->scalar)) {
      diagnostics_.report(diag::NoArithmetic, stmt.op_location, spelling(place->scalar), spelling(stmt.op));
      return;
    }
    scopes_.mark_read(place->symbol);
    Expr& quotient = make_expr(ExprKind::Binary, place->scalar, stmt.op_location);
    quotient.binary_op = checked::BinaryOp::Div;
    quotient.operands = {place, written};
    written = &quotient;
  }
  Stmt& made = make_stmt(StmtKind::Assign, stmt.location);
  made.target = place;
  made.value = written;
  emit(made);
}

/// `level = inf`: every element gets the value.
void Checker::whole(const ast::Stmt& stmt, Symbol& symbol) {
  if (!assignable(*stmt.target, symbol)) return;
  if (is_set_variable(&symbol)) return change_set(stmt, symbol);
  if (stmt.op != TokenKind::Assign) {
    diagnostics_.report(diag::WholeReduction, stmt.op_location, spelling(stmt.op), symbol.name);
    return;
  }
  if (parallel()) {
    diagnostics_.report(diag::WholeInParallel, stmt.location, symbol.name);
    return;
  }
  scopes_.mark_written(&symbol);
  if (stmt.value->kind == ast::ExprKind::Name) {
    const Symbol* source = scopes_.find(stmt.value->name);
    bool property = source && !source->type.is_set && !broken_.contains(source) &&
                    (source->type.space == Space::Node || source->type.space == Space::Edge ||
                     source->type.space == Space::Array);
    if (property) return copy_property(stmt, symbol, *source);
  }
  const Expr* element = value(*stmt.value, symbol.type.scalar, symbol.name);
  if (!element) return;
  Stmt& made = make_stmt(StmtKind::Fill, stmt.location);
  made.symbol = &symbol;
  made.value = element;
  emit(made);
}

/// `rank = home` is a loop that copies each element.
void Checker::copy_property(const ast::Stmt& stmt, const Symbol& target, const Symbol& source) {
  scopes_.mark_read(&source);
  if (target.type.space == Space::Array && source.type.space == Space::Array) return copy_array(stmt, target, source);
  const bool array = source.type.space == Space::Array;
  if (array || target.type.space == Space::Array) {
    diagnostics_.report(diag::PropertyAndArray, stmt.value->location, array ? stmt.value->name : target.name,
                        array ? target.name : stmt.value->name,
                        spelling(array ? target.type.space : source.type.space));
    return;
  }
  if (target.type.space != source.type.space) {
    diagnostics_.report(diag::DifferentSpaces, stmt.value->location, stmt.value->name, spelling(source.type.space),
                        target.name, spelling(target.type.space));
    return;
  }
  Stmt& loop = make_stmt(StmtKind::Foreach, stmt.location);
  const Symbol& index = copy_loop(loop, target.type.space == Space::Node);
  auto element = [&](const Symbol& symbol, Location location) -> Expr& {
    Expr& reference = make_expr(ExprKind::Reference, index.type.scalar, location);
    reference.symbol = &index;
    Expr& made = make_expr(ExprKind::Element, symbol.type.scalar, location);
    made.symbol = &symbol;
    made.operands = {&reference};
    return made;
  };
  Stmt& copy = make_stmt(StmtKind::Assign, stmt.location);
  copy.target = &element(target, stmt.target->location);
  copy.value = convert(&element(source, stmt.value->location), target.type.scalar, target.name);
  if (!copy.value) return;
  loop.body.push_back(&copy);
  emit(loop);
}

/// `sorted = data`: every element gets the one at its place.
void Checker::copy_array(const ast::Stmt& stmt, const Symbol& target, const Symbol& source) {
  bool same_extents = std::ranges::equal(
      target.type.extents, source.type.extents,
      [](const Expr* one, const Expr* other) { return print_expression(*one) == print_expression(*other); });
  if (!same_extents || target.type.indices != source.type.indices) {
    diagnostics_.report(diag::DifferentExtents, stmt.location, target.name, stmt.value->name);
    return;
  }
  Expr& element = make_expr(ExprKind::Element, source.type.scalar, stmt.value->location);
  element.symbol = &source;
  Stmt& copy = make_stmt(StmtKind::Fill, stmt.location);
  copy.symbol = &target;
  copy.value = convert(&element, target.type.scalar, target.name);
  if (copy.value) emit(copy);
}

/// Makes `loop` one over all nodes or edges; returns the node or edge that it names.
const checked::Symbol& Checker::copy_loop(Stmt& loop, bool nodes) {
  auto variable = [&](std::string_view wish, Scalar scalar, SymbolKind kind) {
    Symbol& symbol = make_local(wish, scalar, loop.location);
    symbol.kind = kind;
    symbol.type.space = Space::Local;
    return &symbol;
  };
  loop.loop.domain = nodes ? checked::LoopDomain::Nodes : checked::LoopDomain::Edges;
  loop.loop.variable = variable(nodes ? "v" : "u", Scalar::Node, SymbolKind::LoopNode);
  if (nodes) return *loop.loop.variable;
  loop.loop.target = variable("w", Scalar::Node, SymbolKind::LoopNode);
  loop.loop.edge = variable("e", Scalar::Edge, SymbolKind::LoopEdge);
  return *loop.loop.edge;
}

bool Checker::assignable(const ast::Expr& expr, const Symbol& symbol) {
  bool can = symbol.kind == SymbolKind::Variable || symbol.kind == SymbolKind::Result;
  if (can) return true;
  std::string_view instead = symbol.kind == SymbolKind::Parameter || symbol.kind == SymbolKind::Length
                                 ? "a result or a `var`"
                             : symbol.kind == SymbolKind::Constant ? "`var` in its declaration"
                                                                   : "a `var` of another name";
  diagnostics_.report(diag::NotAssignable, expr.location, symbol.name, described(symbol.kind), instead)
      .note(diag::DeclaredHere, symbol.location, symbol.name);
  return false;
}

/// A place that can be written: a scalar or an element.
const checked::Expr* Checker::target(const ast::Expr& expr) {
  bool element = expr.kind == ast::ExprKind::Index && expr.operands[0]->kind == ast::ExprKind::Name;
  if (expr.kind != ast::ExprKind::Name && !element) {
    diagnostics_.report(diag::NotAPlace, expr.location);
    return nullptr;
  }
  const ast::Expr& name = element ? *expr.operands[0] : expr;
  Symbol* symbol = symbol_of(name);
  if (!symbol || !assignable(name, *symbol)) return nullptr;
  scopes_.mark_written(symbol);
  bool scalar = symbol->type.space == Space::Global || symbol->type.space == Space::Local;
  if (!element) {
    if (is_set_variable(symbol)) {
      diagnostics_.report(diag::SetAsValue, expr.location, symbol->name, symbol->name, symbol->name);
      return nullptr;
    }
    if (!scalar) {
      diagnostics_.report(diag::WholeAsValue, expr.location, symbol->name, spelling(symbol->type.space), symbol->name);
      return nullptr;
    }
    Expr& made = make_expr(ExprKind::Reference, symbol->type.scalar, expr.location);
    made.symbol = symbol;
    return &made;
  }
  Expr& made = make_expr(ExprKind::Element, symbol->type.scalar, expr.location);
  made.symbol = symbol;
  return indices(expr, *symbol, made) ? &made : nullptr;
}

bool Checker::reducible(const ast::Stmt& stmt, Reduction reduction, Scalar scalar) {
  bool logical = reduction == Reduction::Or || reduction == Reduction::And;
  bool sum = reduction == Reduction::Add || reduction == Reduction::Mul;
  if (logical && scalar != Scalar::Bool && scalar != Scalar::Bits && !checked::is_integer(scalar)) {
    diagnostics_.report(diag::LogicalReduction, stmt.op_location, spelling(stmt.op), spelling(scalar));
    return false;
  }
  bool ordered = reduction == Reduction::Min || reduction == Reduction::Max;
  if ((sum && !checked::is_number(scalar)) || (ordered && (scalar == Scalar::Bool || scalar == Scalar::Bits))) {
    diagnostics_.report(diag::NoArithmetic, stmt.op_location, spelling(scalar), spelling(stmt.op));
    return false;
  }
  return true;
}

/// `|=` and `&=` of an integer: there is a type for bits. Said once, at the declaration where there is one to mend.
void Checker::deprecate_integer_bits(const ast::Stmt& stmt, const Symbol& symbol) {
  if (!integers_of_bits_.insert(&symbol).second) return;
  const Location type = symbol.type.scalar_location;
  Diagnostic& warning = diagnostics_.report(diag::BitsOfInteger, type.valid() ? type : stmt.op_location,
                                            spelling(stmt.op), spelling(symbol.type.scalar), symbol.name);
  if (!type.valid()) return;
  warning.instead("bits").note(diag::ChangedHere, stmt.op_location, symbol.name);
}

/// Adds a Reduce statement to the block and returns it.
checked::Stmt* Checker::reduction(const ast::Stmt& stmt) {
  if (const Symbol* tally = tally_of(*stmt.target)) {
    report_only_adds(*stmt.target, *tally);
    return nullptr;
  }
  std::optional<Reduction> kind = reduction_of(stmt.op);
  if (!kind) {
    if (stmt.op != TokenKind::Assign) {
      diagnostics_.report(diag::WasOfDivision, stmt.op_location);
      return nullptr;
    }
    kind = Reduction::Exchange;
  }
  const Expr* place = target(*stmt.target);
  if (!place) return nullptr;
  if (!reducible(stmt, *kind, place->scalar)) return nullptr;
  const bool of_bits = *kind == Reduction::Or || *kind == Reduction::And;
  if (of_bits && checked::is_integer(place->scalar)) deprecate_integer_bits(stmt, *place->symbol);
  // A `was(…)` in the value would have to come between reading and changing the target.
  hoisting_allowed_ = is_fixed_place(*place);
  const Expr* operand = value(*stmt.value, place->scalar, place->symbol->name);
  if (!operand) return nullptr;
  if (stmt.op == TokenKind::MinusAssign) {
    Expr& negation = make_expr(ExprKind::Unary, place->scalar, stmt.value->location);
    negation.unary_op = checked::UnaryOp::Neg;
    negation.operands = {operand};
    operand = &negation;
  }
  Stmt& made = make_stmt(StmtKind::Reduce, stmt.location);
  made.target = place;
  made.reduction = *kind;
  made.value = operand;
  if (!stmt.withs.empty() && !payload(stmt, made)) return nullptr;
  emit(made);
  return &made;
}

/// `with parent[w] = v`: what is written beside the value, whenever that changes.
bool Checker::payload(const ast::Stmt& stmt, Stmt& reduction) {
  const ast::With& with = stmt.withs[0];
  bool ordered = reduction.reduction == Reduction::Min || reduction.reduction == Reduction::Max;
  if (!ordered || stmt.withs.size() > 1) {
    Location place = ordered ? stmt.withs[1].location : with.location;
    diagnostics_.report(ordered ? diag::SecondPayload : diag::PayloadOfSum, place);
    return false;
  }
  const Expr* place = target(*with.target);
  if (!place) return false;
  const Expr& value = *reduction.target;
  bool same_place = place->kind == value.kind && place->symbol != value.symbol &&
                    place->symbol->type.space == value.symbol->type.space &&
                    std::ranges::equal(place->operands, value.operands, [](const Expr* one, const Expr* other) {
                      return print_expression(*one) == print_expression(*other);
                    });
  Space space = value.symbol->type.space;
  bool kept = space == Space::Node || space == Space::Global;
  if (!same_place || !kept || checked::is_pair(value.scalar) || checked::is_pair(place->scalar)) {
    diagnostics_.report(diag::PayloadElsewhere, place->location, print_expression(*place), print_expression(value));
    return false;
  }
  for (auto [one, other] : {std::pair(place->symbol, value.symbol), std::pair(value.symbol, place->symbol)}) {
    const Symbol* partner = partners_.emplace(one, other).first->second;
    if (partner == other) continue;
    diagnostics_.report(diag::SecondPartner, place->location, one->name, partner->name);
    return false;
  }
  reduction.payload_target = place;
  reduction.payload = this->value(*with.value, place->scalar, place->symbol->name);
  return reduction.payload != nullptr;
}

/// `was(x += y)` inside of an expression: the reduction is carried out before the statement, so nothing of
/// the statement may have been read yet.
const checked::Expr* Checker::was(const ast::Expr& expr) {
  if (!hoisting_allowed_) {
    diagnostics_.report(diag::WasNotFirst, expr.op_location);
    return nullptr;
  }
  hoisting_allowed_ = false;
  Stmt* made = reduction(*expr.update);
  if (!made) return nullptr;
  scopes_.mark_read(made->target->symbol);
  made->old = &make_local("before_" + made->target->symbol->name, made->target->scalar, expr.op_location);
  Expr& reference = make_expr(ExprKind::Reference, made->target->scalar, expr.location);
  reference.symbol = made->old;
  return &reference;
}

}  // namespace maxwarp
