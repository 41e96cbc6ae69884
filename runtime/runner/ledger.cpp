// Lines are only ever appended, by one write under a lock: an interrupt leaves whole lines.
#include "runtime/runner/ledger.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <ctime>

#include "runtime/system/json_text.h"
#include "runtime/system/version.h"

namespace maxwarp::runner {
namespace {

using Json = nlohmann::ordered_json;

/// The version of the lines.
constexpr int ledger_schema = 1;

constexpr const char* way_out = "remove the line, or name another ledger";

std::string now(const char* format) {
  const std::time_t seconds = std::time(nullptr);
  std::tm time{};
  gmtime_r(&seconds, &time);
  char text[64];
  return {text, std::strftime(text, sizeof text, format, &time)};
}

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

/// Of seconds, milliseconds, things that were counted. No run has more.
bool is_amount(const Json& value) {
  constexpr double most = 1e18;
  return value.is_number() && value.get<double>() >= 0 && value.get<double>() <= most;
}

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

/// What is wrong with a line; empty: nothing.
std::string parse_line(const std::string& text, Measurement& line) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return "it is not an object of JSON";
  if (const auto schema = json.find("schema"); schema == json.end() || *schema != ledger_schema)
    return "its schema is not " + std::to_string(ledger_schema);
  const std::string field = read_line(json, line);
  return field.empty() ? "" : "it has no `" + field + "`, or another one than measurements have";
}

Failure cannot(const char* what, const std::string& path, const char* reason) {
  return {std::string("cannot ") + what + " `" + path + "`: " + reason};
}

/// A place that takes no lines is no news for the end of a long search.
MaybeFailure check_writable(const std::string& path, bool is_new) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (file < 0) return cannot("write", path, std::strerror(errno));
  close(file);
  if (is_new) unlink(path.c_str());
  return std::nullopt;
}

/// The whole file. Error: it cannot be read, or is none.
Result<std::string> text_of(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return cannot("read", path, std::strerror(errno));
  struct stat facts{};
  if (fstat(file, &facts) != 0 || !S_ISREG(facts.st_mode)) {
    close(file);
    return cannot("read", path, "it is not a regular file");
  }
  std::string text;
  char part[1 << 16];
  ssize_t count = 0;
  while ((count = ::read(file, part, sizeof part)) > 0) text.append(part, static_cast<std::size_t>(count));
  const int reason = errno;
  close(file);
  if (count < 0) return cannot("read", path, std::strerror(reason));
  return text;
}

}  // namespace

std::string late_text(double seconds) {
  char text[64];
  std::snprintf(text, sizeof text, "no end after %.4g seconds", seconds);
  return text;
}

std::string today() { return now("%Y-%m-%d"); }

Result<Ledger> Ledger::open(const std::string& path) {
  struct stat facts{};
  const bool is_new = stat(path.c_str(), &facts) != 0;
  if (auto failure = check_writable(path, is_new)) return *failure;
  if (is_new) return Ledger(path);
  return read(path);
}

Result<Ledger> Ledger::read(const std::string& path) {
  Ledger ledger(path);
  auto text = text_of(path);
  if (!text) return text.failure();
  std::size_t number = 0;
  for (std::size_t at = 0; at < text->size();) {
    const std::string place = path + ":" + std::to_string(++number);
    const std::size_t end = text->find('\n', at);
    if (end == std::string::npos) return Failure{place + ": the line is cut off; " + way_out};
    Measurement line;
    if (const std::string fault = parse_line(text->substr(at, end - at), line); !fault.empty())
      return Failure{place + ": the line is no measurement: " + fault + "; " + way_out};
    ledger.measurements_.push_back(std::move(line));
    at = end + 1;
  }
  return ledger;
}

void Ledger::rename(const std::string& earlier_text, const std::string& text) {
  for (Measurement& line : measurements_)
    if (line.key.text == earlier_text) line.key.text = text;
}

Known Ledger::find(const MeasurementKey& key, bool verified) const { return known_of(measurements_, key, verified); }

Known known_of(const std::vector<Measurement>& measurements, const MeasurementKey& key, bool verified) {
  Known known;
  for (const Measurement& line : measurements) {
    if (!(line.key == key) || (!line.version.empty() && line.version != maxwarp::version)) continue;
    if (line.late_seconds > 0) {
      known.late_seconds = std::max(known.late_seconds, line.late_seconds);
    } else if (!line.failure.empty()) {
      known.failure = line.failure;
    } else if (line.verified || !verified) {
      known.times_ms.insert(known.times_ms.end(), line.times_ms.begin(), line.times_ms.end());
      known.counted = line.counted;
      known.late_seconds = 0;  // with more time it had an end
    }
  }
  return known;
}

bool Ledger::holds(const Measurement& measurement) const {
  return std::any_of(measurements_.begin(), measurements_.end(), [&](const Measurement& line) {
    return line.key == measurement.key && line.times_ms == measurement.times_ms && line.failure == measurement.failure;
  });
}

MaybeFailure Ledger::append(Measurement measurement) {
  if (measurement.date.empty()) measurement.date = now("%Y-%m-%dT%H:%M:%SZ");
  if (measurement.version.empty()) measurement.version = maxwarp::version;
  const std::string text = json_text(json_of(measurement), -1);
  const int file = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (file < 0) return cannot("write", path_, std::strerror(errno));
  while (flock(file, LOCK_EX) != 0 && errno == EINTR) continue;
  const off_t before = lseek(file, 0, SEEK_END);
  const ssize_t count = write(file, text.data(), text.size());
  const int reason = count < 0 ? errno : ENOSPC;
  const bool whole = count == static_cast<ssize_t>(text.size());
  const bool cut_off = !whole && before >= 0 && ftruncate(file, before) != 0;
  close(file);
  if (cut_off) return cannot("write", path_, "its last line is cut off");
  if (!whole) return cannot("write", path_, std::strerror(reason));
  measurements_.push_back(std::move(measurement));
  return std::nullopt;
}

}  // namespace maxwarp::runner
