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

  /// Whether some result of the last run had to be what the file holds.
  bool compares(const Algorithm& algorithm, const Variant& variant) const;

  /// Takes the results of the next run. What differs, in words; empty: nothing, or the file is being written.
  /// Integers, nodes and bools have to be equal; floating-point values agree within rounding, and within
  /// twice the `tolerance` of programs that have such an argument. Results that show a choice of the run (`any=`), or
  /// of the mapping where its nodes are numbered in another way, are left out.
  std::string next(const Algorithm& algorithm, const Variant& variant, const Graph& graph, const ArgumentSet& arguments,
                   const RunResult& result);

  /// Completes the file. Error: it cannot be written.
  MaybeFailure finish();

 private:
  explicit Agreement(const std::string& file) : file_(file) {}
  MaybeFailure start_reading();
  void write(const Algorithm& algorithm, const Variant& variant, const RunResult& result);
  std::string compare(const Algorithm& algorithm, const Variant& variant, const Graph& graph, double absolute,
                      const RunResult& result);

  std::string file_;
  std::unique_ptr<OutputFile> writing_;  // null: comparing
  std::ifstream reading_;
  Numbering numbering_ = Numbering::Given;  // of the run in the file that was compared last
};

}  // namespace maxwarp::runner
