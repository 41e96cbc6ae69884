// What --verify and --selftest compare results with: the built-in reference of an algorithm, or the results of another
// process (the interpreter, another program), which `gdsl run` starts before.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "runtime/runner/options.h"
#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// What an oracle says about one run.
struct Verdict {
  std::string difference;                 // the first one, in words; empty: none was found
  std::vector<std::string> not_compared;  // results that the program leaves open
  bool compared = true;                   // whether any result was compared
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  /// `the reference`, `the interpreter`, `` `simple.gdsl` ``.
  virtual const std::string& name() const = 0;
  /// The runs that come are of this form of the program. Error: the oracle has other results.
  virtual MaybeFailure begin(const Algorithm& algorithm) = 0;
  /// The runs that come are those of the next variant, from the first one on.
  virtual void begin_variant() = 0;
  /// Goes on to the next run: the same graph and arguments as its process had there. Error: it made no such run.
  virtual MaybeFailure advance() = 0;
  /// About the run that `advance` went to; may be asked about several results.
  virtual Verdict judge(const Algorithm& algorithm, const Variant& variant, const Graph& graph,
                        const ArgumentSet& arguments, const RunResult& result) = 0;
};

/// The oracle that the options name, else the built-in one. `option`: `--verify` or `--selftest`, for messages. Error:
/// there is none, or its file cannot be read.
Result<std::unique_ptr<Oracle>> open_oracle(const Algorithm& algorithm, const RunnerOptions& options,
                                            const std::string& option);

}  // namespace maxwarp::runner
