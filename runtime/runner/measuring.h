// `--tune`: variants are measured in a process of their own, which has the graph from the one that starts it. Where a
// variant never ends, or breaks the device, that process ends and the search goes on with another one.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <vector>

#include "runtime/runner/ledger.h"
#include "runtime/runner/oracle.h"

namespace maxwarp::runner {

/// What is measured; all of it stays while it is.
struct MeasuredRun {
  const Algorithm& algorithm;
  const RunnerOptions& options;
  const Graph& graph;  // with the forms that the variants need
  const std::vector<const Variant*>& variants;
  const std::vector<ArgumentSet>& sets;
  Oracle* oracle;  // --verify; else null
};

/// How to measure a variant.
struct MeasuringWish {
  std::size_t variant = 0;  // its place
  std::size_t sets = 1;     // of arguments: the first ones
  int runs = 1;             // of each; before, there is one more, which may have kernels to load
  double far_ms = 0;        // a variant whose first timed run takes longer has no other one; 0: no such limit
  double give_up_ms = 0;    // the same of the run before
};

/// What came of it.
struct MeasuringReply {
  std::vector<double> times_ms;  // of the runs, as means over the sets
  Counted counted;               // on the SIMT engine
  std::int64_t rounds = 0;
  double besides_ms = 0;  // what a set took at most that its runs do not: kernels are loaded, results are copied
  bool verified = false;
  std::string failure;       // why there is no result, or a wrong one
  bool late = false;         // it took longer than it may
  bool out_of_time = false;  // the budget ended before
  bool fatal = false;        // and no other variant would run, either
};

class Measuring {
 public:
  explicit Measuring(const MeasuredRun& run) : run_(run) {}
  ~Measuring() { stop(); }
  Measuring(const Measuring&) = delete;
  Measuring& operator=(const Measuring&) = delete;

  /// The engine and the device in words. Empty: there is none; `failure` says why.
  std::string engine(std::string& failure);
  const std::string& device() const { return device_; }

  /// Measures. For each set of arguments the run that is not timed may take `seconds`, the first one that is timed,
  /// too, and so may the others together. All of it may not go on beyond `budget` seconds. `trusted`: the variant that
  /// a new process runs first, for its results are what others are compared with; -1: whichever comes first.
  MeasuringReply measure(const MeasuringWish& wish, double seconds, double budget, int trusted);

 private:
  bool start(std::string& failure);
  void stop();
  MeasuringReply ask(const MeasuringWish& wish, double seconds, double budget);
  std::string next_line(double seconds, bool& ended);

  const MeasuredRun& run_;
  pid_t child_ = 0;
  int socket_ = -1;
  std::string text_;  // what has come, and is no line yet
  std::string engine_, device_;
};

/// The other end: measures what is asked for, until the parent closes the socket.
void answer_wishes(const MeasuredRun& run, int socket);

}  // namespace maxwarp::runner
