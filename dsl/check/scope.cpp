// Look-up from the innermost scope outwards; use marks for the warnings.
// Names with a leading underscore are never called unused.
#include "dsl/check/scope.h"

#include "dsl/check/builtin.h"
#include "dsl/check/spelling.h"
#include "dsl/diagnostics.h"

namespace maxwarp {

using checked::Symbol;
using checked::SymbolKind;

void Scopes::close() {
  std::size_t begin = marks_.back();
  for (std::size_t i = begin; i < entries_.size(); ++i) warn_if_unused(entries_[i]);
  entries_.resize(begin);
  marks_.pop_back();
}

void Scopes::warn_if_unused(const Entry& entry) {
  // After an error the use may be in what was left out.
  if (entry.alias || diagnostics_.has_errors() || entry.name.starts_with('_')) return;
  switch (entry.symbol->kind) {
    case SymbolKind::Parameter:
    case SymbolKind::Variable:
    case SymbolKind::Constant:
    case SymbolKind::LoopEdge:
      if (!entry.read)
        diagnostics_.report(entry.written ? diag::NeverRead : diag::Unused, entry.symbol->location,
                            described(entry.symbol->kind), entry.name);
      return;
    case SymbolKind::Result:
      if (!entry.written) diagnostics_.report(diag::NeverWritten, entry.symbol->location, entry.symbol->name);
      return;
    case SymbolKind::Length:
    case SymbolKind::LoopNode:
    case SymbolKind::LoopIndex: return;  // a length says what fits, and a loop that only counts is no mistake
  }
}

void Scopes::add(Symbol& symbol, std::string_view name) {
  if (name.empty()) name = symbol.name;
  for (std::size_t i = entries_.size(); i-- > floor_;) {
    const Symbol& other = *entries_[i].symbol;
    if (entries_[i].name != name) continue;
    bool same_scope = i >= marks_.back();
    diagnostics_.report(same_scope ? diag::Redeclared : diag::Shadows, symbol.location, name)
        .note(diag::DeclaredHere, other.location, entries_[i].name);
    if (same_scope) return;
    break;
  }
  if (is_builtin_value(name)) diagnostics_.report(diag::ShadowsBuiltin, symbol.location, name);
  entries_.push_back({&symbol, name});
}

Symbol* Scopes::find(std::string_view name) const {
  for (std::size_t i = entries_.size(); i-- > floor_;)
    if (entries_[i].name == name) return entries_[i].symbol;
  return nullptr;
}

void Scopes::mark(const Symbol* symbol, bool read) {
  for (Entry& entry : entries_) {
    if (entry.symbol != symbol) continue;
    entry.read |= read;
    entry.written |= !read;
  }
}

std::vector<std::string_view> Scopes::names() const {
  std::vector<std::string_view> names;
  for (std::size_t i = entries_.size(); i-- > floor_;) names.push_back(entries_[i].name);
  return names;
}

}  // namespace maxwarp
