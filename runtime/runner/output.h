// Results for people and for files: one line a result on the terminal, `label value` lines in files.
// Nodes appear under the labels of the graph file everywhere.
#pragma once

#include <string>
#include <vector>

#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// `--output=NAME=FILE`.
struct OutputSpec {
  int result = 0;  // index
  std::string file;
};

/// Splits `NAME=FILE`. Error: no such result (names those that there are), or no file.
Result<OutputSpec> parse_output(const std::string& text, const Algorithm& algorithm);

/// Writes a result: `label value` a node, the label of each member of a set, `source target value` an edge, one row a
/// line of an array of several dimensions, one value per line otherwise.
/// `-` is the standard output. Error: the file cannot be written.
MaybeFailure write_output(const OutputSpec& wish, const Algorithm& algorithm, const RunResult& result,
                          const Graph& graph);

/// Writes the whole file; `-` is the standard output. Error: it cannot be written.
MaybeFailure write_text_file(const std::string& file, const std::string& text);

/// Result `index` in a few words: its value, or e.g. `264346 reached, max 720`, `4 x 3 values, max 9`.
std::string summary(const Algorithm& algorithm, int index, const RunResult& result, const Labels& labels);

/// How many of the values are true: the size of a set.
std::int64_t members(const HostArray& array);

/// `4 x 3`.
std::string extents_text(const std::vector<std::int64_t>& extents);

/// The middle of the values (the mean of the two in the middle); 0 where there is none.
double median(std::vector<double> values);

}  // namespace maxwarp::runner
