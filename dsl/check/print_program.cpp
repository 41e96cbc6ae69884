// Algorithms and statements as text.
// A reduction whose outcome is the next condition is written as `if x min= y { … }` again.
#include <fmt/format.h>

#include "dsl/check/print.h"
#include "dsl/check/printer.h"
#include "dsl/check/spelling.h"

namespace maxwarp {

using checked::Expr;
using checked::ExprKind;
using checked::Loop;
using checked::LoopDomain;
using checked::Stmt;
using checked::StmtKind;
using checked::Symbol;

namespace {

/// Whether the text of the value alone would not give it its type: see Checker::declaration.
bool needs_type(const Expr& value) {
  constexpr std::int64_t int_inf = 2147483647;
  switch (value.kind) {
    case ExprKind::Infinity:
    case ExprKind::None:
    case ExprKind::Convert: return true;
    case ExprKind::Integer: return value.scalar == checked::Scalar::Long && value.integer < int_inf;
    case ExprKind::Real: return value.scalar == checked::Scalar::Float;
    case ExprKind::Unary: return needs_type(*value.operands[0]);
    case ExprKind::Conditional: return needs_type(*value.operands[1]) || needs_type(*value.operands[2]);
    case ExprKind::Binary: {
      // A literal takes its type from the other side, unless that is a literal too.
      bool arithmetic = precedence(value.binary_op) > precedence(checked::BinaryOp::Eq);
      return arithmetic && needs_type(*value.operands[0]) && needs_type(*value.operands[1]);
    }
    case ExprKind::Pair: return needs_type(*value.operands[0]) || needs_type(*value.operands[1]);
    case ExprKind::Call:
      for (const Expr* operand : value.operands)
        if (is_number(value.scalar) && needs_type(*operand)) return true;
      return false;
    default: return false;
  }
}

bool is_outcome_of(const Expr* condition, const Stmt& reduce) {
  return condition && condition->kind == ExprKind::Reference && condition->symbol == reduce.changed;
}

}  // namespace

void ProgramPrinter::line(std::string_view text) { out_ += fmt::format("{:{}}{}\n", "", indent_ * 4, text); }

std::string ProgramPrinter::program(const checked::Program& program) {
  for (const auto& one : program.algorithms) {
    if (!out_.empty()) out_ += '\n';
    algorithm(*one);
  }
  return std::move(out_);
}

std::string ProgramPrinter::type(const checked::Type& type) const {
  if (type.is_set || type.is_marks) return "node set";
  if (type.is_tally)
    return as_checked_ ? fmt::format("{} {} of {}", spelling(type.space), tally(type), spelling(type.scalar))
                       : tally(type);
  std::string scalar(spelling(type.scalar));
  if (type.is_number && !as_checked_)
    scalar = is_pair(type.scalar) ? fmt::format("(number, {})", spelling(second_of(type.scalar))) : "number";
  switch (type.space) {
    case checked::Space::Global:
    case checked::Space::Local: return as_checked_ ? fmt::format("{} {}", spelling(type.space), scalar) : scalar;
    case checked::Space::Node:
    case checked::Space::Edge: return fmt::format("{} {}", spelling(type.space), scalar);
    case checked::Space::Array: break;
  }
  std::string extents;
  for (std::size_t i = 0; i < type.extents.size(); ++i) {
    const bool of_element = i < type.indices.size() && type.indices[i] != checked::Scalar::Long;
    extents += i > 0 ? ", " : "";
    extents += of_element ? std::string(spelling(type.indices[i])) : expression(*type.extents[i]);
  }
  return fmt::format("[{}] {}", extents, scalar);
}

std::string ProgramPrinter::tally(const checked::Type& type) {
  return type.sum ? fmt::format("tally {}", spelling(*type.sum)) : "tally";
}

std::string ProgramPrinter::declared(const Symbol& symbol) const {
  return fmt::format("{}: {}", symbol.name, type(symbol.type));
}

void ProgramPrinter::algorithm(const checked::Algorithm& algorithm) {
  std::string_view documentation = algorithm.documentation;
  while (!documentation.empty()) {
    std::size_t end = documentation.find('\n');
    std::string_view text = documentation.substr(0, end);
    line(text.empty() ? "///" : fmt::format("/// {}", text));
    documentation = end == std::string_view::npos ? "" : documentation.substr(end + 1);
  }
  std::string parameters, results, needs;
  for (const Symbol* symbol : algorithm.parameters)
    parameters += (parameters.empty() ? "" : ", ") + declared(*symbol) +
                  (symbol->initial ? " = " + expression(*symbol->initial) : "");
  for (const Symbol* symbol : algorithm.results) results += (results.empty() ? "" : ", ") + declared(*symbol);
  auto need = [&](bool needed, std::string_view word) {
    if (needed) needs += fmt::format("{} {}", needs.empty() ? " requires" : ",", word);
  };
  need(algorithm.requirements.symmetric, "symmetric");
  need(algorithm.requirements.simple, "simple");
  need(algorithm.requirements.sorted, "sorted");
  need(algorithm.requirements.tree, "tree");
  for (const checked::Condition& one : algorithm.requirements.conditions) need(true, expression(*one.holds));
  body(fmt::format("algorithm {}({}) -> {}{}", algorithm.name, parameters, results, needs), algorithm.body);
}

void ProgramPrinter::body(std::string_view head, const checked::Block& statements) {
  line(fmt::format("{} {{", head));
  block(statements);
  line("}");
}

void ProgramPrinter::block(const checked::Block& block) {
  ++indent_;
  for (std::size_t i = 0; i < block.size(); ++i) {
    const Stmt* next = i + 1 < block.size() ? block[i + 1] : nullptr;
    statement(*block[i], next);
    bool printed_next = !as_checked_ && block[i]->changed && next && is_outcome_of(next->condition, *block[i]);
    if (printed_next) ++i;
  }
  --indent_;
}

std::string ProgramPrinter::clause(std::string_view word, const Expr* expr) const {
  return expr ? fmt::format(" {} {}", word, expression(*expr)) : "";
}

std::string ProgramPrinter::update(const Stmt& reduce) const {
  std::string with = reduce.payload
                         ? fmt::format(" with {} = {}", expression(*reduce.payload_target), expression(*reduce.payload))
                         : "";
  return fmt::format("{} {} {}{}", expression(*reduce.target), spelling(reduce.reduction), expression(*reduce.value),
                     with);
}

void ProgramPrinter::statement(const Stmt& stmt, const Stmt* next) {
  if (set_statement(stmt)) return;
  switch (stmt.kind) {
    case StmtKind::Declare: return declaration(stmt);
    case StmtKind::Fill: return line(fmt::format("{} = {}", stmt.symbol->name, expression(*stmt.value)));
    case StmtKind::Assign: return line(fmt::format("{} = {}", expression(*stmt.target), expression(*stmt.value)));
    case StmtKind::Reduce:
      if (!as_checked_ && stmt.changed && next && is_outcome_of(next->condition, stmt))
        return if_statement(*next, update(stmt));
      return reduction(stmt);
    case StmtKind::If: return if_statement(stmt, expression(*stmt.condition));
    case StmtKind::Foreach: return body(foreach (stmt.loop), stmt.body);
    case StmtKind::Iterate:
      body(iterate(stmt), stmt.body);
      if (as_checked_ && !stmt.other.empty()) body("after each round", stmt.other);
      return;
    case StmtKind::Repeat: return repeat(stmt);
    case StmtKind::While: return body("while " + expression(*stmt.condition), stmt.body);
    case StmtKind::For: return body(for_head(stmt.loop), stmt.body);
    case StmtKind::Activate: return line("activate " + expression(*stmt.value));
    case StmtKind::Break: return line("break");
    case StmtKind::Assert: return line("assert " + expression(*stmt.condition));
  }
}

void ProgramPrinter::declaration(const Stmt& stmt) {
  const Symbol& symbol = *stmt.symbol;
  bool single = symbol.type.space == checked::Space::Global || symbol.type.space == checked::Space::Local;
  bool typed = as_checked_ || !single || !stmt.value || needs_type(*stmt.value);
  line(fmt::format("{} {}{}", symbol.kind == checked::SymbolKind::Constant ? "let" : "var",
                   typed ? declared(symbol) : symbol.name,
                   stmt.value ? " = " + (is_set(&symbol) ? "all" : expression(*stmt.value)) : ""));
}

void ProgramPrinter::reduction(const Stmt& stmt) {
  if (as_checked_ && stmt.changed) return line(fmt::format("changed {} := {}", stmt.changed->name, update(stmt)));
  if (as_checked_ && stmt.old) return line(fmt::format("old {} := {}", declared(*stmt.old), update(stmt)));
  if (stmt.old) return line(fmt::format("let {} = was({})", stmt.old->name, update(stmt)));
  line(update(stmt));
}

void ProgramPrinter::if_statement(const Stmt& stmt, const std::string& condition) {
  line(fmt::format("if {} {{", condition));
  block(stmt.body);
  if (!stmt.other.empty()) {
    line("} else {");
    block(stmt.other);
  }
  line("}");
}

void ProgramPrinter::repeat(const Stmt& stmt) {
  line(stmt.value ? fmt::format("repeat up to {} {{", expression(*stmt.value)) : "repeat {");
  block(stmt.body);
  line("}" + clause("until", stmt.condition));
}

std::string ProgramPrinter::for_head(const Loop& loop) const {
  if (loop.domain == LoopDomain::Nodes) return fmt::format("for {} in {}", loop.variable->name, source(loop));
  return fmt::format("for {} in {}..{}{}", loop.variable->name, expression(*loop.low, 1), expression(*loop.high, 1),
                     clause("by", loop.step));
}

std::string ProgramPrinter::foreach (const Loop& loop) const {
  std::string head = loop.label.empty() ? "foreach " : loop.label + ": foreach ";
  std::string via = loop.edge ? " via " + loop.edge->name : "";
  std::string where = clause("where", loop.where);
  switch (loop.domain) {
    case LoopDomain::Nodes:
      return head + "node " + loop.variable->name + (loop.set ? " in " + loop.set->name : "") + where + after(loop);
    case LoopDomain::Edges: return head + "edge " + loop.variable->name + " -> " + loop.target->name + via + where;
    case LoopDomain::Neighbors:
    case LoopDomain::InNeighbors:
    case LoopDomain::Adjacent:
      return fmt::format("{}{} {} of {}{}{}", head, spelling(loop.domain), loop.variable->name, expression(*loop.of),
                         via, where);
    case LoopDomain::Range:
      return fmt::format("{}{} in {}..{}{}{}", head, loop.variable->name, expression(*loop.low, 1),
                         expression(*loop.high, 1), clause("by", loop.step), where);
    case LoopDomain::Keys:
      return fmt::format("{}key {} in {}{}", head, loop.variable->name, expression(*loop.of), where);
  }
  return head;
}

std::string ProgramPrinter::after(const Loop& loop) const {
  if (!loop.after) return "";
  return fmt::format(" after {} {}{}", spelling(loop.after_domain), loop.after->name,
                     clause("where", loop.after_where));
}

/// Where the first active nodes of an `iterate`, or the nodes of a `for`, come from.
std::string ProgramPrinter::source(const Loop& loop) const {
  std::string from;
  for (const Expr* node : loop.from) from += (from.empty() ? "" : ", ") + expression(*node);
  if (loop.from.size() > 1) from = "{" + from + "}";
  if (loop.from_all) from = "all";
  if (loop.from_where) from = fmt::format("{{{} in all where {}}}", loop.from_node->name, expression(*loop.from_where));
  return loop.from_set ? loop.from_set->name : from;
}

std::string ProgramPrinter::iterate(const Stmt& stmt) const {
  const Loop& loop = stmt.loop;
  return fmt::format("{}iterate node {} from {}{}{}", loop.label.empty() ? "" : loop.label + ": ", loop.variable->name,
                     source(loop), clause("where", loop.where) + clause("by", loop.by), until(stmt));
}

std::string print_checked(const checked::Program& program) { return ProgramPrinter(true).program(program); }
std::string print_gdsl(const checked::Program& program) { return ProgramPrinter(false, true).program(program); }

}  // namespace maxwarp
