// The table of mappings, as gdslc prints it: the workbench knows no technique by name.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tools/gdsl/process.h"
#include "tools/gdsl/refusal.h"

namespace maxwarp::workbench {

/// One key of a mapping.
struct MappingAxis {
  std::string key, standard;       // `granularity`, and its default
  bool decisive = false;           // its values are worth trying together with those of the other decisive axes
  std::vector<std::string> forms;  // as written in the table: `warp:W`
  std::vector<std::vector<std::string>> trials;  // a form: its values worth measuring, the most promising first
};
using MappingTable = std::vector<MappingAxis>;

/// What `gdslc` prints for `option`. Error: it is missing, or fails.
llvm::Expected<std::string> ask_compiler(const std::string& compiler, const std::string& option);

/// The axes in the order of the compiler.
llvm::Expected<MappingTable> mapping_table(const std::string& compiler);

/// One mapping: `key` or `label.key` with its value, in the order of the table.
using Settings = std::vector<std::pair<std::string, std::string>>;

/// As `--map` takes it: `key=value,key=value`.
std::string mapping_text(const Settings& settings);

/// Asks one gdslc whether mappings are legal for a program; answers are remembered.
class MappingJudge {
 public:
  /// `target`: `cuda` or `openmp`. Error: gdslc cannot be started.
  static llvm::Expected<std::unique_ptr<MappingJudge>> open(const std::string& compiler, const std::string& program,
                                                            const std::string& target, const MappingTable& table);

  /// The mapping, with what it needs besides; nothing when the program cannot have it, or the machine does
  /// not know it: `refusal()` then says why. Error: it is no mapping, or the program is wrong (gdslc has said
  /// so).
  llvm::Expected<std::optional<Settings>> accept(const Settings& settings);
  /// Why the first mapping that was not accepted was not.
  std::string refusal() const;
  /// All that were not accepted, in the order of asking.
  const std::vector<Refusal>& refusals() const { return refusals_; }

 private:
  MappingJudge(std::unique_ptr<Conversation> compiler, const MappingTable& table)
      : compiler_(std::move(compiler)), table_(table) {}
  llvm::Expected<std::optional<Settings>> judge(const Settings& settings);
  /// The first value to try of `key=FORM`.
  std::optional<std::pair<std::string, std::string>> first_trial(const std::string& needed) const;

  std::unique_ptr<Conversation> compiler_;
  const MappingTable& table_;
  std::map<std::string, std::optional<Settings>> answers_;
  std::vector<Refusal> refusals_;
};

/// Puts the settings into the order of the table and leaves out those that are the default anyway.
Settings in_short(Settings settings, const MappingTable& table);

/// The axis of `key` or `label.key`, or null.
const MappingAxis* find_axis(const MappingTable& table, const std::string& key);

}  // namespace maxwarp::workbench
