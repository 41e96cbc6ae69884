// Diagnostics: named kinds with typed arguments, collected by an engine and rendered at the end.
// The kinds are listed in `.def` files: dsl/diagnostics.def for the language, others beside their rooms.
#pragma once

#include <fmt/format.h>

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "compiler/support/location.h"
#include "compiler/support/sources.h"

namespace maxwarp {

enum class Severity { Note, Remark, Warning, Error };

/// `error`, `warning`, `remark` or `note`.
std::string_view spelling(Severity severity);

/// A kind of diagnostic: its name, severity and message. A `.def` file lists
/// MAXWARP_DIAGNOSTIC(Name, Severity, "message with {}", types of the arguments…) and a header makes
/// `inline constexpr DiagnosticKind<types…> Name{"Name", Severity::…, "…"}` of each, so that a wrong
/// number or type of arguments does not compile.
template <typename... Arguments>
struct DiagnosticKind {
  std::string_view name;
  Severity severity;
  fmt::format_string<Arguments...> format;
};

template <typename... Arguments>
std::string format(const DiagnosticKind<Arguments...>& kind, const Arguments&... arguments) {
  return fmt::vformat(fmt::string_view(kind.format), fmt::make_format_args(arguments...));
}

/// One reported diagnostic with its notes. `location` may be invalid: then it concerns the whole file.
struct Diagnostic {
  std::string_view kind;
  Severity severity = Severity::Error;
  Location location;
  std::string message;
  std::string fix;  // text that may stand at `location` instead, shown below the caret; or empty
  std::vector<Diagnostic> notes;

  /// Adds a note at a second place.
  template <typename... Arguments>
  Diagnostic& note(const DiagnosticKind<Arguments...>& kind, Location at,
                   const std::type_identity_t<Arguments>&... arguments) {
    notes.push_back({kind.name, kind.severity, at, format(kind, arguments...), {}, {}});
    return *this;
  }
  /// Offers a text to write instead of what stands at the location.
  Diagnostic& instead(std::string text) {
    fix = std::move(text);
    return *this;
  }
};

/// Collects the diagnostics about one program in the order of their reporting.
class Diagnostics {
 public:
  explicit Diagnostics(const Sources& sources) : sources_(&sources) {}

  /// Reports; the result may be given notes and a fix. A second error at the same first byte, the
  /// same warning at the same place, and errors beyond `error_limit` are dropped (cascades far more often than news).
  template <typename... Arguments>
  Diagnostic& report(const DiagnosticKind<Arguments...>& kind, Location location,
                     const std::type_identity_t<Arguments>&... arguments) {
    return add({kind.name, kind.severity, location, format(kind, arguments...), {}, {}});
  }

  /// Adds a note to every diagnostic from the `first`-th on: where the text that they speak of was called.
  template <typename... Arguments>
  void note_since(std::size_t first, const DiagnosticKind<Arguments...>& kind, Location at,
                  const std::type_identity_t<Arguments>&... arguments) {
    for (std::size_t i = first; i < diagnostics_.size(); ++i) diagnostics_[i].note(kind, at, arguments...);
  }
  /// Adds a note to the `index`-th diagnostic.
  template <typename... Arguments>
  void note_at(std::size_t index, const DiagnosticKind<Arguments...>& kind, Location at,
               const std::type_identity_t<Arguments>&... arguments) {
    diagnostics_[index].note(kind, at, arguments...);
  }

  const Sources& sources() const { return *sources_; }
  const std::deque<Diagnostic>& all() const { return diagnostics_; }
  bool has_errors() const { return errors_ != 0; }
  int errors() const { return errors_; }
  /// Errors that are kept; the rest are only counted.
  int error_limit = 20;
  /// True if errors were dropped because of the limit.
  bool truncated() const { return truncated_; }

 private:
  Diagnostic& add(Diagnostic diagnostic);

  const Sources* sources_;
  std::deque<Diagnostic> diagnostics_;
  std::set<std::pair<std::uint32_t, std::string_view>> places_;  // of what was reported
  Diagnostic dropped_;
  int errors_ = 0;
  bool truncated_ = false;
};

}  // namespace maxwarp
