// Lines are only ever appended, by one write under a lock: an interrupt leaves whole lines.
#include "tools/gdsl/ledger.h"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "llvm/ADT/ScopeExit.h"
#include "runtime/system/json_text.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

using Json = nlohmann::ordered_json;

/// The version of the lines.
constexpr int ledger_schema = 1;

constexpr const char* way_out = "remove the line, or name another ledger";

std::string now(const char* format) { return fmt::format(fmt::runtime(format), fmt::gmtime(std::time(nullptr))); }

/// The counts by their names.
template <typename Counts>
auto counts_of(Counts& counted) {
  return std::array{std::pair("issued", &counted.issued), std::pair("active_lanes", &counted.active_lanes),
                    std::pair("sectors", &counted.sectors), std::pair("atomics", &counted.atomics)};
}

Json json_of(const Measurement& line) {
  Json json = {{"schema", ledger_schema},        {"date", line.date},
               {"version", line.version},        {"program", line.program},
               {"mapping", line.mapping},        {"text", line.key.text},
               {"engine", line.key.engine},      {"device", line.key.device},
               {"graph", line.graph_name},       {"graph_identity", line.key.graph},
               {"arguments", line.key.arguments}};
  if (!line.times_ms.empty()) json["repetitions_ms"] = line.times_ms;
  if (line.counted.cost() > 0) {
    json["cost"] = line.counted.cost();
    for (const auto& [name, count] : counts_of(line.counted)) json[name] = *count;
  }
  json["rounds"] = line.rounds;
  if (line.verified) json["verified"] = true;
  if (line.late_seconds > 0) json["late_seconds"] = line.late_seconds;
  if (!line.failure.empty()) json["failure"] = line.failure;
  return json;
}

bool is_amount(const Json& value) { return value.is_number() && value.get<double>() >= 0; }

/// Takes a field of a type that it must have; false: it has another.
bool take(const Json& json, const char* name, std::string& value) {
  const auto found = json.find(name);
  if (found == json.end()) return false;
  if (found->is_string()) value = found->get<std::string>();
  return found->is_string();
}

/// The same for one that may be left out.
bool take_amount(const Json& json, const char* name, double& value) {
  const auto found = json.find(name);
  if (found == json.end()) return true;
  if (is_amount(*found)) value = found->get<double>();
  return is_amount(*found);
}

bool take_times(const Json& json, std::vector<double>& times) {
  const auto found = json.find("repetitions_ms");
  if (found == json.end()) return true;
  if (!found->is_array() || !std::all_of(found->begin(), found->end(), is_amount)) return false;
  times = found->get<std::vector<double>>();
  return true;
}

/// What the line lacks; empty: nothing.
std::string read_line(const Json& json, Measurement& line) {
  for (const auto& [name, value] :
       {std::pair("date", &line.date), std::pair("version", &line.version), std::pair("program", &line.program),
        std::pair("mapping", &line.mapping), std::pair("text", &line.key.text), std::pair("engine", &line.key.engine),
        std::pair("device", &line.key.device), std::pair("graph", &line.graph_name),
        std::pair("graph_identity", &line.key.graph), std::pair("arguments", &line.key.arguments)})
    if (!take(json, name, *value)) return name;
  if (!take_times(json, line.times_ms)) return "repetitions_ms";
  double rounds = 0;
  for (const auto& [name, value] : {std::pair("late_seconds", &line.late_seconds), std::pair("rounds", &rounds)})
    if (!take_amount(json, name, *value)) return name;
  for (const auto& [name, value] : counts_of(line.counted))
    if (!take_amount(json, name, *value)) return name;
  line.rounds = rounds < 9e18 ? static_cast<std::int64_t>(rounds) : 0;
  if (json.contains("failure") && !take(json, "failure", line.failure)) return "failure";
  line.verified = json.contains("verified") && json["verified"] == true;
  const bool says_something = !line.times_ms.empty() || !line.failure.empty();
  return says_something ? "" : "repetitions_ms";
}

/// Error: the text is no measurement.
llvm::Error parse_line(const std::string& text, Measurement& line) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return fail("it is not an object of JSON");
  if (const auto schema = json.find("schema"); schema == json.end() || *schema != ledger_schema)
    return fail("its schema is not {}", ledger_schema);
  if (const std::string field = read_line(json, line); !field.empty())
    return fail("it has no `{}`, or another one than measurements have", field);
  return llvm::Error::success();
}

/// A place that takes no lines is no news for the end of a long search.
llvm::Error check_writable(const std::string& path, bool is_new) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return fail("cannot write `{}`: {}", path, std::strerror(errno));
  close(file);
  if (is_new) unlink(path.c_str());
  return llvm::Error::success();
}

}  // namespace

std::string today() { return now("{:%Y-%m-%d}"); }

llvm::Expected<Ledger> Ledger::open(const std::string& path) {
  const bool is_new = !is_there(path);
  if (llvm::Error failed = check_writable(path, is_new)) return std::move(failed);
  if (is_new) return Ledger(path);
  return read(path);
}

llvm::Expected<Ledger> Ledger::read(const std::string& path) {
  Ledger ledger(path);
  auto text = read_text(path);
  if (!text) return text.takeError();
  std::size_t number = 0;
  for (std::size_t at = 0; at < text->size();) {
    ++number;
    const std::size_t end = text->find('\n', at);
    if (end == std::string::npos) return fail("{}:{}: the line is cut off; {}", path, number, way_out);
    Measurement line;
    if (llvm::Error failed = parse_line(text->substr(at, end - at), line))
      return fail("{}:{}: the line is no measurement: {}; {}", path, number, llvm::toString(std::move(failed)),
                  way_out);
    ledger.measurements_.push_back(std::move(line));
    at = end + 1;
  }
  return ledger;
}

void Ledger::rename(const std::string& earlier_text, const std::string& text) {
  for (Measurement& line : measurements_)
    if (line.key.text == earlier_text) line.key.text = text;
}

Known Ledger::find(const MeasurementKey& key, bool verified) const {
  Known known;
  for (const Measurement& line : measurements_) {
    if (!(line.key == key) || line.version != MAXWARP_VERSION) continue;
    if (line.late_seconds > 0) {
      known.late_seconds = std::max(known.late_seconds, line.late_seconds);
    } else if (!line.failure.empty()) {
      known.failure = line.failure;
    } else if (line.verified || !verified) {
      known.times_ms.insert(known.times_ms.end(), line.times_ms.begin(), line.times_ms.end());
      known.counted = line.counted;
    }
  }
  return known;
}

bool Ledger::holds(const Measurement& measurement) const {
  return std::any_of(measurements_.begin(), measurements_.end(), [&](const Measurement& line) {
    return line.key == measurement.key && line.times_ms == measurement.times_ms && line.failure == measurement.failure;
  });
}

llvm::Error Ledger::append(Measurement measurement) {
  measurement.date = now("{:%Y-%m-%dT%H:%M:%SZ}");
  measurement.version = MAXWARP_VERSION;
  const std::string text = json_text(json_of(measurement), -1);
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return fail("cannot write `{}`: {}", path_, std::strerror(errno));
  const llvm::scope_exit done([&] { close(file); });
  while (flock(file, LOCK_EX) != 0 && errno == EINTR) continue;
  const off_t before = lseek(file, 0, SEEK_END);
  const ssize_t count = write(file, text.data(), text.size());
  if (count != static_cast<ssize_t>(text.size())) {
    const int reason = count < 0 ? errno : ENOSPC;
    if (before >= 0 && ftruncate(file, before) != 0) return fail("cannot write `{}`: its last line is cut off", path_);
    return fail("cannot write `{}`: {}", path_, std::strerror(reason));
  }
  measurements_.push_back(std::move(measurement));
  return llvm::Error::success();
}

}  // namespace maxwarp::workbench
