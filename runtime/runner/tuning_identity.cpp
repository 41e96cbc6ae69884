// A program does not know its own text: unless a pack says what it is, the executable tells it.
#include "runtime/runner/tuning_identity.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>

#include "runtime/graph/hash.h"
#include "runtime/runner/halving.h"

namespace maxwarp::runner {
namespace {

using Json = nlohmann::ordered_json;

class Hash {
 public:
  void add(const void* data, std::size_t bytes) {
    const auto* at = static_cast<const char*>(data);
    value_ = mix(value_ + bytes + 1);
    for (; bytes > 0;) {
      std::uint64_t word = 0;
      const std::size_t count = std::min(bytes, sizeof word);
      std::memcpy(&word, at, count);
      value_ = mix(value_ ^ word) + 1;
      at += count;
      bytes -= count;
    }
  }

  template <typename T>
  void add(const Array<T>& array) {
    add(array.data(), array.size() * sizeof(T));
  }

  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value_));
    return digits;
  }

 private:
  std::uint64_t value_ = 0;
};

std::string graph_of(const MeasuredRun& run) {
  if (run.options.graph.graph.empty()) return "none";
  Hash hash;
  hash.add(run.graph.row_offsets);
  hash.add(run.graph.targets);
  hash.add(run.graph.int_weights);
  hash.add(run.graph.double_weights);
  hash.add(&run.graph.labels.first, sizeof run.graph.labels.first);
  hash.add(run.graph.labels.list);
  return hash.text();
}

/// `--source=random:4:1 --data=@HASH`, and what else decides whether a run has a result.
std::string arguments_of(const MeasuredRun& run) {
  std::string text;
  for (std::size_t i = 0; i < run.options.arguments.size(); ++i) {
    const auto& given = run.options.arguments[i];
    if (!given) continue;
    text += std::string(text.empty() ? "--" : " --") + run.algorithm.parameters[i].name + "=";
    Hash hash;
    const HostValue& value = run.sets.front().values[i];
    hash.add(value.data, value.bytes);
    text += given->starts_with("@") ? "@" + hash.text() : *given;
  }
  if (run.options.max_rounds > 0) text += " --max-rounds=" + std::to_string(run.options.max_rounds);
  if (run.options.allow_nan) text += " --allow-nan";
  return text;
}

Result<std::string> executable_hash() {
  std::ifstream file("/proc/self/exe", std::ios::binary);
  Hash hash;
  char part[1 << 16];
  while (file.read(part, sizeof part) || file.gcount() > 0) hash.add(part, static_cast<std::size_t>(file.gcount()));
  if (!file.eof()) return Failure{"--tune: cannot read the program itself"};
  return hash.text();
}

/// What a pack says of the recorded run with that number; null: nothing.
Json recorded(std::int64_t number) {
  std::ifstream file("explore.json");
  const Json all = Json::parse(file, nullptr, /*allow_exceptions=*/false);
  if (!all.is_array()) return nullptr;
  for (const Json& one : all)
    if (one.is_object() && one.value("first_run", 0) <= number && number <= one.value("last_run", 0)) return one;
  return nullptr;
}

}  // namespace

Result<TuningIdentity> tuning_identity(const MeasuredRun& run) try {
  TuningIdentity identity;
  const Json known = run.options.recorded > 0 ? recorded(run.options.recorded) : Json();
  if (known.is_null()) {
    const auto executable = executable_hash();
    if (!executable) return executable.failure();
    identity.graph = graph_of(run);
    identity.all_sources = arguments_of(run);
    for (const Variant* variant : run.variants) identity.texts.push_back(*executable + " " + variant->name);
  } else {
    identity.graph = known.value("graph", "");
    identity.all_sources = known.value("arguments", "");
    const Json texts = known.value("variants", Json::object());
    for (const Variant* variant : run.variants)
      identity.texts.push_back(texts.value(variant->name, Json::object()).value("text", ""));
    for (const std::string& text : identity.texts)
      if (text.empty()) return Failure{"--tune: `explore.json` does not say what each variant is; write the pack anew"};
  }
  identity.one_source = with_one_source(identity.all_sources);
  return identity;
} catch (const Json::exception&) {
  return Failure{"--tune: `explore.json` is damaged; write the pack anew"};
}

}  // namespace maxwarp::runner
