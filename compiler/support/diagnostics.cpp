// The engine's bookkeeping: which errors are kept.
// Notes travel with their diagnostic, so a dropped error takes its notes along.
#include "compiler/support/diagnostics.h"

namespace maxwarp {

std::string_view spelling(Severity severity) {
  switch (severity) {
    case Severity::Note: return "note";
    case Severity::Remark: return "remark";
    case Severity::Warning: return "warning";
    case Severity::Error: return "error";
  }
  return "";
}

Diagnostic& Diagnostics::add(Diagnostic diagnostic) {
  bool error = diagnostic.severity == Severity::Error;
  // Of errors the place counts, of warnings the kind, too.
  bool placed = diagnostic.location.valid() && diagnostic.severity >= Severity::Warning;
  bool repeated = placed &&
                  !places_.emplace(diagnostic.location.begin, error ? std::string_view() : diagnostic.kind).second;
  bool over = error && errors_ >= error_limit;
  truncated_ |= over && !repeated;
  if (error && !repeated) ++errors_;
  if (repeated || over) return dropped_ = std::move(diagnostic);
  return diagnostics_.emplace_back(std::move(diagnostic));
}

}  // namespace maxwarp
