// The file: a line with its form and one with the name of its writer. Then for each form of the program: a line with
// the results, and one with two characters for each (whether another run may give something else, where the nodes are
// numbered alike and where they are not); then the arrays of all runs.
#include "runtime/runner/expected_results.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "runtime/runner/choices.h"
#include "runtime/runner/difference.h"
#include "runtime/runner/stored_array.h"

namespace maxwarp::runner {
namespace {

constexpr const char* first_line = "maxwarp expected results 1";

/// `level: node int, depth: int`.
std::string head_of(const Algorithm& algorithm) {
  std::string text;
  for (int i = 0; i < algorithm.result_count; ++i) {
    const ResultInfo& info = algorithm.results[i];
    text += (i ? ", " : "") + std::string(info.name) + ": " + type_text(info.type, info.space);
  }
  return text;
}

std::string open_flags(const Algorithm& algorithm) {
  std::string flags;
  for (int i = 0; i < algorithm.result_count; ++i)
    for (const bool numbered_alike : {true, false}) flags += has_to_agree(algorithm, i, numbered_alike) ? '-' : 'o';
  return flags;
}

class ExpectedResults final : public Oracle {
 public:
  ExpectedResults(const std::string& file, std::string program)
      : file_(file, std::ios::binary), program_(std::move(program)) {}

  /// Whether it is such a file.
  bool start() {
    std::string line;
    return std::getline(file_, line) && line == first_line && std::getline(file_, name_);
  }

  const std::string& name() const override { return name_; }
  MaybeFailure begin(const Algorithm& algorithm) override;
  void begin_variant() override {
    file_.clear();
    file_.seekg(first_run_);
  }
  MaybeFailure advance() override;
  Verdict judge(const Algorithm& algorithm, const Variant& variant, const Graph& graph, const ArgumentSet& arguments,
                const RunResult& result) override;

 private:
  bool is_compared(const Algorithm& algorithm, const Variant& variant, int result) const {
    const bool alike = variant.numbering == Numbering::Given;
    return has_to_agree(algorithm, result, alike) && open_[static_cast<std::size_t>(2 * result + !alike)] == '-';
  }
  std::string difference_in_result(const Algorithm& algorithm, int result, const Graph& graph, double absolute,
                                   const HostArray& seen) const;

  std::ifstream file_;
  std::string program_, name_, open_;
  std::ifstream::pos_type first_run_;
  std::vector<HostArray> expected_;  // one a result; none: the file has no such run
};

MaybeFailure ExpectedResults::begin(const Algorithm& algorithm) {
  std::string head;
  if (!std::getline(file_, head) || !std::getline(file_, open_))
    return Failure{name_ + " has no results for this form of `" + algorithm.name + "`"};
  first_run_ = file_.tellg();
  expected_.resize(static_cast<std::size_t>(algorithm.result_count));
  for (int i = 0; i < algorithm.result_count; ++i)
    expected_[static_cast<std::size_t>(i)].type = algorithm.results[i].type;
  if (head == head_of(algorithm)) return std::nullopt;
  return Failure{"--verify: " + name_ + " gives `" + head + "`, `" + program_ + "` gives `" + head_of(algorithm) +
                 "`; give both the same results, by name, type and order"};
}

MaybeFailure ExpectedResults::advance() {
  for (HostArray& array : expected_) {
    const auto bytes = read_size(file_);
    if (bytes && read_bytes(file_, *bytes, array)) continue;
    return Failure{"--verify: " + name_ + " makes fewer runs than `" + program_ +
                   "`; give both the same arguments, or one run only"};
  }
  return std::nullopt;
}

std::string ExpectedResults::difference_in_result(const Algorithm& algorithm, int result, const Graph& graph,
                                                  double absolute, const HostArray& seen) const {
  const HostArray& expected = expected_[static_cast<std::size_t>(result)];
  if (seen.bytes.size() != expected.bytes.size())
    return std::string(algorithm.results[result].name) + " has " + std::to_string(seen.size()) + " elements, " + name_ +
           " says " + std::to_string(expected.size());
  const auto difference = difference_in(algorithm, result, graph, absolute, expected, seen);
  return difference ? difference->name + " is " + difference->second + ", " + name_ + " says " + difference->first : "";
}

Verdict ExpectedResults::judge(const Algorithm& algorithm, const Variant& variant, const Graph& graph,
                               const ArgumentSet& arguments, const RunResult& result) {
  Verdict verdict{"", {}, false};
  const double absolute = absolute_tolerance(algorithm, arguments);
  for (int i = 0; i < algorithm.result_count; ++i) {
    if (!is_compared(algorithm, variant, i)) {
      verdict.not_compared.emplace_back(algorithm.results[i].name);
      continue;
    }
    verdict.compared = true;
    if (verdict.difference.empty())
      verdict.difference = difference_in_result(algorithm, i, graph, absolute,
                                                values_of(algorithm.results[i], result, i));
  }
  return verdict;
}

}  // namespace

ExpectedResultsWriter::ExpectedResultsWriter(const RunnerOptions& options) : file_(options.write_expected_results) {
  const std::string& other = options.verify_program;
  file_.write(std::string(first_line) + "\n" + (other.empty() ? "the interpreter" : "`" + other + "`") + "\n");
}

void ExpectedResultsWriter::begin(const Algorithm& algorithm) {
  file_.write(head_of(algorithm) + "\n" + open_flags(algorithm) + "\n");
}

void ExpectedResultsWriter::add(const Algorithm& algorithm, const RunResult& result) {
  for (int i = 0; i < algorithm.result_count; ++i)
    file_.write(stored_array(values_of(algorithm.results[i], result, i)));
}

MaybeFailure ExpectedResultsWriter::finish() { return file_.finish(); }

Result<std::unique_ptr<Oracle>> open_expected_results(const std::string& file, const std::string& program) {
  auto results = std::make_unique<ExpectedResults>(file, program);
  if (results->start()) return std::unique_ptr<Oracle>(std::move(results));
  return Failure{"--expected-results: `" + file + "` holds none"};
}

}  // namespace maxwarp::runner
