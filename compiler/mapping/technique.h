// What a mapping technique is: its option, the facts it needs, its rewrite and its explanation, together in
// one file of this folder. techniques.def lists them; nothing else in the compiler knows one by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/mapping/capability.h"
#include "compiler/mapping/plan.h"

namespace maxwarp::mapping {

/// The machine that the mapping is for. A CPU has no warps: techniques that need them do not exist there.
enum class Machine : unsigned { Gpu = 1, Cpu = 2 };
inline constexpr unsigned gpu_only = 1, any_machine = 3;

/// Why a technique cannot be used on a loop: a sentence part, and the place it speaks of.
struct Refusal {
  enum class Kind {
    Wrong,        // a fact about the program contradicts it
    Meaningless,  // the loop has nothing that it could apply to, or the options contradict each other
    NotYet,       // it could be; what is built does not reach that far
  };
  Kind kind;
  std::string why;
  Location place;
};
inline Refusal wrong(std::string why, Location place) { return {Refusal::Kind::Wrong, std::move(why), place}; }
inline Refusal meaningless(std::string why, Location place) {
  return {Refusal::Kind::Meaningless, std::move(why), place};
}
inline Refusal not_yet(std::string why, Location place) { return {Refusal::Kind::NotYet, std::move(why), place}; }

struct Technique {
  const char* key;      // the axis: `granularity`
  const char* form;     // as written: `warp:W`; its head up to the first `:` selects the technique
  const char* source;   // paper and section
  const char* summary;  // one line for --list-mappings
  unsigned machines = any_machine;
  /// Values of a form that has a parameter, without the key; a form without one is its own value.
  /// `trials` are worth measuring on real graphs, the most promising one first; none: the form is for studies.
  std::vector<const char*> trials = {};
  /// `probes` are for tests: so small that small graphs reach the second chunk, the second block, the deferred nodes.
  std::vector<const char*> probes = {};
  /// What it offers to techniques of other axes.
  std::vector<Capability> provides = {};
  /// What it asks of the other axes: without these it would mean nothing.
  std::vector<Capability> needs = {};
  /// The same, where without these it would have a meaning, and results would be wrong.
  std::vector<Capability> sound_with = {};
  /// The same, where only what is built asks for it: other combinations are not there yet.
  std::vector<Capability> built_for = {};
  /// The default of its axis, before the usual one, where the others have this and what it asks for.
  std::optional<Capability> usual_with = {};
  /// Loops in order: nodes ask those that they wait for; else they count (parallel::ControlKind::Ordered).
  bool asks = false;
  /// Rounds become a union (parallel::Joining).
  bool joins = false;
  /// The text after the head (the whole value where the form is a number) as an argument, or nothing where that is not
  /// what is `expected`. Null: the form stands as it is.
  std::optional<Argument> (*parse)(const std::string& text) = nullptr;
  const char* expected = nullptr;
  /// Why the loop cannot have this technique, or nothing. May be null: always legal.
  std::optional<Refusal> (*refuse)(const LoopPlan& plan) = nullptr;
  /// Rewrites the plan of a parallel loop. May be null: nothing to do.
  void (*rewrite)(LoopPlan& plan) = nullptr;
  /// Rewrites the control around an outermost loop of rounds, the statement at `place`, for the value that was chosen;
  /// returns why it cannot, or nothing. May be null.
  std::optional<Refusal> (*rewrite_control)(mapped::Program& program, mapped::Sequence& around, std::size_t place,
                                            const Choice& choice) = nullptr;
};

/// A key of the mapping options: its default and the loops that have it.
struct Axis {
  const char* key;
  const char* standard;  // default value
  const char* applies;   // to which loops, for messages
  bool (*on)(const parallel::Control& loop);
  bool decisive = false;    // its values change the shape of the program: worth trying all together
  bool of_program = false;  // one value for all loops: it cannot be given for a label
  const char*
      otherwise = nullptr;  // default where `standard` does not exist on the machine, or what it needs is not chosen
};

/// The axes in the order of the slots of the pipeline.
std::span<const Axis> axes();
/// All techniques, in the order of techniques.def.
std::span<const Technique* const> techniques();
/// Those of one axis, in the same order: to look through all of them for each question takes most of the time of a
/// mapping.
std::span<const Technique* const> techniques_of(std::string_view key);
/// The technique that `value` of `key` selects, or null.
const Technique* find_technique(const std::string& key, const std::string& value);
const Axis* find_axis(const std::string& key);
bool exists_on(const Technique& technique, Machine machine);
/// Whether there is a technique and it has the capability.
bool provides(const Technique* technique, Capability capability);
/// Whether a technique of the axis provides it, so that it hangs on the axis.
bool governs(const Axis& axis, Capability capability);
/// The values of the axis that have all of these that hang on it, `data|hybrid`; empty where none does.
std::string providers(const Axis& axis, const std::vector<Capability>& capabilities);
/// What all values of the technique begin with: `warp` of `warp:W`, `warp:auto` of `warp:auto[:N]`.
std::string stem(const Technique& technique);
/// The part of a value before and after the first colon.
std::string head(const std::string& value);
std::string argument(const std::string& value);
/// Whether a form is a bare number, written in capitals: `N`, `WARPS`.
bool is_number(std::string_view form);
/// The text as a number in [low, high], or nothing.
std::optional<long> number(const std::string& text, long low, long high);
/// `parse` of a form with a number in [low, high]; the second takes nothing as well.
template <long low, long high>
std::optional<Argument> parse_number(const std::string& text) {
  const auto parsed = number(text, low, high);
  return parsed ? std::optional<Argument>(*parsed) : std::nullopt;
}
template <long low, long high>
std::optional<Argument> parse_optional_number(const std::string& text) {
  return text.empty() ? std::optional<Argument>(std::monostate{}) : parse_number<low, high>(text);
}

/// Parses a value of an axis; nothing and one line in `error` where it is none.
std::optional<Choice> parse_choice(const Axis& axis, const std::string& value, std::string& error);
/// A value that is known to be good: a default.
Choice known_choice(const Axis& axis, const std::string& value);

/// One Technique object a technique, defined in the technique's file.
#define MAXWARP_TECHNIQUE(name) extern const Technique name;
#include "compiler/mapping/techniques.def"

}  // namespace maxwarp::mapping
