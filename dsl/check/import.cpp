// What the files of a program see of each other: each its own definitions and those of the files that it imports,
// directly or not. So what an imported file means does not depend on who imports it.
#include <algorithm>

#include "dsl/check/checker.h"

namespace maxwarp {

void Checker::collect_imports() {
  for (const ast::File& file : file_.imported)
    for (const ast::Import& import : file.imports) imported_by_[file.source].insert(import.source);
  for (bool grown = true; grown;) {
    grown = false;
    for (auto& [file, seen] : imported_by_)
      for (const SourceFile* one : std::set(seen))
        if (const auto further = imported_by_.find(one); further != imported_by_.end())
          for (const SourceFile* other : further->second) grown |= seen.insert(other).second;
  }
}

/// Imported files are before the one that was given.
bool Checker::is_before(Location one, Location other) const {
  return is_own(one) == is_own(other) ? one.begin < other.begin : is_own(other);
}

/// Whether the text at `use` may name what is defined at `definition`.
bool Checker::sees(Location use, Location definition) const {
  if (is_own(use)) return true;
  const SourceFile *from = &diagnostics_.sources().of(use), *to = &diagnostics_.sources().of(definition);
  if (from == to) return true;
  const auto imports = imported_by_.find(from);
  return imports != imported_by_.end() && imports->second.contains(to);
}

/// Says so if the unknown name is that of something which the file does not see.
bool Checker::report_hidden(const ast::Expr& name) {
  Location place{};
  for (const auto* definitions : {&functions_, &algorithms_})
    if (const auto found = definitions->find(name.name); found != definitions->end())
      place = found->second->name.location;
  if (const auto found = constants_.find(name.name); found != constants_.end()) place = found->second->name.location;
  if (!place.valid() || sees(name.location, place)) return false;
  const bool call = name.kind == ast::ExprKind::Call;
  diagnostics_
      .report(diag::NotImported, call ? name.op_location : name.location, name.name,
              diagnostics_.sources().of(place).name())
      .note(diag::DeclaredHere, place, name.name);
  return true;
}

}  // namespace maxwarp
