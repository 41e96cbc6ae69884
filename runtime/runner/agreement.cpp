// The file holds, for each run, how the nodes were numbered and the array of each result: it lives as long as one
// exploration, on one machine.
#include "runtime/runner/agreement.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "runtime/runner/choices.h"
#include "runtime/runner/difference.h"
#include "runtime/runner/stored_array.h"

namespace maxwarp::runner {
namespace {

constexpr const char* head = "maxwarp results 2\n";

/// The next array of the file; false at its end, or where it holds no such array.
bool read_array(std::istream& file, std::uint64_t bytes, HostArray& array) {
  return read_size(file) == bytes && read_bytes(file, bytes, array);
}

}  // namespace

Result<std::unique_ptr<Agreement>> Agreement::open(const std::string& file) {
  std::unique_ptr<Agreement> agreement(new Agreement(file));
  std::error_code error;
  if (std::filesystem::exists(file, error)) {
    if (auto failure = agreement->start_reading()) return *failure;
    return agreement;
  }
  if (error) return Failure{"--agree: cannot read `" + file + "`: " + error.message()};
  agreement->writing_ = std::make_unique<OutputFile>(file);
  agreement->writing_->write(head);
  if (auto failure = agreement->writing_->trouble()) return *failure;
  return agreement;
}

MaybeFailure Agreement::start_reading() {
  reading_.open(file_, std::ios::binary);
  if (!reading_) return Failure{"--agree: cannot read `" + file_ + "`: " + std::strerror(errno)};
  std::string start(std::strlen(head), '\0');
  if (reading_.read(start.data(), static_cast<std::streamsize>(start.size())) && start == head) return std::nullopt;
  return Failure{"--agree: `" + file_ +
                 "` holds no results; name a file that --agree has written, or one that is not there"};
}

bool Agreement::compares(const Algorithm& algorithm, const Variant& variant) const {
  const bool alike = writing_ || numbering_ == variant.numbering;
  for (int i = 0; i < algorithm.result_count; ++i)
    if (has_to_agree(algorithm, i, alike)) return true;
  return false;
}

void Agreement::write(const Algorithm& algorithm, const Variant& variant, const RunResult& result) {
  writing_->write(std::string(1, static_cast<char>(variant.numbering)));
  for (int i = 0; i < algorithm.result_count; ++i)
    writing_->write(stored_array(values_of(algorithm.results[i], result, i)));
}

std::string Agreement::next(const Algorithm& algorithm, const Variant& variant, const Graph& graph,
                            const ArgumentSet& arguments, const RunResult& result) {
  if (writing_) {
    write(algorithm, variant, result);
    return "";
  }
  return compare(algorithm, variant, graph, absolute_tolerance(algorithm, arguments), result);
}

std::string Agreement::compare(const Algorithm& algorithm, const Variant& variant, const Graph& graph, double absolute,
                               const RunResult& result) {
  numbering_ = static_cast<Numbering>(reading_.get());
  std::string text;
  for (int i = 0; i < algorithm.result_count; ++i) {
    const ResultInfo& info = algorithm.results[i];
    const HostArray seen = values_of(info, result, i);
    HostArray first{info.type, {}};
    if (!read_array(reading_, seen.bytes.size(), first)) return "`" + file_ + "` holds no such results";
    if (!text.empty() || !has_to_agree(algorithm, i, numbering_ == variant.numbering)) continue;
    if (const auto difference = difference_in(algorithm, i, graph, absolute, first, seen))
      text = difference->name + " is " + difference->second + ", the first mapping says " + difference->first;
  }
  return text;
}

MaybeFailure Agreement::finish() { return writing_ ? writing_->finish() : std::nullopt; }

}  // namespace maxwarp::runner
