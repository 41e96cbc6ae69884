// What is said of a mapping, as data; the diagnostics say the same to the user.
#pragma once

#include "compiler/mapping/diagnostics.h"
#include "compiler/mapping/technique.h"
#include "compiler/support/diagnostics.h"

namespace maxwarp::mapping {

/// Off: what a fact about the program contradicts is accepted all the same, and its result may be wrong. For tests,
/// which show that. What means nothing is refused as ever, as there is nothing that could be emitted for it.
enum class FactCheck { Off, On };

/// Whether a program may have a mapping.
struct Verdict {
  enum class Kind {
    Legal,
    Ignored,  // legal, but the machine has no such option
    Needs,    // legal together with `needed`, whose argument has to be chosen
    Wrong,    // a fact about the program, or what the options mean, contradicts it
    NotYet,   // a combination that is not built
  };
  Kind kind = Kind::Legal;
  std::string message;                // what the diagnostic says
  Location place;                     // of the fact, in the program; or invalid
  const Technique* needed = nullptr;  // Needs: the form

  bool refused() const { return kind > Kind::Ignored; }
};

/// Reports why a mapping is refused, and keeps the first reason as the verdict.
class Findings {
 public:
  Findings(Diagnostics& diagnostics, FactCheck facts) : diagnostics_(diagnostics), facts_(facts) {}

  bool checks_facts() const { return facts_ == FactCheck::On; }
  /// Whether a refusal counts.
  bool counts(const Refusal& refusal) const { return refusal.kind != Refusal::Kind::Wrong || checks_facts(); }

  const Verdict& verdict() const { return verdict_; }

  /// Reports about the loop at `at`; `place` is that of the fact.
  template <typename... Arguments>
  void say(Verdict::Kind kind, Location place, const DiagnosticKind<Arguments...>& what, Location at,
           const std::type_identity_t<Arguments>&... arguments) {
    if (!verdict_.refused() && verdict_.kind != kind) verdict_ = {kind, format(what, arguments...), place};
    Diagnostic& made = diagnostics_.report(what, at, arguments...);
    if (place.valid()) made.note(MappingCulprit, place);
  }
  /// Why the loop at `at` cannot have a choice.
  void refuse(const Choice& choice, const Refusal& refusal, Location at) {
    const bool is_wrong = refusal.kind != Refusal::Kind::NotYet;
    say(is_wrong ? Verdict::Kind::Wrong : Verdict::Kind::NotYet, refusal.place, is_wrong ? MappingWrong : MappingNotYet,
        at, choice.technique->key, choice.text, refusal.why);
  }
  /// The same of an option that does nothing without `needed`.
  template <typename... Arguments>
  void say_needed(const Technique* needed, const DiagnosticKind<Arguments...>& what, Location at,
                  const std::type_identity_t<Arguments>&... arguments) {
    say(Verdict::Kind::Needs, {}, what, at, arguments...);
    verdict_.needed = needed;
  }

 private:
  Diagnostics& diagnostics_;
  FactCheck facts_;
  Verdict verdict_;
};

}  // namespace maxwarp::mapping
