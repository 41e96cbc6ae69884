// `scan`, `position` and `sort`: which form of the library's algorithm (dsl/syntax/library.h) an argument takes.
#include "dsl/check/checker.h"
#include "dsl/check/spelling.h"
#include "dsl/syntax/library.h"

namespace maxwarp {

using checked::Scalar;
using checked::Space;

namespace {

/// The types of which the form for `kind` has values: its own, and the narrower one.
std::vector<TokenKind> widened_by(TokenKind kind) {
  if (kind == TokenKind::Long) return {TokenKind::Long, TokenKind::Int};
  if (kind == TokenKind::Double) return {TokenKind::Double, TokenKind::Float};
  return {kind};
}

std::string_view word(TokenKind kind) {
  return kind == TokenKind::Int ? "int" : kind == TokenKind::Float ? "float" : "";
}
std::string_view narrow(Scalar scalar) {
  return scalar == Scalar::Int || scalar == Scalar::Float ? spelling(scalar) : "";
}

/// The type that the form for such values has.
std::string_view wide(Scalar scalar) {
  return scalar == Scalar::Int ? "long" : scalar == Scalar::Float ? "double" : spelling(scalar);
}

bool is_plain_key(Scalar scalar) {
  return checked::is_number(scalar) || scalar == Scalar::Node || scalar == Scalar::Edge;
}

bool is_key(Scalar scalar) {
  return checked::is_pair(scalar) ? is_plain_key(checked::first_of(scalar)) && is_plain_key(checked::second_of(scalar))
                                  : is_plain_key(scalar);
}

/// The key of a form in `library_`: its name, and where its types are narrower than those in the name, which.
std::string form_key(std::string_view name, std::string_view first, std::string_view second) {
  return first.empty() && second.empty() ? std::string(name) : fmt::format("{} {} {}", name, first, second);
}

}  // namespace

/// Of integers there is a form for each type, of real numbers too. Messages name an algorithm as programs do.
void Checker::collect_library() {
  for (const ast::Definition* one : file_.built_in) {
    ast::Definition form = *one;
    const std::string_view name = one->name.text;
    form.name.text = name.substr(0, name.find('_'));
    ast::Type& type = form.parameters[0].type;
    if (type.components.empty()) {
      for (const TokenKind scalar : widened_by(type.scalar)) {
        type.scalar = scalar;
        library_.emplace(form_key(name, word(scalar), ""), form);
      }
      continue;
    }
    const std::vector<TokenKind> pair = type.components;
    for (const TokenKind first : widened_by(pair[0]))
      for (const TokenKind second : widened_by(pair[1])) {
        type.components = {first, second};
        library_.emplace(form_key(name, word(first), word(second)), form);
      }
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
  const Symbol* argument = ordered(call);
  if (auto inner = library_.find(call.name); inner != library_.end()) {
    if (&diagnostics_.sources().of(call.location) != &diagnostics_.sources().of(inner->second.location)) return nullptr;
    const auto narrower = library_.find(form_key(call.name, argument ? narrow(argument->type.scalar) : "", ""));
    return narrower == library_.end() ? &inner->second : &narrower->second;
  }
  if (!is_of_library(call.name)) return nullptr;
  const Scalar scalar = argument && is_key(argument->type.scalar) ? argument->type.scalar : Scalar::Long;
  const bool nodes = argument && argument->type.space == Space::Node, pair = checked::is_pair(scalar);
  if (call.name == "position") return &library_.at("position_in_set");
  std::string name = fmt::format("{}_of_{}", call.name, nodes ? "nodes" : "array");
  if (call.name == "scan") return &library_.at(form_key(name, scalar == Scalar::Int ? "int" : "", ""));
  const Scalar first = pair ? checked::first_of(scalar) : scalar;
  name += fmt::format("_{}", wide(first));
  if (!pair) return &library_.at(form_key(name, narrow(first), ""));
  const Scalar second = checked::second_of(scalar);
  return &library_.at(form_key(fmt::format("{}_{}", name, wide(second)), narrow(first), narrow(second)));
}

/// Of the library's algorithms, those of arrays without pairs do what runtimes have functions for.
void Checker::note_primitive(const ast::Definition& callee, checked::Call& call,
                             const std::vector<std::pair<ast::Parameter, Symbol*>>& arguments,
                             const std::vector<Symbol*>& results) const {
  if (diagnostics_.sources().of(callee.location).name() != library_name) return;
  const Symbol* of = arguments.front().second;
  if (of->type.space != Space::Array || !is_plain_key(of->type.scalar)) return;
  if (callee.name.text == "sort") call.primitive = checked::Primitive::Sort;
  if (callee.name.text == "sums") call.primitive = checked::Primitive::Sums;
  call.of = of;
  call.into = results.front();
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
  if (call.name == "sort" && whole && is_key(scalar)) return true;
  diagnostics_.report(
      diag::OrderArgument, operand.location, call.name,
      call.name == "position" ? "a node set"
      : call.name == "scan"
          ? "a property of nodes or an array of one dimension, of `int` or `long`"
          : "a property of nodes or an array of one dimension, of numbers, nodes, edges, or pairs of these");
  return false;
}

}  // namespace maxwarp
