// Reads gdslc's own table, and keeps one gdslc open to be asked: a process a question would take minutes.
#include "tools/gdsl/mapping_table.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>
#include <regex>

#include "llvm/ADT/ScopeExit.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

std::string without_label(const std::string& key) { return key.substr(key.find('.') + 1); }

std::size_t place_of(const MappingTable& table, const std::string& key) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const MappingAxis& axis) { return axis.key == without_label(key); });
  return static_cast<std::size_t>(found - table.begin());
}

}  // namespace

llvm::Expected<std::string> ask_compiler(const std::string& compiler, const std::string& option) {
  const int memory = memfd_create("answer", MFD_CLOEXEC);
  if (memory < 0) return fail("cannot ask `{}`: {}", compiler, std::strerror(errno));
  const llvm::scope_exit clean_up([&] { close(memory); });
  const std::string answer = fmt::format("/proc/self/fd/{}", memory);
  if (!find_program(compiler)) return fail("the compiler `{}` is missing", compiler);
  auto code = run_process({{compiler, option}, answer, "/dev/null"});
  if (!code) return code.takeError();
  if (*code != 0) return fail("`{} {}` failed", compiler, option);
  return read_text(answer);
}

llvm::Expected<MappingTable> mapping_table(const std::string& compiler) {
  auto text = ask_compiler(compiler, "--list-mappings=json");
  if (!text) return text.takeError();
  const auto json = nlohmann::json::parse(*text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("axes")) return fail("`{}` does not list its mappings", compiler);
  MappingTable table;
  for (const auto& axis : json["axes"]) {
    MappingAxis& row = table.emplace_back();
    row.key = axis.value("key", "");
    row.standard = axis.value("default", "");
    row.decisive = axis.value("decisive", false);
    for (const auto& value : axis["values"]) {
      row.forms.push_back(value.value("form", ""));
      row.trials.push_back(value.value("trials", std::vector<std::string>{}));
    }
  }
  return table;
}

std::string mapping_text(const Settings& settings) {
  std::string text;
  for (const auto& [key, value] : settings) text += (text.empty() ? "" : ",") + key + "=" + value;
  return text;
}

const MappingAxis* find_axis(const MappingTable& table, const std::string& key) {
  const std::size_t place = place_of(table, key);
  return place == table.size() ? nullptr : &table[place];
}

Settings in_short(Settings settings, const MappingTable& table) {
  // What has a label may be the default to overrule a value for all loops.
  std::erase_if(settings, [&](const auto& setting) {
    const MappingAxis* axis = find_axis(table, setting.first);
    return axis && axis->key == setting.first && axis->standard == setting.second;
  });
  std::sort(settings.begin(), settings.end(), [&](const auto& a, const auto& b) {
    return std::pair(place_of(table, a.first), a) < std::pair(place_of(table, b.first), b);
  });
  return settings;
}

/// `WHY (5:7)`.
static Refusal refusal_of(const std::string& mapping, const std::string& said) {
  static const std::regex place(" \\(([0-9]{1,9}):([0-9]{1,9})\\)$");
  std::smatch found;
  if (!std::regex_search(said, found, place)) return {mapping, said};
  return {mapping, found.prefix().str(), std::stoi(found[1]), std::stoi(found[2])};
}

llvm::Expected<std::unique_ptr<MappingJudge>> MappingJudge::open(const std::string& compiler,
                                                                 const std::string& program, const std::string& target,
                                                                 const MappingTable& table) {
  auto asked = Conversation::start(
      {compiler, program, "--target=" + target, "--number=both", "--judge-mappings=-", "--quiet"});
  if (!asked) return asked.takeError();
  return std::unique_ptr<MappingJudge>(new MappingJudge(std::move(*asked), table));
}

llvm::Expected<std::optional<Settings>> MappingJudge::accept(const Settings& settings) {
  const std::string text = mapping_text(settings);
  if (const auto known = answers_.find(text); known != answers_.end()) return known->second;
  auto said = judge(settings);
  if (said) answers_.emplace(text, *said);
  return said;
}

llvm::Expected<std::optional<Settings>> MappingJudge::judge(const Settings& settings) {
  auto answer = compiler_->ask(mapping_text(settings));
  if (!answer) return answer.takeError();
  const std::size_t colon = answer->find(": ");
  const std::string verdict = answer->substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : answer->substr(colon + 2);
  if (verdict == "legal") return settings;
  if (verdict == "malformed") return fail("--map-space: {}", rest);
  if (verdict == "needs")
    if (const auto needed = first_trial(rest)) {
      Settings longer = settings;
      longer.push_back(*needed);
      return accept(longer);
    }
  // Without what is the default anyway, several are one.
  const std::string text = mapping_text(in_short(settings, table_));
  const auto known = std::ranges::find(refusals_, text, &Refusal::mapping);
  if (known == refusals_.end()) refusals_.push_back(refusal_of(text, rest));
  return std::nullopt;
}

std::string MappingJudge::refusal() const {
  return refusals_.empty() ? "" : fmt::format("`{}`: {}", refusals_.front().mapping, refusals_.front().why);
}

std::optional<std::pair<std::string, std::string>> MappingJudge::first_trial(const std::string& needed) const {
  for (const MappingAxis& axis : table_)
    for (std::size_t i = 0; i < axis.forms.size(); ++i)
      if (needed == axis.key + "=" + axis.forms[i] && !axis.trials[i].empty())
        return std::pair(axis.key, axis.trials[i].front());
  return std::nullopt;
}

}  // namespace maxwarp::workbench
