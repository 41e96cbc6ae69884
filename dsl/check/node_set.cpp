// Node sets as variables: a set is a `node bool` property, true at its members. Everything about sets is
// written as plain loops and elements here, so that no later stage knows of them.
#include <utility>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::ExprKind;
using checked::LoopDomain;
using checked::Space;
using checked::StmtKind;
using checked::SymbolKind;

bool Checker::is_set_variable(const Symbol* symbol) const { return symbol && symbol->type.is_marks; }

/// What a set is kept in.
checked::Type Checker::marks_type() {
  checked::Type type;
  type.scalar = Scalar::Bool;
  type.space = Space::Node;
  type.is_marks = true;
  return type;
}

const checked::Expr& Checker::reference(const Symbol& symbol, Location location) {
  Expr& made = make_expr(ExprKind::Reference, symbol.type.scalar, location);
  made.symbol = &symbol;
  return made;
}

const checked::Expr& Checker::member(const Symbol& set, const Expr& node, Location location) {
  Expr& made = make_expr(ExprKind::Element, Scalar::Bool, location);
  made.symbol = &set;
  made.operands = {&node};
  return made;
}

const checked::Expr& Checker::truth(bool value, Location location) {
  Expr& made = make_expr(ExprKind::Integer, Scalar::Bool, location);
  made.integer = value;
  return made;
}

const checked::Expr* Checker::both(const Expr* a, const Expr* b) {
  if (!a || !b) return a ? a : b;
  Expr& made = make_expr(ExprKind::Binary, Scalar::Bool, a->location);
  made.binary_op = checked::BinaryOp::And;
  made.operands = {a, b};
  return &made;
}

checked::Stmt& Checker::assign(const Expr& target, const Expr& value, Location location) {
  Stmt& made = make_stmt(StmtKind::Assign, location);
  made.target = &target;
  made.value = &value;
  return made;
}

/// `var live: node set = all`, `let pivots = {v in live where …}`.
void Checker::declare_set(const ast::Stmt& stmt) {
  checked::Type type = marks_type();
  if (parallel()) {
    diagnostics_.report(diag::WholeInParallel, stmt.name.location, stmt.name.text);
    return scopes_.add(make_broken(stmt.name, SymbolKind::Variable));
  }
  // Not in scope yet: its own value may not name it.
  Symbol& symbol = make_symbol(declared_name(stmt.name), SymbolKind::Variable, type, stmt.name.location);
  Stmt& made = make_stmt(StmtKind::Declare, stmt.name.location);
  made.symbol = &symbol;
  emit(made);
  if (stmt.value && stmt.value->kind == ast::ExprKind::Name && stmt.value->name == "all" && !scopes_.find("all"))
    made.value = &truth(true, stmt.value->location);
  else if (stmt.value)
    fill_set(symbol, *stmt.value, true);
  scopes_.add(symbol, stmt.name.text);
}

/// A loop over all nodes that has no body yet; `node` names them.
checked::Stmt& Checker::all_nodes(std::string_view wish, Location location) {
  Stmt& loop = make_stmt(StmtKind::Foreach, location);
  Symbol& node = make_local(wish, Scalar::Node, location);
  node.kind = SymbolKind::LoopNode;
  node.type.space = Space::Local;
  loop.loop.domain = LoopDomain::Nodes;
  loop.loop.variable = &node;
  return loop;
}

/// Makes `set` hold what `value` says; `empty`: it has just been declared, so it holds nothing.
void Checker::fill_set(const Symbol& set, const ast::Expr& value, bool empty) {
  if (value.kind == ast::ExprKind::Comprehension) return fill_by_condition(set, value);
  if (value.kind == ast::ExprKind::Set) return fill_by_members(set, value, empty);
  bool all = value.kind == ast::ExprKind::Name && value.name == "all" && !scopes_.find("all");
  if (all) {
    Stmt& made = make_stmt(StmtKind::Fill, value.location);
    made.symbol = &set;
    made.value = &truth(true, value.location);
    return emit(made);
  }
  const Symbol* other = node_set(value);
  if (!other || other == &set) return;
  Stmt& loop = all_nodes("v", value.location);
  const Expr& node = reference(*loop.loop.variable, value.location);
  if (is_set_variable(other)) {
    loop.body = {&assign(member(set, node, value.location), member(*other, node, value.location), value.location)};
    return emit(loop);
  }
  if (!empty) clear_set(set, value.location);
  loop.loop.set = other;
  loop.body = {&assign(member(set, node, value.location), truth(true, value.location), value.location)};
  emit(loop);
}

void Checker::clear_set(const Symbol& set, Location location) {
  Stmt& made = make_stmt(StmtKind::Fill, location);
  made.symbol = &set;
  made.value = &truth(false, location);
  emit(made);
}

/// `{source, target}`: the nodes are taken before the set changes.
void Checker::fill_by_members(const Symbol& set, const ast::Expr& value, bool empty) {
  std::vector<const Expr*> nodes;
  for (const ast::Expr* operand : value.operands) {
    const Expr* node = this->value(*operand, Scalar::Node);
    if (!node) return;
    nodes.push_back(node);
  }
  if (!empty) clear_set(set, value.location);
  for (const Expr* node : nodes)
    emit(assign(member(set, *node, value.location), truth(true, value.location), value.location));
}

/// `{v in live where c}`: every node decides for itself.
void Checker::fill_by_condition(const Symbol& set, const ast::Expr& value) {
  Stmt& loop = make_stmt(StmtKind::Foreach, value.location);
  begin_region();
  around_.push_back(Around::Parallel);
  scopes_.open();
  const Expr* condition = comprehension(value, loop.loop);
  scopes_.close();
  around_.pop_back();
  if (!loop.loop.variable || (!condition && value.operands.size() > 1)) return;
  loop.loop.domain = LoopDomain::Nodes;
  const Expr& node = reference(*loop.loop.variable, value.location);
  const Expr& wanted = condition ? *condition : truth(true, value.location);
  loop.body = {&assign(member(set, node, value.location), wanted, value.location)};
  emit(loop);
}

/// The condition of `{v in S where c}` with S in it; sets the loop's variable. Null: always, or an error.
const checked::Expr* Checker::comprehension(const ast::Expr& value, checked::Loop& loop) {
  const ast::Expr& source = *value.operands[0];
  bool all = source.kind == ast::ExprKind::Name && source.name == "all" && !scopes_.find("all");
  const Symbol* set = all ? nullptr : marks_of(source);
  if (!all && !set) return nullptr;
  const Symbol* variable = loop_variable({value.name, value.location}, SymbolKind::LoopNode, Scalar::Node);
  const Expr* condition = nullptr;
  if (value.operands.size() > 1) {
    condition = repeated_expression(*value.operands[1], Scalar::Bool);
    if (!condition) return nullptr;
  }
  loop.variable = variable;
  return set ? both(&member(*set, reference(*variable, source.location), source.location), condition) : condition;
}

/// The marks of a set: a set variable itself; of a parameter an array that is filled when the algorithm begins.
const checked::Symbol* Checker::marks_of(const ast::Expr& expr) {
  const Symbol* set = node_set(expr);
  if (!set || is_set_variable(set)) return set;
  const Symbol*& marks = marks_of_parameters_[set];
  if (marks) return marks;
  Symbol& symbol = make_local("in_" + set->name, Scalar::Bool, expr.location);
  symbol.kind = SymbolKind::Variable;
  symbol.type = marks_type();
  Stmt& declaration = make_stmt(StmtKind::Declare, expr.location);
  declaration.symbol = &symbol;
  Stmt& loop = all_nodes("v", expr.location);
  loop.loop.set = set;
  const Expr& node = reference(*loop.loop.variable, expr.location);
  loop.body = {&assign(member(symbol, node, expr.location), truth(true, expr.location), expr.location)};
  preamble_.push_back(&declaration);
  preamble_.push_back(&loop);
  return marks = &symbol;
}

/// `live = …`, `touched += w`, `touched -= w`.
void Checker::change_set(const ast::Stmt& stmt, Symbol& set) {
  bool adds = stmt.op == TokenKind::PlusAssign, removes = stmt.op == TokenKind::MinusAssign;
  scopes_.mark_written(&set);
  if (adds || removes) {
    const Expr* node = value(*stmt.value, Scalar::Node);
    if (node) emit(assign(member(set, *node, stmt.target->location), truth(adds, stmt.location), stmt.location));
  } else if (stmt.op != TokenKind::Assign) {
    diagnostics_.report(diag::WholeReduction, stmt.op_location, spelling(stmt.op), set.name);
  } else if (parallel()) {
    diagnostics_.report(diag::WholeInParallel, stmt.location, set.name);
  } else {
    fill_set(set, *stmt.value, false);
  }
}

/// What a parallel loop asks of sets is counted before it: the outermost one says where that is.
bool Checker::begin_region() {
  if (parallel()) return false;
  before_region_ = block_;
  sizes_.clear();
  return true;
}

namespace {

bool changes(const checked::Block& block, const checked::Symbol* set) {
  for (const checked::Stmt* stmt : block)
    if ((stmt->target && stmt->target->symbol == set) || changes(stmt->body, set) || changes(stmt->other, set))
      return true;
  return false;
}

}  // namespace

/// A size that was counted before the loop has to hold for all of it.
void Checker::end_region(const Stmt& loop) {
  for (const auto& [set, size] : sizes_)
    if (changes(loop.body, set)) diagnostics_.report(diag::SizeOfChanging, size.location, set->name, set->name);
}

/// `size(live)`, counted before the statement, and again in every round where a loop asks for it.
const checked::Expr* Checker::set_size(const ast::Expr& set, Location location) {
  const Symbol* symbol = marks_of(set);
  if (!symbol) return nullptr;
  if (!parallel()) return &reference(counted(*symbol, location), location);
  auto known = sizes_.find(symbol);
  if (known == sizes_.end()) {
    checked::Block* inner = std::exchange(block_, before_region_);
    known = sizes_.emplace(symbol, CountedSize{&counted(*symbol, location), location}).first;
    block_ = inner;
  }
  return &reference(*known->second.size, location);
}

/// A variable of the host that holds how many members the set has.
const checked::Symbol& Checker::counted(const Symbol& set, Location location) {
  Symbol& count = make_local("size_of_" + set.name, Scalar::Int, location);
  count.kind = SymbolKind::Variable;
  count.type.space = Space::Global;
  Expr& zero = make_expr(ExprKind::Integer, Scalar::Int, location);
  Expr& one = make_expr(ExprKind::Integer, Scalar::Int, location);
  one.integer = 1;
  Stmt& declaration = make_stmt(StmtKind::Declare, location);
  declaration.symbol = &count;
  declaration.value = &zero;
  // Between the rounds of an `iterate` it is counted, and known, nowhere but after each.
  bool after_round = after_round_ && !parallel();
  if (after_round)
    after_round_->push_back(&declaration);
  else
    emit(declaration);
  Stmt& loop = all_nodes("v", location);
  loop.loop.where = &member(set, reference(*loop.loop.variable, location), location);
  Stmt& add = make_stmt(StmtKind::Reduce, location);
  add.target = &reference(count, location);
  add.reduction = checked::Reduction::Add;
  add.value = &one;
  loop.body = {&add};
  checked::Block* into = after_round ? after_round_ : prelude_ ? prelude_ : block_;
  if (!after_round) into->push_back(&assign(reference(count, location), zero, location));
  into->push_back(&loop);
  return count;
}

/// A set as a condition: has it members?
const checked::Expr* Checker::has_members(const ast::Expr& set) {
  const Expr* size = set_size(set, set.location);
  if (!size) return nullptr;
  Expr& made = make_expr(ExprKind::Binary, Scalar::Bool, set.location);
  made.binary_op = checked::BinaryOp::Gt;
  made.operands = {size, &make_expr(ExprKind::Integer, Scalar::Int, set.location)};
  return &made;
}

}  // namespace maxwarp
