// The explorations of a pack, by which `gdsl explore --from` ranks its runs: what `explore.json` says.
#pragma once

#include <nlohmann/json.hpp>

#include "tools/gdsl/pack.h"

namespace maxwarp::workbench {

class PackedExplorations {
 public:
  /// Those that the pack has. Error: `request` records a run, where they are, or is one, where other runs are; all runs
  /// of a pack with explorations are ranked.
  static llvm::Expected<PackedExplorations> of(const std::filesystem::path& folder, const PackRequest& request,
                                               bool has_runs);

  /// Adds the one that the request is, if it is one, and writes its texts into `fresh`. `graph`: what tells it from
  /// others. Error: the pack has it.
  llvm::Error add(const PackRequest& request, const std::string& graph, const std::filesystem::path& fresh);

  /// Of the one that was added: the program's, or with a number where another one has that.
  const std::string& name() const { return name_; }

  /// The new `explore.json`; `runs`: all recorded ones, with a line end before the first. Nothing was added: nothing.
  llvm::Error write(const std::filesystem::path& folder, const std::string& runs);

 private:
  nlohmann::ordered_json all_ = nlohmann::ordered_json::array();
  std::string name_;
  std::size_t runs_before_ = 0;
};

}  // namespace maxwarp::workbench
