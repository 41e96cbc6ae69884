// `--agree=FILE`: whether several mappings of a program, run by several processes, give the same results. The
// first one writes its results into the file, the others compare theirs with it.
#pragma once

#include <fstream>
#include <memory>
#include <string>

#include "runtime/runner/session.h"
#include "runtime/system/output_file.h"

namespace maxwarp::runner {

/// The results of one variant, argument set by argument set, on their way into the file or beside what it
/// holds.
class Agreement {
 public:
  /// Compares with the file where there is one, else writes it. Error: it cannot be read or written, or holds
  /// something else.
  static Result<std::unique_ptr<Agreement>> open(const std::string& file);

  /// Whether some result of the algorithm has to be the same in every run.
  static bool compares(const Algorithm& algorithm);

  /// Takes the results of the next run. What differs, in words; empty: nothing, or the file is being written.
  /// Integers, nodes and bools have to be equal; floating-point values agree within rounding, and within
  /// twice the `tolerance` of programs that have such an argument. Results that may come out in several ways
  /// (`any=`) are left out.
  std::string next(const Algorithm& algorithm, const Graph& graph, const ArgumentSet& arguments,
                   const RunResult& result);

  /// Completes the file. Error: it cannot be written.
  MaybeFailure finish();

 private:
  explicit Agreement(const std::string& file) : file_(file) {}
  MaybeFailure start_reading();
  std::string compare(const Algorithm& algorithm, const Graph& graph, double absolute, const RunResult& result);

  std::string file_;
  std::unique_ptr<OutputFile> writing_;  // null: comparing
  std::ifstream reading_;
};

}  // namespace maxwarp::runner
