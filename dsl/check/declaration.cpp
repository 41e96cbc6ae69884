// Types, symbols, `let` and `var`.
// A property or array is declared outside of parallel loops only: each iteration cannot have its own.
#include "dsl/check/builtin.h"
#include "dsl/check/checker.h"

namespace maxwarp {

using checked::Space;
using checked::SymbolKind;
using checked::Type;

namespace {

checked::Scalar scalar_of(TokenKind kind) {
  switch (kind) {
    case TokenKind::Bool: return checked::Scalar::Bool;
    case TokenKind::Long: return checked::Scalar::Long;
    case TokenKind::Float: return checked::Scalar::Float;
    case TokenKind::Double: return checked::Scalar::Double;
    case TokenKind::Node: return checked::Scalar::Node;
    case TokenKind::Edge: return checked::Scalar::Edge;
    case TokenKind::Bits: return checked::Scalar::Bits;
    default: return checked::Scalar::Int;
  }
}

}  // namespace

std::optional<Type> Checker::type(const ast::Type& type) {
  Type result;
  if (type.components.empty()) {
    result.scalar = plain_scalar(type.scalar, result.is_number);
    result.scalar_location = type.scalar_location;
  } else {
    std::optional<Scalar> pair = pair_type(type, result.is_number);
    if (!pair) return std::nullopt;
    result.scalar = *pair;
  }
  switch (type.kind) {
    case ast::TypeKind::Scalar:
    case ast::TypeKind::Tuple: result.space = scalar_space(); return result;
    case ast::TypeKind::Property:
      result.space = type.space == TokenKind::Node ? Space::Node : Space::Edge;
      return result;
    case ast::TypeKind::Array:
      result.space = Space::Array;
      if (!extents(type, result)) return std::nullopt;
      return result;
    case ast::TypeKind::Set:
      result.scalar = Scalar::Node;
      result.is_set = true;
      if (type.space == TokenKind::Node) return result;
      diagnostics_.report(diag::NotSupportedYet, type.location, "edge sets", "`edge bool`");
      return std::nullopt;
    case ast::TypeKind::Tally:
      result.is_tally = true;
      if (!tally_sum(type, result)) return std::nullopt;
      result.space = scalar_space();
      return result;
    case ast::TypeKind::Invalid: break;
  }
  return std::nullopt;
}

/// `number` is the type that this compilation has for it.
checked::Scalar Checker::plain_scalar(TokenKind kind, bool& is_number) {
  is_number = kind == TokenKind::Number;
  if (!is_number) return scalar_of(kind);
  algorithm_->uses_number = true;
  return number_ == Number::Int ? Scalar::Int : Scalar::Double;
}

/// `node` or `edge` where an extent is written: all of them.
std::optional<checked::Scalar> Checker::element_extent(const ast::Expr& extent) {
  if (extent.kind != ast::ExprKind::Name) return std::nullopt;
  if (extent.name == spelling(Scalar::Node)) return Scalar::Node;
  return extent.name == spelling(Scalar::Edge) ? std::optional(Scalar::Edge) : std::nullopt;
}

/// How many nodes or edges there are.
const checked::Expr& Checker::count_of(Scalar element, Location location) {
  const bool nodes = element == Scalar::Node;
  const Expr* count = make_call(nodes ? checked::Builtin::Nodes : checked::Builtin::Edges,
                                nodes ? Scalar::Int : Scalar::Long, location, {});
  return *convert(count, Scalar::Long, {});
}

/// Extents are fixed before the run: the caller allocates results by them.
bool Checker::extents(const ast::Type& type, Type& result) {
  for (const ast::Expr* extent : type.extents) {
    const std::optional<Scalar> element = element_extent(*extent);
    if (element && type.extents.size() == 1) {
      Diagnostic& error = diagnostics_.report(diag::SoleElementExtent, type.location, spelling(*element));
      if (type.components.empty()) error.instead(fmt::format("{} {}", spelling(*element), spelling(type.scalar)));
      return false;
    }
    result.indices.push_back(element.value_or(Scalar::Long));
    if (element) {
      result.extents.push_back(&count_of(*element, extent->location));
      continue;
    }
    bool binds = binding_lengths_ && extent->kind == ast::ExprKind::Name;
    if (binds && !scopes_.find(extent->name) && !file_constant(*extent) && !is_builtin_value(extent->name))
      declare_length(*extent, {algorithm_->parameters.size(), result.extents.size()});
    const Expr* length = value(*extent, Scalar::Long);
    if (!of_bearable_size(length, extent->location, "[]")) return false;
    if (!extent_is_fixed(*length)) {
      diagnostics_.report(diag::ExtentNotFixed, extent->location);
      return false;
    }
    result.extents.push_back(length);
  }
  return true;
}

/// `input: [n] double` takes n from the argument.
void Checker::declare_length(const ast::Expr& name, checked::LengthBinding binding) {
  Type type;
  type.scalar = Scalar::Long;
  Symbol& length = make_symbol(std::string(name.name), SymbolKind::Length, type, name.location);
  scopes_.add(length);
  algorithm_->lengths.push_back(&length);
  algorithm_->bindings[&length] = binding;
}

bool Checker::extent_is_fixed(const Expr& extent) const {
  bool own = extent.kind != checked::ExprKind::Reference || extent.symbol->kind == SymbolKind::Parameter ||
             extent.symbol->kind == SymbolKind::Length;
  bool graph = extent.kind != checked::ExprKind::Call ||
               (extent.builtin != checked::Builtin::Round && !reads_graph_arrays(extent.builtin));
  bool fixed = own && graph && extent.kind != checked::ExprKind::Element &&
               extent.kind != checked::ExprKind::Contains && extent.kind != checked::ExprKind::Infinity;
  for (const Expr* operand : extent.operands) fixed = fixed && extent_is_fixed(*operand);
  return fixed;
}

checked::Symbol& Checker::make_symbol(std::string name, SymbolKind kind, Type type, Location location) {
  Symbol& symbol = program_->symbols.emplace_back();
  symbol.id = static_cast<int>(program_->symbols.size()) - 1;
  symbol.name = std::move(name);
  symbol.kind = kind;
  symbol.type = std::move(type);
  symbol.location = location;
  return symbol;
}

/// In a function a name may be declared again by every call.
std::string Checker::declared_name(const ast::Name& name) {
  return calls_.empty() ? std::string(name.text) : unique_name(name.text);
}

checked::Symbol& Checker::make_broken(const ast::Name& name, SymbolKind kind) {
  Symbol& symbol = make_symbol(std::string(name.text), kind, {}, name.location);
  broken_.insert(&symbol);
  return symbol;
}

/// A symbol that the checker makes up, with a name that the file does not use.
checked::Symbol& Checker::make_local(std::string_view wish, Scalar scalar, Location location) {
  std::string name(wish);
  for (int& number = local_numbers_[name]; all_words_.contains(name);) name = fmt::format("{}{}", wish, ++number + 1);
  all_words_.insert(name);
  Type type;
  type.scalar = scalar;
  type.space = scalar_space();
  return make_symbol(name, SymbolKind::Constant, type, location);
}

checked::Space Checker::scalar_space() const { return parallel() ? Space::Local : Space::Global; }

void Checker::declaration(const ast::Stmt& stmt) {
  if (const ast::Definition* callee = stmt.has_type ? nullptr : called_algorithm(stmt.value))
    return declare_results(stmt, *callee);
  if (stmt.kind == ast::StmtKind::Destructure) return destructuring(stmt);
  bool set = stmt.has_type ? stmt.type.kind == ast::TypeKind::Set && stmt.type.space == TokenKind::Node
                           : stmt.value->kind == ast::ExprKind::Set || stmt.value->kind == ast::ExprKind::Comprehension;
  if (set)
    declare_set(stmt);
  else if (stmt.has_type && stmt.type.kind == ast::TypeKind::Tally)
    declare_tally(stmt);
  else if (stmt.has_type)
    typed_declaration(stmt);
  else
    inferred_declaration(stmt);
}

bool Checker::declaration_allowed(const ast::Stmt& stmt, const Type& type) {
  bool whole = type.space != Space::Local && type.space != Space::Global;
  if (whole && stmt.constant) {
    diagnostics_.report(diag::LetOfWhole, stmt.name.location, stmt.name.text)
        .instead(fmt::format("var {}", stmt.name.text));
  } else if (whole && parallel()) {
    diagnostics_.report(diag::WholeInParallel, stmt.name.location, stmt.name.text);
  } else if (stmt.constant && !stmt.value) {
    diagnostics_.report(diag::LetWithoutValue, stmt.name.location, stmt.name.text);
  } else {
    return true;
  }
  return false;
}

void Checker::typed_declaration(const ast::Stmt& stmt) {
  std::optional<Type> type = this->type(stmt.type);
  bool good = type && declaration_allowed(stmt, *type);
  const Expr* initial = nullptr;
  if (good && stmt.value) {
    initial = value(*stmt.value, type->scalar, stmt.name.text);
    good = initial != nullptr;
  }
  if (!good) return scopes_.add(make_broken(stmt.name, SymbolKind::Variable));
  declare(stmt, *type, initial);
}

void Checker::inferred_declaration(const ast::Stmt& stmt) {
  const Expr* initial = nullptr;
  if (stmt.value->kind == ast::ExprKind::Was && stmt.constant) {
    // `let x = was(…)`: the reduction itself gives x its value.
    Stmt* made = reduction(*stmt.value->update);
    if (!made) return scopes_.add(make_broken(stmt.name, SymbolKind::Constant));
    scopes_.mark_read(made->target->symbol);
    Type type{made->target->scalar, scalar_space(), false, {}};
    Symbol& symbol = make_symbol(declared_name(stmt.name), SymbolKind::Constant, type, stmt.name.location);
    made->old = &symbol;
    scopes_.add(symbol, stmt.name.text);
    return;
  }
  initial = expression(*stmt.value);
  if (!initial) return scopes_.add(make_broken(stmt.name, SymbolKind::Variable));
  declare(stmt, Type{initial->scalar, scalar_space(), false, {}}, initial);
}

void Checker::declare(const ast::Stmt& stmt, Type type, const Expr* value) {
  SymbolKind kind = stmt.constant ? SymbolKind::Constant : SymbolKind::Variable;
  Symbol& symbol = make_symbol(declared_name(stmt.name), kind, std::move(type), stmt.name.location);
  if (stmt.constant) symbol.initial = value;
  scopes_.add(symbol, stmt.name.text, stmt.name.location, stmt.kind == ast::StmtKind::Destructure);
  Stmt& made = make_stmt(checked::StmtKind::Declare, stmt.name.location);
  made.symbol = &symbol;
  made.value = value;
  emit(made);
}

}  // namespace maxwarp
