// Tallies: declaration, `t[key] += n`, the questions `most`, `absent`, `h_index`, and the sums `t[key]` with their
// keys. The first use tells the type of the keys; all others have to go with it.
#include <algorithm>

#include "dsl/check/checker.h"

namespace maxwarp {

using checked::Builtin;
using checked::ExprKind;
using checked::SymbolKind;

void Checker::declare_tally(const ast::Stmt& stmt) {
  std::optional<checked::Type> type = this->type(stmt.type);
  auto loops = std::ranges::count_if(around_, [](Around around) {
    return around == Around::Parallel || around == Around::Iterate || around == Around::Neighbors;
  });
  if (type && (stmt.constant || stmt.value))
    diagnostics_.report(diag::TallyDeclaration, stmt.name.location, stmt.name.text);
  else if (type && loops > 1)
    diagnostics_.report(diag::TallyInNested, stmt.name.location, stmt.name.text);
  else if (type)
    return declare(stmt, *type, nullptr);
  scopes_.add(make_broken(stmt.name, SymbolKind::Variable));
}

/// `tally` counts, `tally long` and `tally double` add up.
bool Checker::tally_sum(const ast::Type& type, checked::Type& result) {
  if (!type.scalar_location.valid()) return true;
  bool is_number = false;
  Scalar sum = plain_scalar(type.scalar, is_number);
  if (sum == Scalar::Long || sum == Scalar::Double) {
    result.sum = sum;
    return true;
  }
  diagnostics_.report(diag::TallySumType, type.scalar_location, spelling(sum));
  return false;
}

/// The tally that `t` or `t[…]` names, or null.
checked::Symbol* Checker::tally_of(const ast::Expr& expr) const {
  const ast::Expr& name = expr.kind == ast::ExprKind::Index ? *expr.operands[0] : expr;
  Symbol* symbol = name.kind == ast::ExprKind::Name ? scopes_.find(name.name) : nullptr;
  return symbol && symbol->type.is_tally ? symbol : nullptr;
}

/// `votes[label[w]] += 1` is a reduction of an element that the key names.
void Checker::count(const ast::Stmt& stmt, Symbol& tally) {
  const ast::Expr& target = *stmt.target;
  bool counts = stmt.op == TokenKind::PlusAssign && target.kind == ast::ExprKind::Index;
  if (!counts) {
    report_only_adds(target, tally);
    return;
  }
  if (target.operands.size() != 2) {
    diagnostics_.report(diag::WrongIndexCount, target.location, tally.name, 1,
                        static_cast<int>(target.operands.size()) - 1);
    return;
  }
  scopes_.mark_written(&tally);
  const Expr* key = tally_key(*target.operands[1], tally);
  hoisting_allowed_ = false;
  Scalar sum = tally.type.sum.value_or(Scalar::Int);
  const Expr* number = value(*stmt.value, sum);
  if (!key || !number) return;
  Expr& entry = make_expr(ExprKind::Element, sum, target.location);
  entry.symbol = &tally;
  entry.operands = {key};
  Stmt& made = make_stmt(checked::StmtKind::Reduce, stmt.location);
  made.target = &entry;
  made.reduction = checked::Reduction::Add;
  made.value = number;
  emit(made);
}

const checked::Expr* Checker::tally_key(const ast::Expr& key, Symbol& tally) {
  if (keyed_.contains(&tally)) return value(key, tally.type.scalar, tally.name);
  const Expr* made = expression(key);
  if (!made) return nullptr;
  bool countable = checked::is_integer(made->scalar) || made->scalar == Scalar::Node || made->scalar == Scalar::Edge;
  if (!countable) {
    diagnostics_.report(diag::TallyKey, made->location, spelling(made->scalar));
    return nullptr;
  }
  tally.type.scalar = made->scalar;
  keyed_.insert(&tally);
  return made;
}

void Checker::report_only_adds(const ast::Expr& target, const Symbol& tally) {
  if (tally.type.sum)
    diagnostics_.report(diag::TallyOnlyAdds, target.location, tally.name);
  else
    diagnostics_.report(diag::TallyOnlyCounts, target.location, tally.name);
}

/// `t[key]`, when no loop adds to it any more.
const checked::Expr* Checker::sum_of(const ast::Expr& expr, Symbol& tally) {
  const ast::Expr& base = *expr.operands[0];
  if (!tally.type.sum) {
    diagnostics_.report(diag::TallyOnlyCounted, expr.location, tally.name);
    return nullptr;
  }
  if (expr.operands.size() != 2) {
    diagnostics_.report(diag::WrongIndexCount, expr.location, tally.name, 1,
                        static_cast<int>(expr.operands.size()) - 1);
    return nullptr;
  }
  const Expr* key = tally_key(*expr.operands[1], tally);
  if (!key) return nullptr;
  return make_call(Builtin::SumOf, *tally.type.sum, expr.location, {&reference(tally, base.location), key});
}

/// `foreach key k in t`
bool Checker::key_head(const ast::Loop& loop, checked::Loop& result) {
  result.domain = checked::LoopDomain::Keys;
  const ast::Expr& of = *loop.of;
  Symbol* tally = of.kind == ast::ExprKind::Name ? tally_of(of) : nullptr;
  if (!tally) {
    bool known = of.kind != ast::ExprKind::Name || symbol_of(of);
    if (known)
      diagnostics_.report(diag::KeysOfOther, of.location,
                          of.kind == ast::ExprKind::Name ? fmt::format("`{}`", of.name) : "this");
    return false;
  }
  scopes_.mark_read(tally);
  if (!tally->type.sum) {
    diagnostics_.report(diag::TallyOnlyCounted, of.location, tally->name);
    return false;
  }
  keyed_.insert(tally);  // where nothing is added, the keys are `int`
  result.of = &reference(*tally, of.location);
  return true;
}

/// `most(votes, label[v])`, `absent(used)`, `h_index(have)`.
const checked::Expr* Checker::ask(const ast::Expr& expr, Builtin builtin) {
  const ast::Expr& of = *expr.operands[0];
  Symbol* tally = of.kind == ast::ExprKind::Name ? tally_of(of) : nullptr;
  if (!tally) {
    if (of.kind != ast::ExprKind::Name || symbol_of(of))
      diagnostics_.report(diag::TallyExpected, of.location, expr.name);
    return nullptr;
  }
  scopes_.mark_read(tally);
  if (tally->type.sum) {
    diagnostics_.report(diag::TallySums, expr.location, tally->name, expr.name);
    return nullptr;
  }
  if (!is_askable(expr, builtin, *tally)) return nullptr;
  std::vector<const Expr*> operands{&reference(*tally, of.location)};
  if (builtin == Builtin::Most) {
    operands.push_back(tally_key(*expr.operands[1], *tally));
    if (!operands[1]) return nullptr;
  }
  return make_call(builtin, tally->type.scalar, expr.location, std::move(operands));
}

/// Only numbers have a smallest absent one, and a size.
bool Checker::is_askable(const ast::Expr& expr, Builtin builtin, Symbol& tally) {
  if (builtin == Builtin::Most) return true;
  if (keyed_.insert(&tally).second) tally.type.scalar = Scalar::Int;
  if (checked::is_integer(tally.type.scalar)) return true;
  diagnostics_.report(diag::TallyOfIds, expr.op_location, expr.name, tally.name, spelling(tally.type.scalar));
  return false;
}

}  // namespace maxwarp
