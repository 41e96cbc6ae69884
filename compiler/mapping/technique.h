// What a mapping technique is: its option, the facts it needs, its rewrite and its explanation, together in
// one file of this folder. techniques.def lists them; nothing else in the compiler knows one by name.
#pragma once

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "compiler/analysis/facts.h"
#include "compiler/mapped/ir.h"
#include "compiler/mapping/capability.h"

namespace maxwarp::mapping {

/// The machine that the mapping is for. A CPU has no warps: techniques that need them do not exist there.
enum class Machine : unsigned { Gpu = 1, Cpu = 2 };
inline constexpr unsigned gpu_only = 1, any_machine = 3;

struct Technique;

/// A number and a word after the head of a value: `64:kernel`, `1:separate`.
struct NumberAndWord {
  std::optional<long> number;
  std::string word;
};

/// What follows the head of a value, parsed: nothing, a number, a fraction, or a number and a word.
using Argument = std::variant<std::monostate, long, double, NumberAndWord>;

/// A value of an axis, parsed once: the technique that it selects, its argument, and the text as written, for messages.
/// No technique: the axis means nothing beside the values of the others.
struct Choice {
  const Technique* technique;
  Argument argument;
  std::string text;

  /// The argument of a form that has a number.
  long number() const { return std::get<long>(argument); }
  /// The number, if there is one.
  std::optional<long> number_if_any() const {
    const long* number = std::get_if<long>(&argument);
    return number ? std::optional(*number) : std::nullopt;
  }
};

/// The values of a loop by key, defaults filled in.
using Choices = std::map<std::string, Choice, std::less<>>;

/// Why a technique cannot be used on a loop: a sentence part, and the place it speaks of.
struct Refusal {
  enum class Kind {
    Wrong,   // a fact about the program, or what the options mean, contradicts it
    NotYet,  // it could be; what is built does not reach that far
  };
  Kind kind;
  std::string why;
  Location place;
};
inline Refusal wrong(std::string why, Location place) { return {Refusal::Kind::Wrong, std::move(why), place}; }
inline Refusal not_yet(std::string why, Location place) { return {Refusal::Kind::NotYet, std::move(why), place}; }

/// A second way to run a round, taken where `when` holds at its begin: another stage for the operator, with other
/// controls.
struct Way {
  mapped::Stage* main;
  std::vector<mapped::Control*> round, after_round;
  const ir::Expr* when;
};

/// One parallel loop on its way from the parallel to the mapped IR. The slots of the pipeline fill it in.
struct LoopPlan {
  mapped::Program& program;
  ir::Arena& arena;
  const parallel::Region& region;
  const parallel::Control* rounds;  // the `iterate`, or null for a plain parallel loop
  const analysis::Facts& facts;
  const Choices& choices;

  mapped::Stage* main = nullptr;                   // the stage that runs the operator
  std::vector<mapped::Control*> before = {};       // runs once before the loop: marks, first activation
  std::vector<mapped::Control*> after_start = {};  // what follows the first activation: as after_round
  std::vector<mapped::Control*> round = {};        // one round (the plain loop): clears, stages
  std::vector<mapped::Control*> after_round = {};  // swaps and the read-back of `count`
  std::optional<Way> other_way = {};               // the slots for stages rewrite it, too
  const ir::Symbol* count = nullptr;               // host scalar: zero when no node is active
  const ir::Symbol* active = nullptr;              // worklist or marks of this round
  const ir::Symbol* next = nullptr;   // worklist of the next round, or null: marks alone tell who is active
  const ir::Symbol* marks = nullptr;  // who is active in the next round; null: the list does, as nobody is on it twice.
                                      // Marks, or bits
  const ir::Symbol* more = nullptr;   // flag cell beside marks: some node was activated
  bool repeats = false;               // a node may be pushed several times in a round; `marks` tells all that were
  int group = 1;                      // neighboring nodes that a list entry stands for
  const ir::Symbol* reached = nullptr;  // who was ever activated, beside a list of groups
  bool lasting = false;                 // a node that was activated once acts in every round from then on
  bool few_rounds = true;               // as in Facts, as far as techniques leave it so
  std::vector<std::string> explanation = {};

  const Choice& choice(std::string_view key) const { return choices.find(key)->second; }
};

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
  /// What it asks of the other axes: without these it would mean nothing, or something wrong.
  std::vector<Capability> needs = {};
  /// The same, where only what is built asks for it: other combinations are not there yet.
  std::vector<Capability> built_for = {};
  /// Loops in order: nodes ask those that they wait for; else they count (parallel::ControlKind::Ordered).
  bool asks = false;
  /// The text after the head (the whole value where the form is a number) as an argument, or nothing where that is not
  /// what is `expected`. Null: the form stands as it is.
  std::optional<Argument> (*parse)(const std::string& text) = nullptr;
  const char* expected = nullptr;
  /// Why the loop cannot have this technique, or nothing. May be null: always legal.
  std::optional<Refusal> (*refuse)(const LoopPlan& plan) = nullptr;
  /// Rewrites the plan of a parallel loop. May be null: nothing to do.
  void (*rewrite)(LoopPlan& plan) = nullptr;
  /// Rewrites the control around an outermost loop of rounds, the statement at `place`; returns why it
  /// cannot, or nothing. May be null.
  std::optional<Refusal> (*rewrite_control)(mapped::Program& program, mapped::Sequence& around,
                                            std::size_t place) = nullptr;
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
/// The technique that `value` of `key` selects, or null.
const Technique* find_technique(const std::string& key, const std::string& value);
const Axis* find_axis(const std::string& key);
/// Whether there is a technique and it has the capability.
bool provides(const Technique* technique, Capability capability);
/// Whether a technique of the axis provides it, so that it hangs on the axis.
bool governs(const Axis& axis, Capability capability);
/// The values of the axis that have all of these that hang on it, `data|hybrid`; empty where none does.
std::string providers(const Axis& axis, const std::vector<Capability>& capabilities);
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
