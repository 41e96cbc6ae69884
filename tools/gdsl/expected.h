// `gdsl run --verify`, `--verify=PROGRAM` and `--selftest`: what has no built-in reference is compared with the results
// of another process, the interpreter or the other program, which runs before.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

/// What the words of a run ask for.
struct VerifyWish {
  std::string option;   // `--verify` or `--selftest`; empty: neither
  std::string program;  // of `--verify=PROGRAM`
};

VerifyWish verify_wish(const std::vector<std::string>& words);

/// `program`, or of it the algorithm of that name, under the interpreter; the words of the run follow.
Command interpreter_command(const std::string& program, const std::string& algorithm);

/// Whether the program that `command` starts has a built-in reference.
llvm::Expected<bool> has_reference(Command command);

/// Has `command` run with `words` and write its results. The open file that has them, as a path for children of this
/// process. Error: it fails; it has said why, and `name` says which one it was.
llvm::Expected<std::string> expected_results(Command command, const std::vector<std::string>& words,
                                             const std::string& option, const std::string& name);

}  // namespace maxwarp::workbench
