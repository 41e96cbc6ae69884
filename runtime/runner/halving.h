// Successive halving (Jamieson and Talwalkar, 2016): all candidates run a little, the better half more, until few are
// left, which run in turn. `gdsl tune` searches so among programs that it builds, a program among its variants. The
// first step is the widest: it takes next what promises most by what has run before.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace maxwarp::runner {

/// A run is ended when it has taken so many times as long as the fastest one.
inline constexpr double patience = 5;

/// How much a step runs of each candidate.
struct Level {
  bool all_sources;
  int runs;
};

/// What became of a candidate in a step. Late: it had no end within its limit. Aborted: no other one can be measured,
/// either.
enum class StepOutcome { Measured, Failed, Late, OutOfTime, Aborted };

/// Who measures candidates, which are known by their places.
class Contest {
 public:
  virtual ~Contest() = default;
  /// Gets ready those that come next, all together. False: nothing can be measured.
  virtual bool prepare(const std::vector<std::size_t>& candidates, const Level& level) = 0;
  /// Measures one for a step, counted from 0. One that was late runs again where the limit is higher by now.
  virtual StepOutcome measure(std::size_t candidate, const Level& level, int step) = 0;
  /// The same by what an earlier search has left, without running anything. Nothing: it has to run.
  virtual std::optional<StepOutcome> recall(std::size_t candidate, const Level& level, int step) = 0;
  /// How many times as slow as the fastest of them each one is by its last step. Infinite: it has failed since.
  virtual std::vector<double> ratios(const std::vector<std::size_t>& candidates) = 0;
  /// Seconds of the budget.
  virtual double seconds_left() const = 0;
};

struct HalvingPlan {
  std::string name;                               // for the progress
  std::vector<std::string> mappings;              // of the candidates; empty: the first step takes them as they come
  std::vector<std::vector<std::size_t>> batches;  // all of them: what can be prepared only together
  std::size_t together;                           // how many batches are prepared at a time
  double seconds;                                 // the budget; 0: no limit
  int repeat;                                     // runs of those that are left
};

/// Why a search ended that did not come to its end.
struct HalvingEnd {
  bool aborted = false;
  bool out_of_time = false;
};

/// Searches. The first step takes at most half of the budget: it leaves batches out then, once anything was measured.
HalvingEnd halve(Contest& contest, const HalvingPlan& plan);

/// `random:8:1` with one source, in each of the words between blanks: the arguments of the first step.
std::string with_one_source(const std::string& words);

}  // namespace maxwarp::runner
