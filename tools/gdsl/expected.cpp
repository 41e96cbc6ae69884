// The file is open when its folder goes, and nothing of it is left when the last process ends, however that happens.
#include "tools/gdsl/expected.h"

#include <fcntl.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "tools/gdsl/cache.h"

namespace maxwarp::workbench {

namespace {

constexpr std::string_view write_results = "--write-expected-results=";

}  // namespace

VerifyWish verify_wish(const std::vector<std::string>& words) {
  constexpr std::string_view with_program = "--verify=";
  VerifyWish wish;
  for (const std::string& word : words) {
    // Whoever writes what others are compared with is compared with nothing: else processes would start without end.
    if (word == "--help" || word == "-h" || word.starts_with(write_results)) return {};
    if (word == "--selftest" || word.starts_with("--selftest=")) wish = {"--selftest", ""};
    if (wish.option == "--selftest") continue;
    if (word == "--verify") wish.option = word;
    if (word.starts_with(with_program)) wish = {"--verify", word.substr(with_program.size())};
  }
  return wish;
}

Command interpreter_command(const std::string& program, const std::string& algorithm) {
  Command command{{"/proc/self/exe", "run", program, "--engine=interpret", "--quiet"}};
  if (!algorithm.empty()) command.words.push_back("--algorithm=" + algorithm);
  command.words.emplace_back("--");
  return command;
}

llvm::Expected<bool> has_reference(Command command) {
  constexpr int no_reference = 3;  // runtime/runner/runner.cpp
  command.words.emplace_back("--has-reference");
  auto status = run_process(command);
  if (!status) return status.takeError();
  if (*status != Done && *status != no_reference) return already_said(*status);
  return *status == Done;
}

llvm::Expected<std::string> expected_results(Command command, const std::vector<std::string>& words,
                                             const std::string& option, const std::string& name) {
  auto folder = WorkFolder::make();
  if (!folder) return folder.takeError();
  const std::string path = folder->path() + "/results";
  command.words.insert(command.words.end(), words.begin(), words.end());
  command.words.push_back(std::string(write_results) + path);
  auto status = run_process(command);
  if (!status) return status.takeError();
  if (*status != Done) {
    tell("error: " + option + ": there is nothing to compare with, as " + name + " failed");
    return already_said(*status);
  }
  // Left open for the program that this process becomes.
  const int file = open(path.c_str(), O_RDONLY);
  if (file < 0) return fail("cannot read `{}`: {}", path, std::strerror(errno));
  return "/dev/fd/" + std::to_string(file);
}

}  // namespace maxwarp::workbench
