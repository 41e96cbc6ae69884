// `scan`, `position` and `sort`: which form of the library's algorithm (dsl/syntax/library.h) an argument takes.
#include "dsl/check/checker.h"
#include "dsl/syntax/library.h"

namespace maxwarp {

using checked::Space;

/// Of integers there is a form for each type, of real numbers too. Messages name an algorithm as programs do.
void Checker::collect_library() {
  for (const ast::Definition* one : file_.built_in) {
    ast::Definition form = *one;
    const std::string name(one->name.text);
    form.name.text = one->name.text.substr(0, one->name.text.find('_'));
    TokenKind& scalar = form.parameters[0].type.scalar;
    library_.emplace(name, form);
    if (scalar != TokenKind::Long && scalar != TokenKind::Double) continue;
    const bool whole = scalar == TokenKind::Long;
    scalar = whole ? TokenKind::Int : TokenKind::Float;
    library_.emplace(name + (whole ? " int" : " float"), form);
  }
}

/// The property, array or set that the call names, or null.
const checked::Symbol* Checker::ordered(const ast::Expr& call) const {
  bool named = call.operands.size() == 1 && call.operands[0]->kind == ast::ExprKind::Name;
  return named ? scopes_.find(call.operands[0]->name) : nullptr;
}

/// The form that the argument fits, or else any: `fits_library` says why it does not.
const ast::Definition* Checker::library_algorithm(const ast::Expr& call) const {
  if (library_.empty()) return nullptr;
  if (auto inner = library_.find(call.name); inner != library_.end())
    return &diagnostics_.sources().of(call.location) == &diagnostics_.sources().of(inner->second.location)
               ? &inner->second
               : nullptr;
  if (!is_of_library(call.name)) return nullptr;
  const Symbol* argument = ordered(call);
  const Scalar scalar = argument ? argument->type.scalar : Scalar::Long;
  const bool nodes = argument && argument->type.space == Space::Node, reals = checked::is_real(scalar);
  std::string form = call.name == "position" ? "position_in_set"
                                             : fmt::format("{}_of_{}", call.name, nodes ? "nodes" : "array");
  if (call.name == "sort") form += reals ? "_double" : "_long";
  if (call.name != "position" && (scalar == Scalar::Int || scalar == Scalar::Float) && (!reals || call.name == "sort"))
    form += reals ? " float" : " int";
  return &library_.at(form);
}

/// The place for a message: of text of the library, the call.
Location Checker::as_written(Location location) const {
  for (const OpenCall& open : calls_)
    if (diagnostics_.sources().of(open.function->location).name() == library_name) return open.call->place;
  return location;
}

/// Whether the algorithm takes the argument; says what it takes if not.
bool Checker::fits_library(const ast::Expr& call, const ast::Definition& callee) {
  if (!is_of_library(call.name) || callee.name.text != call.name || call.operands.size() != 1) return true;
  const ast::Expr& operand = *call.operands[0];
  if (operand.kind == ast::ExprKind::Name && !symbol_of(operand)) return false;
  const Symbol* argument = ordered(call);
  const bool is_set = argument && (argument->type.is_set || is_set_variable(argument));
  const bool whole = argument && !is_set && !argument->type.is_tally &&
                     (argument->type.space == Space::Node ||
                      (argument->type.space == Space::Array && argument->type.indices == std::vector{Scalar::Long}));
  const Scalar scalar = argument ? argument->type.scalar : Scalar::Bool;
  if (call.name == "position" && is_set) return true;
  if (call.name == "scan" && whole && checked::is_integer(scalar)) return true;
  if (call.name == "sort" && whole && checked::is_number(scalar)) return true;
  diagnostics_.report(diag::OrderArgument, operand.location, call.name,
                      call.name == "position" ? "a node set"
                      : call.name == "scan"   ? "a property of nodes or an array of one dimension, of `int` or `long`"
                                              : "a property of nodes or an array of one dimension, of numbers");
  return false;
}

}  // namespace maxwarp
