// What a page of `gdsl serve` may ask about a program. Every word of it that goes to a command line is checked here.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "llvm/Support/Error.h"

namespace maxwarp::workbench {

struct Question {
  std::string program;                 // its name in the folder; not checked here
  std::string text;                    // as it stands in the editor
  std::string mapping;                 // `key=value,…`; never the name of a file
  std::string space;                   // of an exploration, as --map-space takes it; empty: the default; never a file
  std::vector<std::string> arguments;  // `name=value`, of the program; never the name of a file
  std::uint64_t edit = 0;              // the larger, the newer
};

/// Error: a part is missing, of another kind, too long, or could mean something else than it is for.
llvm::Expected<Question> question_of(const nlohmann::ordered_json& asked);

/// The text at `key`. Error: there is none, or it is longer.
llvm::Expected<std::string> text_at(const nlohmann::ordered_json& asked, const char* key, std::size_t most_bytes);

}  // namespace maxwarp::workbench
