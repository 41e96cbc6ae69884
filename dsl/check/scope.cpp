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
  while (entries_.size() > begin) pop();
  marks_.pop_back();
}

void Scopes::push(const Entry& entry) {
  by_name_[entry.name].push_back(entries_.size());
  by_symbol_[entry.symbol].push_back(entries_.size());
  entries_.push_back(entry);
}

void Scopes::pop() {
  // A name goes with its last entry: the text of it may live no longer than the scope.
  auto named = by_name_.find(entries_.back().name);
  named->second.pop_back();
  if (named->second.empty()) by_name_.erase(named);
  by_symbol_[entries_.back().symbol].pop_back();
  entries_.pop_back();
}

/// The innermost entry of a name that can be seen, or null.
const Scopes::Entry* Scopes::last(std::string_view name) const {
  if (name == "_") return nullptr;
  auto found = by_name_.find(name);
  bool seen = found != by_name_.end() && !found->second.empty() && found->second.back() >= floor_;
  return seen ? &entries_[found->second.back()] : nullptr;
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
        diagnostics_.report(entry.written ? diag::NeverRead
                            : entry.part  ? diag::UnusedPart
                                          : diag::Unused,
                            entry.location, described(entry.symbol->kind), entry.name);
      return;
    case SymbolKind::Result:
      if (!entry.written) diagnostics_.report(diag::NeverWritten, entry.symbol->location, entry.symbol->name);
      return;
    case SymbolKind::Length:
    case SymbolKind::LoopNode:
    case SymbolKind::LoopIndex:
    case SymbolKind::Round: return;  // a length says what fits, and a loop that only counts is no mistake
  }
}

void Scopes::add(const Entry& entry) {
  if (const Entry* other = last(entry.name)) {
    bool same_scope = static_cast<std::size_t>(other - entries_.data()) >= marks_.back();
    diagnostics_.report(same_scope ? diag::Redeclared : diag::Shadows, entry.location, entry.name)
        .note(diag::DeclaredHere, other->location, entry.name);
    if (same_scope) return;
  }
  if (is_builtin_value(entry.name)) diagnostics_.report(diag::ShadowsBuiltin, entry.location, entry.name);
  push(entry);
}

Symbol* Scopes::find(std::string_view name) const {
  const Entry* entry = last(name);
  return entry ? entry->symbol : nullptr;
}

void Scopes::mark(const Symbol* symbol, bool read) {
  auto found = by_symbol_.find(symbol);
  if (found == by_symbol_.end()) return;
  for (std::size_t place : found->second) {
    entries_[place].read |= read;
    entries_[place].written |= !read;
  }
}

std::vector<std::string_view> Scopes::names() const {
  std::vector<std::string_view> names;
  for (std::size_t i = entries_.size(); i-- > floor_;) names.push_back(entries_[i].name);
  return names;
}

}  // namespace maxwarp
