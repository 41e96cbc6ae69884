// Statements without loops over the graph.
// Each checks its parts and adds one statement, or a few where it is sugar, to the current block.
#include <utility>

#include "dsl/check/growth.h"

namespace maxwarp {

using checked::StmtKind;

checked::Block Checker::block(const ast::Block& block) {
  checked::Block result;
  checked::Block* outer = block_;
  block_ = &result;
  scopes_.open();
  for (const ast::Stmt* stmt : block.statements) statement(*stmt);
  scopes_.close();
  block_ = outer;
  return result;
}

void Checker::statement(const ast::Stmt& stmt) {
  Level level(*this, stmt.location);
  if (!level.is_bearable()) return;
  hoisting_allowed_ = true;
  switch (stmt.kind) {
    case ast::StmtKind::Invalid: return;
    case ast::StmtKind::Declare:
    case ast::StmtKind::Destructure: return declaration(stmt);
    case ast::StmtKind::Assign: return assignment(stmt);
    case ast::StmtKind::If: return if_statement(stmt);
    case ast::StmtKind::Foreach: return foreach (stmt);
    case ast::StmtKind::Iterate: return iterate(stmt);
    case ast::StmtKind::Repeat: return repeat(stmt);
    case ast::StmtKind::While: return while_loop(stmt);
    case ast::StmtKind::Activate: return activate(stmt);
    case ast::StmtKind::Break: return break_statement(stmt);
    case ast::StmtKind::Call: return call_statement(stmt);
    case ast::StmtKind::For: return for_loop(stmt);
    case ast::StmtKind::Assert: return assertion(stmt);
    case ast::StmtKind::Return:
      diagnostics_.report(calls_.empty() ? diag::ReturnInAlgorithm : diag::ReturnNotLast, stmt.location);
      return;
  }
}

namespace {

/// The update whose outcome the `if` asks for. `not was(x |= true)` and `was(x &= false)` ask for it, too: of a `bool`,
/// the value before tells whether it has changed.
const ast::Stmt* tested_update(const ast::Stmt& stmt) {
  if (stmt.update) return stmt.update;
  const ast::Expr* condition = stmt.condition;
  const bool turned = condition->kind == ast::ExprKind::Unary && condition->op == ast::Operator::Not;
  if (turned) condition = condition->operands[0];
  if (condition->kind != ast::ExprKind::Was) return nullptr;
  const ast::Stmt& update = *condition->update;
  const bool known = update.value && update.value->kind == ast::ExprKind::Boolean;
  const TokenKind wanted = turned ? TokenKind::OrAssign : TokenKind::AndAssign;
  return known && update.op == wanted && (update.value->integer != 0) == turned ? &update : nullptr;
}

}  // namespace

void Checker::if_statement(const ast::Stmt& stmt) {
  Stmt* update = nullptr;
  const Expr* condition = nullptr;
  if (const ast::Stmt* tested = tested_update(stmt)) {
    update = reduction(*tested);
    if (update) {
      Symbol& changed = make_local("changed", Scalar::Bool, tested->op_location);
      update->changed = &changed;
      Expr& reference = make_expr(checked::ExprKind::Reference, Scalar::Bool, tested->location);
      reference.symbol = &changed;
      condition = &reference;
    }
  } else {
    condition = value(*stmt.condition, Scalar::Bool);
  }
  Stmt& made = make_stmt(StmtKind::If, stmt.location);
  made.condition = condition;
  emit(made);
  made.body = block(stmt.body);
  made.other = block(stmt.other);
}

namespace {

/// A `break` that leaves the loop whose body this is.
bool has_break(const checked::Block& body) {
  for (const checked::Stmt* stmt : body) {
    if (stmt->kind == StmtKind::Break) return true;
    if (stmt->kind == StmtKind::If && (has_break(stmt->body) || has_break(stmt->other))) return true;
  }
  return false;
}

}  // namespace

void Checker::repeat(const ast::Stmt& stmt) {
  Stmt& made = make_stmt(StmtKind::Repeat, stmt.location);
  if (stmt.value) made.value = value(*stmt.value, Scalar::Int);
  emit(made);
  around_.push_back(Around::Sequential);
  ++rounds_;
  // `until` sees the names of the body, so the block is opened by hand.
  checked::Block* outer = block_;
  block_ = &made.body;
  scopes_.open();
  for (const ast::Stmt* one : stmt.body.statements) statement(*one);
  if (stmt.condition) made.condition = repeated_expression(*stmt.condition, Scalar::Bool);
  scopes_.close();
  block_ = outer;
  --rounds_;
  around_.pop_back();
  bool ends = stmt.value || stmt.condition || has_break(made.body);
  if (!ends) diagnostics_.report(diag::EndlessRepeat, stmt.location);
}

void Checker::while_loop(const ast::Stmt& stmt) {
  Stmt& made = make_stmt(StmtKind::While, stmt.location);
  // In a parallel loop every iteration has rounds of its own: `round` stays that of the surrounding one.
  int own = parallel() ? 0 : 1;
  rounds_ += own;
  around_.push_back(Around::Serial);
  checked::Block prelude;
  checked::Block* outer = std::exchange(prelude_, parallel() ? nullptr : &prelude);
  made.condition = repeated_expression(*stmt.condition, Scalar::Bool);
  prelude_ = outer;
  for (const Stmt* one : prelude) block_->push_back(one);
  emit(made);
  made.body = block(stmt.body);
  made.body.insert(made.body.end(), prelude.begin(), prelude.end());
  rounds_ -= own;
  around_.pop_back();
}

/// `for s in sources`: one after the other, ascending; who is in the set is asked before the loop.
void Checker::for_nodes(const ast::Stmt& stmt) {
  const ast::Expr& source = *stmt.loop.low;
  if (parallel()) {
    diagnostics_.report(diag::NotSupportedYet, stmt.location, "`for` over a node set inside of a parallel loop",
                        "`foreach neighbor w of v where w in s`, or this loop around the parallel one");
    return;
  }
  Stmt& made = make_stmt(StmtKind::For, stmt.location);
  made.loop.domain = checked::LoopDomain::Nodes;
  bool good = node_source(source, made.loop);
  around_.push_back(Around::Serial);
  scopes_.open();
  made.loop.variable = loop_variable(stmt.loop.variable, checked::SymbolKind::LoopIndex, Scalar::Node);
  made.body = block(stmt.body);
  scopes_.close();
  around_.pop_back();
  if (good) emit(made);
}

/// The bounds are evaluated once, before the loop.
void Checker::for_loop(const ast::Stmt& stmt) {
  if (!stmt.loop.high) return for_nodes(stmt);
  Stmt& made = make_stmt(StmtKind::For, stmt.location);
  made.loop.domain = checked::LoopDomain::Range;
  bool good = range_head(stmt.loop, made.loop);
  around_.push_back(Around::Serial);
  scopes_.open();
  Scalar scalar = made.loop.low ? made.loop.low->scalar : Scalar::Int;
  made.loop.variable = loop_variable(stmt.loop.variable, checked::SymbolKind::LoopIndex, scalar);
  bound_by_length(made.loop);
  made.body = block(stmt.body);
  scopes_.close();
  around_.pop_back();
  if (good) emit(made);
}

void Checker::activate(const ast::Stmt& stmt) {
  if (!inside(Around::Iterate)) {
    diagnostics_.report(diag::ActivateOutsideIterate, stmt.location);
    return;
  }
  const Expr* node = value(*stmt.value, Scalar::Node);
  if (!node) return;
  Stmt& made = make_stmt(StmtKind::Activate, stmt.location);
  made.value = node;
  emit(made);
}

void Checker::break_statement(const ast::Stmt& stmt) {
  Around innermost = around_.empty() ? Around::Call : around_.back();
  bool leaves = innermost == Around::Neighbors || innermost == Around::Serial ||
                (innermost == Around::Sequential && !parallel());
  if (leaves)
    emit(make_stmt(StmtKind::Break, stmt.location));
  else
    diagnostics_.report(diag::BreakOutsideNeighbors, stmt.location);
}

/// Nothing may end the run in the midst of a parallel loop.
void Checker::assertion(const ast::Stmt& stmt) {
  if (parallel()) {
    diagnostics_.report(diag::AssertInParallel, stmt.location);
    return;
  }
  const Expr* condition = value(*stmt.value, Scalar::Bool);
  if (!condition) return;
  Stmt& made = make_stmt(StmtKind::Assert, as_written(stmt.location));
  made.condition = condition;
  emit(made);
}

void Checker::call_statement(const ast::Stmt& stmt) {
  const ast::Definition* called = function(*stmt.value);
  if (called) {
    function_call(*stmt.value, *called, true);
    return;
  }
  const Expr* made = expression(*stmt.value);
  if (made) diagnostics_.report(diag::CallWithoutEffect, stmt.value->op_location, stmt.value->name);
}

}  // namespace maxwarp
