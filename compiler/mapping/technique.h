// What a mapping technique is: its option, the facts it needs, its rewrite and its explanation, together in
// one file of this folder. techniques.def lists them; nothing else in the compiler knows one by name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "compiler/mapping/plan.h"

namespace maxwarp::mapping {

/// The machine that the mapping is for. A CPU has no warps: techniques that need them do not exist there.
enum class Machine : unsigned { Gpu = 1, Cpu = 2 };
inline constexpr unsigned gpu_only = 1, any_machine = 3;

/// Why a technique cannot be used on a loop: a sentence part, and the place it speaks of.
struct Refusal {
  std::string why;
  Location place;
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
  /// Other axes that must have these values (`a|b`: one of them, first the usual one).
  std::vector<std::pair<const char*, const char*>> needs = {};
  /// Loops in order: nodes ask those that they wait for; else they count (parallel::ControlKind::Ordered).
  bool asks = false;
  /// Null when the text after the head is good, else what is expected there.
  const char* (*check_argument)(const std::string& argument) = nullptr;
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
/// The part of a value before and after the first colon.
std::string head(const std::string& value);
std::string argument(const std::string& value);
/// Whether a form is a bare number, written in capitals: `N`, `WARPS`.
bool is_number(std::string_view form);
/// The argument as a number in [low, high], or nothing.
std::optional<long> number(const std::string& text, long low, long high);

/// One Technique object a technique, defined in the technique's file.
#define MAXWARP_TECHNIQUE(name) extern const Technique name;
#include "compiler/mapping/techniques.def"

}  // namespace maxwarp::mapping
