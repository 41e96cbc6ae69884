// Sets as text again: what the checker has written as elements of a `node bool`, and as loops.
#include <fmt/format.h>

#include "dsl/check/printer.h"

namespace maxwarp {

using checked::ExprKind;
using checked::Stmt;
using checked::StmtKind;

namespace {

/// `{v in … where c}`: every node decides for itself.
bool decides_for_each(const Stmt& stmt) {
  bool all = stmt.kind == StmtKind::Foreach && stmt.loop.domain == checked::LoopDomain::Nodes && !stmt.loop.set &&
             !stmt.loop.where && !stmt.loop.after && stmt.loop.label.empty() && stmt.body.size() == 1;
  if (!all || stmt.body[0]->kind != StmtKind::Assign || stmt.body[0]->target->kind != ExprKind::Element) return false;
  const checked::Expr& node = *stmt.body[0]->target->operands[0];
  return node.kind == ExprKind::Reference && node.symbol == stmt.loop.variable;
}

}  // namespace

/// Whether the statement was one about a set, which has been printed.
bool ProgramPrinter::set_statement(const Stmt& stmt) {
  if (stmt.kind == StmtKind::Fill && is_set(stmt.symbol)) {
    line(fmt::format("{} = {}", stmt.symbol->name, stmt.value->integer ? "all" : "{}"));
    return true;
  }
  bool decides = decides_for_each(stmt);
  const Stmt& change = decides ? *stmt.body[0] : stmt;
  if (change.kind != StmtKind::Assign || !is_member(*change.target)) return false;
  const std::string& set = change.target->symbol->name;
  bool literal = change.value->kind == ExprKind::Integer;
  if (decides)
    line(fmt::format("{} = {{{} in all{}}}", set, stmt.loop.variable->name,
                     literal && change.value->integer ? "" : clause("where", change.value)));
  else
    line(fmt::format("{} {}= {}", set, change.value->integer ? "+" : "-", expression(*change.target->operands[0])));
  return true;
}

/// `until size(front) > 3`: the loops that count stand where the checker has put them.
std::string ProgramPrinter::until(const Stmt& iterate) const {
  ProgramPrinter printer = *this;
  for (const Stmt* loop : iterate.other) {
    if (loop->kind != StmtKind::Foreach) continue;
    const checked::Symbol* count = loop->body[0]->target->symbol;
    if (with_sets_) printer.sizes_[count] = loop->loop.where->symbol;
  }
  return printer.clause("until", iterate.loop.until);
}

}  // namespace maxwarp
