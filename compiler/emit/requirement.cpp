// A function a condition: it looks at some of the elements and returns the first for which the condition does not hold.
// Which pieces are looked at, and by how many threads, is the business of the runner.
#include "compiler/emit/requirement.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compiler/emit/expression.h"
#include "compiler/emit/signature.h"
#include "compiler/emit/text.h"
#include "dsl/check/print.h"

namespace maxwarp::emit {

using checked::Condition;
using ir::Expr;
using ir::ExprKind;
using ir::Space;
using ir::Symbol;

namespace {

const char* space_text(Space space) {
  return space == Space::Node ? "ValueSpace::Node" : space == Space::Edge ? "ValueSpace::Edge" : "ValueSpace::Global";
}

// Parameters and lengths, in the order of their declaration.
std::vector<const Symbol*> names_in(const Expr* expr) {
  std::vector<const Symbol*> symbols;
  std::set<const Symbol*> seen;
  ir::walk(expr, [&](const Expr* e) {
    if (e->symbol && seen.insert(e->symbol).second) symbols.push_back(e->symbol);
  });
  std::ranges::sort(symbols, {}, &Symbol::id);
  return symbols;
}

std::string arguments(const mapped::Program& program, const Condition& condition, Names& names) {
  std::string text;
  for (const Symbol* symbol : names_in(condition.holds)) {
    const bool single = symbol->type.space == Space::Global;
    const std::string type = single ? value_type(symbol->type.scalar) + " " : element_type(symbol->type.scalar) + " *";
    text += fmt::format("const {}{} = {};\n", type, names.of(symbol), argument_of_call(*program.algorithm, symbol));
  }
  return ir::reads_graph(condition.holds) ? text + "const GraphView &graph = call.graph;\n" : text;
}

// Each value of a property is that of the element at hand.
const Expr* at_element(ir::Arena& arena, const Expr* condition, const Symbol* element) {
  return ir::rewrite(arena, condition, [&](const Expr* e) -> const Expr* {
    return e->kind == ExprKind::Element ? arena.element(e->symbol, arena.reference(element)) : nullptr;
  });
}

std::string first_fault(const mapped::Program& program, const Condition& condition) {
  Names names;
  for (const char* own : {"call", "begin", "end"}) names.reserve(own);
  const Expressions expressions(program, names, nullptr);
  const std::string before = arguments(program, condition, names);
  const char* call = before.empty() ? "" : "call";
  if (condition.space == Space::Global)
    return fmt::format("[](const Call &{}, std::int64_t, std::int64_t) -> std::int64_t {{\n{}return {} ? -1 : 0;\n}}",
                       call, before, expressions.print(condition.holds, 2));
  const ir::Scalar scalar = condition.space == Space::Node ? ir::Scalar::Node : ir::Scalar::Edge;
  const Symbol* element = program.arena->local(condition.space == Space::Node ? "v" : "e", scalar,
                                               ir::SymbolKind::LoopIndex);
  const std::string own = names.of(element);
  const std::string holds = expressions.print(at_element(*program.arena, condition.holds, element));
  return fmt::format(
      "[](const Call &call, std::int64_t begin, std::int64_t end) -> std::int64_t {{\n{0}"
      "for (std::int64_t {1} = begin; {1} < end; ++{1})\nif (!({2})) return {1};\nreturn -1;\n}}",
      before, own, holds);
}

// `weight`: the places of the named parameters in the call.
std::string named_table(const checked::Algorithm& algorithm, const Condition& condition, const std::string& name,
                        int& count) {
  std::string list;
  count = 0;
  for (const Symbol* symbol : names_in(condition.holds)) {
    const std::optional<std::size_t> place = place_of(algorithm, symbol);
    if (place) list += fmt::format("{}{}", count++ ? ", " : "", *place);
  }
  return count == 0 ? "" : fmt::format("const int {}[] = {{{}}};\n", name, list);
}

}  // namespace

std::string requirement_table(const mapped::Program& program, const std::string& prefix) {
  const checked::Algorithm& algorithm = *program.algorithm;
  std::string before, rows;
  for (std::size_t i = 0; i < algorithm.requirements.conditions.size(); ++i) {
    const Condition& condition = algorithm.requirements.conditions[i];
    const std::string named = fmt::format("{}requirement_{}_names", prefix, i + 1);
    int count = 0;
    before += named_table(algorithm, condition, named, count);
    rows += fmt::format("{{{}, {}, {}, {}, {}}},\n", quoted(print_expression(*condition.holds)),
                        space_text(condition.space), count == 0 ? "nullptr" : named, count,
                        first_fault(program, condition));
  }
  return rows.empty() ? ""
                      : before + fmt::format("const RequirementInfo {}requirements[] = {{\n{}}};\n\n", prefix, rows);
}

bool requirements_compute(const checked::Algorithm& algorithm) {
  bool found = false;
  for (const Condition& condition : algorithm.requirements.conditions)
    ir::walk(condition.holds, [&](const Expr* e) {
      const bool arithmetic = e->kind == ExprKind::Binary && e->binary_op < ir::BinaryOp::Eq;
      const bool function = e->kind == ExprKind::Call && !e->operands.empty();
      found = found || arithmetic || function || e->kind == ExprKind::Convert || e->kind == ExprKind::Unary;
    });
  return found;
}

std::string requirement_comments(const checked::Algorithm& algorithm) {
  std::string text;
  for (const Condition& condition : algorithm.requirements.conditions) {
    const char* where = condition.space == Space::Node   ? " at every node"
                        : condition.space == Space::Edge ? " for every edge"
                                                         : "";
    text += fmt::format("/// Requires `{}`{}, which `run` does not check.\n", print_expression(*condition.holds),
                        where);
  }
  return text;
}

}  // namespace maxwarp::emit
