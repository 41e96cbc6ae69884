// Declares the common options; .map files are read by gdslc, which knows what may stand in them.
#include "tools/gdsl/program_options.h"

#include <CLI/CLI.hpp>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <regex>

#include "runtime/runner/options.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

std::string check_architecture(const std::string& text) {
  static const std::regex architecture("sm_[0-9]+[af]?");
  return std::regex_match(text, architecture) ? std::string()
                                              : "`" + text + "` is not an architecture; write e.g. sm_90";
}

std::string check_seconds(const std::string& text) {
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  const bool good = error == std::errc{} && end == text.data() + text.size() && seconds >= 0 &&
                    seconds <= runner::most_seconds;
  return good ? std::string() : "`" + text + "` is not a number of seconds from 0 to 1000000";
}

void add_program_options(CLI::App& command, ProgramOptions& options, const char* more_engine) {
  command.add_option("PROG", options.program, "program (.gdsl)")->required();
  std::vector<std::string> engines = {"auto", "cuda", "openmp", "simt"};
  std::string help = "auto (a GPU where there is one), cuda, openmp or simt";
  if (more_engine) {
    engines.emplace_back(more_engine);
    help += std::string("; or ") + more_engine + ": sequential and slow, nothing is compiled";
  }
  command.add_option("--engine", options.engine, help)->check(CLI::IsMember(engines));
  command
      .add_option(
          "--map", options.mappings,
          "mapping `key=value,…`, `NAME:key=value,…` for a variant, or FILE.map (repeatable); or auto, the default "
          "on a GPU: chosen for each graph")
      ->allow_extra_args(false);
  command.add_option("--algorithm", options.algorithm, "which algorithm of the file (default: the first)");
  command.add_option("--limits", options.limits,
                     "table that `gdsl limits --csv=FILE` wrote: direction=auto takes the costs of steps from it");
  command.add_option("--arch", options.architecture, "CUDA architecture, such as sm_90 (default: the device here)")
      ->check(check_architecture);
  command
      .add_flag(
          "--metrics{told}", options.metrics,
          "report which nodes each stage works on in each round, and how well lanes are used; =counted: the lanes "
          "count, too, and it is an error where that differs; =timed: only the time of each stage, of a run in which "
          "nothing waits for that")
      ->check(CLI::IsMember({"told", "counted", "timed"}))
      ->multi_option_policy(CLI::MultiOptionPolicy::Throw);
  // As a plain flag it would be false where it is not given.
  command.add_flag_function(
      "--checked,!--unchecked", [&options](std::int64_t count) { options.checked = count > 0; },
      "OpenMP: an index outside of its array, or `none`, ends the run with an error (on under --selftest)");
  command.add_option("--pack", options.pack, "write texts and runtime to this folder, for a machine with nvcc only");
}

llvm::Expected<bool> is_checked(const ProgramOptions& options, EngineKind engine, bool selftest) {
  const bool open_mp = engine == EngineKind::OpenMp;
  if (options.checked.value_or(false) && !open_mp)
    return fail("--checked is for --engine=openmp; --engine=simt checks all accesses anyway");
  return open_mp && options.checked.value_or(selftest);
}

llvm::Error check_metrics(const ProgramOptions& options, EngineKind engine) {
  if (options.metrics == "counted" && engine == EngineKind::OpenMp)
    return fail("--metrics=counted: threads of --engine=openmp count nothing; write --metrics, or --engine=simt");
  return llvm::Error::success();
}

std::vector<std::string> named_mappings(const std::vector<std::string>& mappings, EngineKind engine) {
  if (mappings.empty() && engine == EngineKind::Cuda) return {"auto"};
  if (mappings.size() < 2) return mappings;
  std::vector<std::string> result;
  for (const std::string& mapping : mappings) {
    const std::filesystem::path file = mapping;
    const bool named = mapping.find(':') != std::string::npos;
    result.push_back(file.extension() == ".map" && !named ? file.stem().string() + ":" + mapping : mapping);
  }
  return result;
}

}  // namespace maxwarp::workbench
