// Completion of command lines in bash, zsh and fish: one description of what may stand where, three scripts.
#pragma once

#include <string>
#include <vector>

namespace maxwarp::workbench {

/// What may follow an option or stand as a word.
enum class ValueKind { None, Any, File, Folder, Program, Graph, Mapping };

struct CompletedOption {
  std::string name;  // `--engine`
  std::string help;
  ValueKind kind = ValueKind::Any;
  std::vector<std::string> values = {};  // words to offer, besides files where the kind has them
};

/// A command with what may follow it: `gdsl`, `gdsl graph`, `gdsl graph info`.
struct CompletedCommand {
  std::vector<std::string> path;  // from the program on
  std::string help;
  std::vector<CompletedOption> options;
  std::vector<std::string> commands = {};  // names of the sub-commands
  ValueKind argument = ValueKind::None;    // its positional arguments
  std::vector<std::string> words = {};     // words to offer as arguments
};

/// All commands, and what `--map=` takes: `granularity=thread`, `granularity=warp:`.
struct Completions {
  std::vector<CompletedCommand> commands;
  std::vector<std::string> mappings;
  std::vector<std::string> generators;  // `rmat:`
};

/// The scripts. That of bash serves zsh too, with its own first lines.
std::string bash_script(const Completions& completions);
std::string zsh_script(const Completions& completions);
std::string fish_script(const Completions& completions);

}  // namespace maxwarp::workbench
