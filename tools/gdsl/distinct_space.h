// The mappings of a space, those with one generated text taken together: such mappings are measured once.
#pragma once

#include <optional>

#include "tools/gdsl/engine_choice.h"
#include "tools/gdsl/refusal.h"

namespace maxwarp::workbench {

/// Mappings from which gdslc generates the same text.
struct TextGroup {
  std::string mapping;            // the first of them in the space, in short form
  std::string source;             // the generated source, without its head
  std::string text;               // hash of the text, without what only names the mapping
  std::string earlier_text;       // as ledgers of 2026-11 have it: with some of that
  std::vector<std::string> same;  // the others
};

struct DistinctSpace {
  std::vector<TextGroup> groups;     // the first is that of the default mapping
  std::size_t tried = 0, legal = 0;  // see MapSpace
  std::vector<Refusal> refused;      // mappings that the program cannot have
  std::size_t same = 0;              // mappings with the text of an earlier one
};

/// The texts of mappings, in their order, each by itself; `option`: a further one of gdslc, such as `-g`. The source of
/// a mapping that has no text is empty.
llvm::Expected<std::vector<TextGroup>> texts_of(const Installation& installation, const std::string& program,
                                                EngineKind kind, const std::vector<std::string>& mappings,
                                                const std::string& folder, const std::string& option = "");

/// What is asked for: `--map-space` and `--limit`.
struct SpaceRequest {
  std::string program;  // path of the .gdsl file
  std::string space;
  std::optional<std::size_t> limit;  // of different texts; empty: 40 of the default space, all of another; 0: all
};

/// Enumerates the space for an engine. `folder` is for what gdslc writes meanwhile. Error: as `enumerate`, or the
/// program is wrong.
llvm::Expected<DistinctSpace> distinct_space(const Installation& installation, const SpaceRequest& request,
                                             EngineKind kind, const std::string& folder);

}  // namespace maxwarp::workbench
