// The checker's frame: algorithms, their parameters, results and requirements.
// The race check follows on the finished program, and only if it is otherwise right.
#include "dsl/check/check.h"

#include <algorithm>
#include <array>

#include "compiler/support/suggest.h"
#include "dsl/check/checker.h"
#include "dsl/check/race/constant.h"
#include "dsl/check/race/race_check.h"
#include "dsl/check/sums.h"
#include "dsl/syntax/lexer.h"

namespace maxwarp {

using checked::SymbolKind;

namespace {

bool is_number_as_written(const checked::Expr& value) {
  const bool negated = value.kind == checked::ExprKind::Unary && value.unary_op == checked::UnaryOp::Neg;
  const checked::ExprKind kind = negated ? value.operands[0]->kind : value.kind;
  return kind == checked::ExprKind::Integer || kind == checked::ExprKind::Real || kind == checked::ExprKind::Infinity;
}

}  // namespace

Checker::Checker(const ast::File& file, Diagnostics& diagnostics, Number number)
    : file_(file),
      number_(number),
      diagnostics_(diagnostics),
      program_(std::make_unique<checked::Program>()),
      scopes_(diagnostics) {
  collect_words();
  collect_imports();
  collect_definitions();
  collect_library();
}

/// Errors of the lexer have been reported by the parser.
void Checker::collect_words() {
  Diagnostics reported_before(diagnostics_.sources());
  for (const SourceFile& source : diagnostics_.sources().files())
    for (const Token& token : lex(source, reported_before))
      if (token.kind == TokenKind::Name) words_.push_back({token.text, token.location.begin});
  for (const Word& word : words_) all_words_.emplace(word.text);
}

/// Those of imported files first: of two that have one name, the other one is wrong.
void Checker::collect_definitions() {
  for (const bool own : {false, true})
    for (const ast::Definition* one : file_.definitions)
      if (is_own(one->location) == own) (one->is_function ? functions_ : algorithms_).emplace(one->name.text, one);
}

std::unique_ptr<checked::Program> Checker::run() {
  file_constants();
  for (const ast::Definition* one : file_.definitions) {
    unique_definition(*one);
    if (!one->is_function) definition(*one);
  }
  const bool empty = program_->algorithms.empty() || !is_own(program_->algorithms[0]->location);
  const bool defines = !file_.definitions.empty() && is_own(file_.definitions[0]->location);
  if (empty && !diagnostics_.has_errors())
    diagnostics_.report(diag::EmptyFile, defines ? file_.definitions[0]->name.location : file_.source->location(0, 0));
  for (const ast::Definition* one : file_.definitions)
    if (one->is_function && !called_.contains(one) && is_own(one->location) && !diagnostics_.has_errors())
      diagnostics_.report(diag::Unused, one->name.location, "function", one->name.text);
  for (const ast::Stmt* one : file_.constants)
    if (!used_constants_.contains(one) && is_own(one->location) && !diagnostics_.has_errors())
      diagnostics_.report(diag::Unused, one->name.location, "constant", one->name.text);
  if (!diagnostics_.has_errors())
    for (const ast::Definition* one : file_.replacements) definition(*one);
  return std::move(program_);
}

void Checker::unique_definition(const ast::Definition& definition) {
  for (const auto* names : {&functions_, &algorithms_}) {
    auto found = names->find(definition.name.text);
    if (found == names->end() || !is_before(found->second->location, definition.location)) continue;
    diagnostics_.report(diag::Redeclared, definition.name.location, definition.name.text)
        .note(diag::DeclaredHere, found->second->name.location, definition.name.text);
    return;
  }
}

void Checker::definition(const ast::Definition& definition) {
  taken_.clear();
  numbers_.clear();
  partners_.clear();
  preamble_.clear();
  marks_of_parameters_.clear();
  auto word = std::ranges::lower_bound(words_, definition.location.begin, {}, &Word::place);
  for (; word != words_.end() && word->place < definition.body.location.end; ++word) taken_.emplace(word->text);
  algorithm_ = program_->algorithms.emplace_back(std::make_unique<checked::Algorithm>()).get();
  algorithm_->name = definition.name.text;
  algorithm_->documentation = definition.documentation;
  algorithm_->location = definition.name.location;
  algorithm_->sources = &diagnostics_.sources();
  for (const ast::Requirement& one : definition.requirements) requirement(one, algorithm_->requirements);
  scopes_.open();
  for (const ast::Parameter& one : definition.parameters)
    if (const Symbol* symbol = parameter(one, SymbolKind::Parameter)) algorithm_->parameters.push_back(symbol);
  for (const ast::Parameter& one : definition.results)
    if (const Symbol* symbol = parameter(one, SymbolKind::Result)) algorithm_->results.push_back(symbol);
  if (definition.results.empty()) diagnostics_.report(diag::NoResult, definition.name.location, definition.name.text);
  conditions(definition);
  algorithm_->body = block(definition.body);
  algorithm_->body.insert(algorithm_->body.begin(), preamble_.begin(), preamble_.end());
  scopes_.close();
}

void Checker::requirement(const ast::Requirement& requirement, checked::Requirements& requirements) {
  if (requirement.condition) return;  // it names parameters, which are not known yet
  static constexpr std::array<std::string_view, 4> known = {"symmetric", "simple", "sorted", "tree"};
  std::string_view word = requirement.name.text;
  if (word == "symmetric") {
    requirements.symmetric = true;
  } else if (word == "simple") {
    requirements.simple = true;
  } else if (word == "sorted") {
    requirements.sorted = true;
  } else if (word == "tree") {
    requirements.tree = true;
  } else {
    Diagnostic& error = diagnostics_.report(diag::UnknownRequirement, requirement.name.location, word);
    if (std::string_view meant = closest(word, known); !meant.empty()) error.instead(std::string(meant));
  }
}

const checked::Symbol* Checker::parameter(const ast::Parameter& parameter, SymbolKind kind) {
  binding_lengths_ = kind == SymbolKind::Parameter;
  std::optional<checked::Type> type = this->type(parameter.type);
  binding_lengths_ = false;
  if (!type) {
    // The name is known all the same, so that its uses are no further errors; the program is lost anyway.
    scopes_.add(make_broken(parameter.name, kind));
    return nullptr;
  }
  if (checked::is_pair(type->scalar))
    diagnostics_.report(diag::PairInHead, parameter.type.location, parameter.name.text);
  if (type->is_tally) {
    diagnostics_.report(diag::TallyInHead, parameter.type.location, parameter.name.text);
    scopes_.add(make_broken(parameter.name, kind));
    return nullptr;
  }
  if (kind == SymbolKind::Result && type->is_set) type = marks_type();
  Symbol& symbol = make_symbol(std::string(parameter.name.text), kind, *type, parameter.name.location);
  scopes_.add(symbol);
  if (!parameter.initial) return &symbol;
  if (kind == SymbolKind::Result) {
    diagnostics_.report(diag::DefaultOfResult, parameter.initial->location, parameter.name.text);
    return &symbol;
  }
  const ast::Expr& initial = *parameter.initial;
  const bool named = initial.kind == ast::ExprKind::Name && file_constant(initial);
  bool negated = initial.kind == ast::ExprKind::Unary && initial.op == ast::Operator::Neg;
  ast::ExprKind literal = negated ? initial.operands[0]->kind : initial.kind;
  bool is_literal = named || literal == ast::ExprKind::Integer || literal == ast::ExprKind::Real ||
                    literal == ast::ExprKind::Infinity || literal == ast::ExprKind::Boolean;
  if (!is_literal || type->space != checked::Space::Global || type->is_set)
    diagnostics_.report(diag::DefaultNotLiteral, initial.location, parameter.name.text);
  else
    symbol.initial = value(initial, type->scalar, symbol.name);
  if (named && symbol.initial && !is_number_as_written(*symbol.initial))
    diagnostics_.report(diag::DefaultNotLiteral, initial.location, parameter.name.text);
  return &symbol;
}

bool Checker::parallel() const { return inside(Around::Parallel) || inside(Around::Iterate); }

bool Checker::inside(Around around) const { return std::find(around_.begin(), around_.end(), around) != around_.end(); }

checked::Expr& Checker::make_expr(checked::ExprKind kind, Scalar scalar, Location location) {
  Expr& expr = program_->expressions.emplace_back();
  expr.kind = kind;
  expr.scalar = scalar;
  expr.location = location;
  add_text(1);
  return expr;
}

checked::Stmt& Checker::make_stmt(checked::StmtKind kind, Location location) {
  Stmt& stmt = program_->statements.emplace_back();
  stmt.kind = kind;
  stmt.location = location;
  if (!calls_.empty()) stmt.call = calls_.back().call;
  add_text(1);
  return stmt;
}

namespace {

/// Those of the language's own are no algorithms of the program.
void set_library_apart(const ast::File& file, checked::Program& program) {
  const auto own = program.algorithms.end() - static_cast<std::ptrdiff_t>(file.replacements.size());
  std::move(own, program.algorithms.end(), std::back_inserter(program.replacements));
  program.algorithms.erase(own, program.algorithms.end());
  for (const auto* list : {&program.algorithms, &program.replacements})
    for (const auto& algorithm : *list) algorithm->program = &program;
}

}  // namespace

std::unique_ptr<checked::Program> check(const ast::File& file, Diagnostics& diagnostics, Number number,
                                        RaceCheck race_check, std::optional<race::Premise> granted) {
  if (diagnostics.has_errors()) return nullptr;
  std::unique_ptr<checked::Program> program = Checker(file, diagnostics, number).run();
  if (!diagnostics.has_errors()) check_constant_conditions(*program, diagnostics);
  if (!diagnostics.has_errors()) check_tallies(*program, diagnostics);
  if (diagnostics.has_errors()) return nullptr;
  Diagnostics discarded(diagnostics.sources());
  check_races(*program, race_check == RaceCheck::On ? diagnostics : discarded, granted);
  if (diagnostics.has_errors()) return nullptr;
  check_sums(*program, diagnostics);
  set_library_apart(file, *program);
  return program;
}

}  // namespace maxwarp
