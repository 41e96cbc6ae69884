// Mapping options as text: `key=value,…`, `.map` files, `--list-mappings`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "compiler/mapping/technique.h"

namespace maxwarp::mapping {

/// The mapping whose axes all have their defaults, as an option says it.
constexpr const char* default_mapping = "default";

/// The value of an axis that is chosen for each graph: no technique, but several variants (selection.h).
constexpr const char* chosen_by_rule = "auto";

/// One `key=value`, for all loops or for the loop with `label`.
struct Setting {
  std::string label;  // or empty
  const Axis* axis;
  Choice choice;
};

/// One `--map`: a variant by its name (or empty), and its settings in the order given.
struct MappingText {
  std::string variant;
  std::vector<Setting> settings;
  std::string file;  // the .map file that they stand in, or empty
};

/// Parses `[NAME:]key=value,key=value`, `[NAME:]default` or, if `text` names a file ending in `.map`, that file: one
/// `key=value` a line, `#` comments. Keys and values are checked against the techniques. On error returns nothing and
/// puts one line into `error`, which names file and line.
std::optional<MappingText> parse_mapping(const std::string& text, std::string& error);

/// Adds a setting; one that was given already with another value is an error.
bool add_setting(MappingText& mapping, const Setting& setting, std::string& error);

/// `label.key=value`.
std::string written(const Setting& setting);

/// `key=value,…` without the name of the variant; `default` where nothing is set.
std::string written(const MappingText& mapping);

/// Parses one `label.key=value`.
std::optional<Setting> parse_setting(const std::string& text, std::string& error);

/// The table of all options with their defaults, sources and meaning; as text, and as a page of Markdown
/// (docs/mappings.md).
std::string list_mappings();
std::string list_mappings_markdown();

/// `key=value` for each form: the form itself or the first value that its technique tests with.
std::vector<std::string> every_form();

/// The same for programs: `axes`, each with `key`, `default`, `applies`, `decisive` (its values are worth trying
/// together with those of the other decisive axes) and `values` of `form`, `summary`, `source`, `trials` (values of the
/// form to measure) and `probes` (values to test with).
std::string list_mappings_json();

}  // namespace maxwarp::mapping
