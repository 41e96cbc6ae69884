// Results that one process writes for another, which has to have the same: run by run, with the head of the program and
// what it leaves open. `gdsl run` gives both processes the same graph and arguments.
#pragma once

#include <memory>
#include <string>

#include "runtime/runner/oracle.h"
#include "runtime/system/output_file.h"

namespace maxwarp::runner {

/// `--write-expected-results=FILE`.
class ExpectedResultsWriter {
 public:
  explicit ExpectedResultsWriter(const RunnerOptions& options);
  /// The runs that come are of this form of the program.
  void begin(const Algorithm& algorithm);
  void add(const Algorithm& algorithm, const RunResult& result);
  /// Completes the file. Error: it cannot be written.
  MaybeFailure finish();

 private:
  OutputFile file_;
};

/// `--expected-results=FILE`; `program` is what messages call the program that is compared. Error: it cannot be read.
Result<std::unique_ptr<Oracle>> open_expected_results(const std::string& file, const std::string& program);

}  // namespace maxwarp::runner
