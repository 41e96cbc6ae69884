// Parsing of mapping options; unknown keys and values name the alternatives.
#include "compiler/mapping/options.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "compiler/mapping/technique.h"
#include "compiler/support/source_file.h"
#include "compiler/support/suggest.h"

namespace maxwarp::mapping {
namespace {

std::string trim(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\r");
  if (begin == std::string::npos) return "";
  return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string unknown_key(const std::string& key) {
  std::vector<std::string_view> keys;
  for (const Axis& axis : axes()) keys.emplace_back(axis.key);
  const std::string_view meant = closest(key, keys);
  if (meant.empty()) return fmt::format("unknown mapping key `{}`; the keys are {}", key, fmt::join(keys, ", "));
  return fmt::format("unknown mapping key `{}`; did you mean `{}`", key, meant);
}

// The axis and the value of `label.key=value`.
std::optional<Setting> make_setting(const std::string& label, const std::string& key, const std::string& value,
                                    std::string& error) {
  const Axis* axis = find_axis(key);
  if (!axis) {
    error = unknown_key(key);
    return std::nullopt;
  }
  if (key == "granularity" && value == chosen_by_rule) {
    error =
        "`granularity=auto` chooses among variants, for all loops; give it on the command line, without a name, a "
        "label or another variant";
    return std::nullopt;
  }
  const auto choice = parse_choice(*axis, value, error);
  return choice ? std::optional(Setting{label, axis, *choice}) : std::nullopt;
}

struct Parts {
  std::string label, key, value;
};

// A key that can be `auto` may stand alone, or with a value after a colon: `split`, `split:118`.
std::optional<Parts> split_short(const std::string& text) {
  const std::size_t dot = text.find('.');
  Parts parts;
  if (dot != std::string::npos) parts.label = text.substr(0, dot);
  const std::string rest = dot == std::string::npos ? text : text.substr(dot + 1);
  parts.key = head(rest);
  parts.value = rest.find(':') == std::string::npos ? "auto" : argument(rest);
  const Technique* technique = find_technique(parts.key, "auto");
  if (!technique || std::string_view(technique->form) != "auto" || parts.value.empty()) return std::nullopt;
  return parts;
}

/// No option is nearly as long; a message repeats what it is about.
constexpr std::size_t longest_part = 400;

bool parse_part(const std::string& part, MappingText& mapping, std::string& error) {
  if (part.size() > longest_part) {
    error = fmt::format("`{}…` is too long for a mapping option; write `key=value`, for example `granularity=warp:8`",
                        part.substr(0, 40));
    return false;
  }
  const auto setting = parse_setting(part, error);
  return setting && add_setting(mapping, *setting, error);
}

std::optional<MappingText> parse_list(const std::string& text, std::string& error) {
  MappingText mapping;
  if (text == default_mapping) return mapping;
  std::istringstream parts(text);
  for (std::string part; std::getline(parts, part, ',');)
    if (!parse_part(trim(part), mapping, error)) return std::nullopt;
  return mapping;
}

std::optional<MappingText> parse_file(const std::string& path, std::string& error) {
  MappingText mapping;
  bool said_default = false;
  const auto file = read_source_file(path, error);
  if (!file) return std::nullopt;
  for (std::uint32_t number = 1; number <= file->line_count(); ++number) {
    const std::string_view line = file->line(number);
    const std::string part = trim(std::string(line.substr(0, line.find('#'))));
    said_default = said_default || part == default_mapping;
    if (part.empty() || part == default_mapping || parse_part(part, mapping, error)) continue;
    error = fmt::format("{}:{}: {}", path, number, error);
    return std::nullopt;
  }
  if (mapping.settings.empty() && !said_default) {
    error = fmt::format("{}: no mapping option; write `key=value` in a line, or `{}`", path, default_mapping);
    return std::nullopt;
  }
  mapping.file = path;
  return mapping;
}

// NAME: before the first `=`; a colon after it belongs to a value. So does one after a key that stands alone
// (`split:118`).
std::string take_variant(std::string& text) {
  const auto colon = text.find(':');
  if (colon == std::string::npos || colon > text.find('=')) return "";
  const std::string name = text.substr(0, colon);
  const bool alone = text.substr(colon, text.find(',') - colon).find('=') == std::string::npos;
  if (find_axis(name) && alone) return "";
  text.erase(0, colon + 1);
  return name;
}

bool is_identifier(const std::string& name) {
  if (name.empty() || std::isdigit(static_cast<unsigned char>(name[0]))) return false;
  for (const char c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_') return false;
  return true;
}

}  // namespace

bool add_setting(MappingText& mapping, const Setting& setting, std::string& error) {
  for (const Setting& other : mapping.settings)
    if (other.axis == setting.axis && other.label == setting.label && other.choice.text != setting.choice.text) {
      error = fmt::format("`{}` is given twice, as `{}` and as `{}`", other.axis->key, other.choice.text,
                          setting.choice.text);
      return false;
    }
  mapping.settings.push_back(setting);
  return true;
}

std::optional<Setting> parse_setting(const std::string& text, std::string& error) {
  const auto equals = text.find('=');
  if (const auto parts = split_short(text); equals == std::string::npos && parts)
    return make_setting(parts->label, parts->key, parts->value, error);
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size()) {
    error = fmt::format("`{}` is not a mapping option; write `key=value`, for example `granularity=warp:8`", text);
    return std::nullopt;
  }
  Parts parts{"", trim(text.substr(0, equals)), trim(text.substr(equals + 1))};
  if (const auto dot = parts.key.find('.'); dot != std::string::npos) {
    parts.label = parts.key.substr(0, dot);
    parts.key.erase(0, dot + 1);
    if (parts.label.empty()) {
      error = fmt::format("`{}` has no label before the dot; write `label.key=value`, or leave the dot out", text);
      return std::nullopt;
    }
  }
  return make_setting(parts.label, parts.key, parts.value, error);
}

std::optional<MappingText> parse_mapping(const std::string& original, std::string& error) {
  std::string text = original;
  const std::string variant = take_variant(text);
  if (!variant.empty() && !is_identifier(variant)) {
    error = fmt::format("`{}` cannot name a variant; use letters, digits and `_`", variant);
    return std::nullopt;
  }
  auto mapping = text.ends_with(".map") ? parse_file(text, error) : parse_list(text, error);
  if (mapping)
    mapping->variant = variant;
  else if (!variant.empty())
    error = fmt::format("variant `{}`: {}", variant, error);
  return mapping;
}

std::string written(const MappingText& mapping) {
  std::string list;
  for (const Setting& setting : mapping.settings) list += (list.empty() ? "" : ",") + written(setting);
  return list.empty() ? default_mapping : list;
}

std::string list_mappings() {
  std::string table = "Mapping options: --map=key=value,… (all loops) or label.key=value (the loop `label:`)\n";
  for (const Axis& axis : axes()) {
    const std::string otherwise = axis.otherwise ? fmt::format(", else {}", axis.otherwise) : "";
    table += fmt::format("\n{} (default {}{}; {})\n", axis.key, axis.standard, otherwise, axis.applies);
    for (const Technique* technique : techniques())
      if (std::string(axis.key) == technique->key)
        table += fmt::format("  {:<26} {:<30} {}\n", fmt::format("{}={}", technique->key, technique->form),
                             technique->summary, fmt::format("[{}]", technique->source));
  }
  return table;
}

namespace {

std::vector<const char*> values_of(const Technique& technique, const std::vector<const char*>& listed) {
  const bool parameter = is_number(technique.form) ||
                         std::string_view(technique.form).find_first_of(":[") != std::string_view::npos;
  return listed.empty() && !parameter ? std::vector<const char*>{technique.form} : listed;
}

}  // namespace

std::vector<std::string> every_form() {
  std::vector<std::string> settings;
  for (const Axis& axis : axes())
    for (const Technique* technique : techniques())
      if (std::string_view(axis.key) == technique->key)
        settings.push_back(fmt::format("{}={}", axis.key, values_of(*technique, technique->probes).front()));
  return settings;
}

namespace {

// A bar would end the cell.
std::string escaped(std::string text) {
  for (std::size_t bar = text.find('|'); bar != std::string::npos; bar = text.find('|', bar + 2))
    text.insert(bar, "\\");
  return text;
}

// Which values of the other axes have these capabilities, where not all do that have the known ones.
std::string asked_of(const Technique& technique, const std::vector<Capability>& capabilities, const char* verb,
                     const std::vector<Capability>& known = {}) {
  std::string text;
  for (const Axis& axis : axes()) {
    if (std::string_view(axis.key) == technique.key) continue;
    const std::string values = providers(axis, capabilities);
    if (!values.empty() && values != providers(axis, known))
      text += fmt::format("{}`{}={}`", text.empty() ? verb : ", ", axis.key, escaped(values));
  }
  return text;
}

// What stands in the column for defaults: the value where the form has a parameter.
std::string is_default(const Axis& axis, const Technique& technique) {
  if (axis.otherwise && find_technique(axis.key, axis.otherwise) == &technique) return "else";
  if (find_technique(axis.key, axis.standard) != &technique) return "";
  return is_number(technique.form) ? axis.standard : "yes";
}

}  // namespace

// A row of a table, in which `|` parts cells unless it is escaped, in code as well.
static std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    row += " ";
    for (const char c : cell) row += c == '|' ? "\\|" : std::string(1, c);
    row += " |";
  }
  return row + "\n";
}

std::string list_mappings_markdown() {
  std::string page = "| option | default | loops | what it does | machines | source |\n|---|---|---|---|---|---|\n";
  for (const Axis& axis : axes())
    for (const Technique* technique : techniques()) {
      if (std::string_view(axis.key) != technique->key) continue;
      std::vector<Capability> needs = technique->sound_with;
      needs.insert(needs.end(), technique->needs.begin(), technique->needs.end());
      std::vector<Capability> all = needs;
      all.insert(all.end(), technique->built_for.begin(), technique->built_for.end());
      const std::string needed = asked_of(*technique, needs, "; needs ") +
                                 asked_of(*technique, all, "; built for ", needs);
      page += markdown_row({fmt::format("`{}={}`", axis.key, technique->form), is_default(axis, *technique),
                            axis.applies, technique->summary + needed,
                            technique->machines == gpu_only ? "GPU" : "GPU, CPU", technique->source});
    }
  return page;
}

std::string list_mappings_json() {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const Axis& axis : axes()) {
    Json values = Json::array();
    for (const Technique* technique : techniques())
      if (std::string(axis.key) == technique->key)
        values.push_back({{"form", technique->form},
                          {"summary", technique->summary},
                          {"source", technique->source},
                          {"trials", values_of(*technique, technique->trials)},
                          {"probes", values_of(*technique, technique->probes)}});
    list.push_back({{"key", axis.key},
                    {"default", axis.standard},
                    {"applies", axis.applies},
                    {"decisive", axis.decisive},
                    {"values", values}});
  }
  return Json{{"schema", 1}, {"axes", list}}.dump(2) + "\n";
}

}  // namespace maxwarp::mapping
