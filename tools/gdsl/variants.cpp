// Builds through the workbench itself; whatever becomes of a process, its variant has a row.
#include "tools/gdsl/variants.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include "llvm/Support/FileSystem.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

/// The mapping as a name of the language: other spaces with the same mapping find its program in the cache.
std::string name_of(const std::string& mapping) {
  std::string name = mapping.empty() ? base_variant().name : mapping;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

std::vector<std::string> map_options(const Batch& batch) {
  std::vector<std::string> options;
  for (const Variant* variant : batch.variants) options.push_back(map_option(*variant));
  return options;
}

/// What a command said last, without the name of the tool: why it failed.
std::string reason(const std::string& log, const Ended& ended, double seconds) {
  if (ended.timed_out) return fmt::format("no end after {:.4g} seconds", seconds);
  auto text = read_text(log);
  std::string last, error;
  if (text) {
    std::istringstream lines(*text);
    for (std::string line; std::getline(lines, line);) {
      const std::size_t at = line.find("error: ");
      if (at != std::string::npos && error.empty()) error = line.substr(at + 7);
      if (!line.empty()) last = line;
    }
  } else {
    llvm::consumeError(text.takeError());
  }
  if (ended.signal) return fmt::format("ended by a signal: {}", strsignal(ended.signal));
  if (!error.empty()) return error;
  return last.empty() ? fmt::format("status {}", ended.status) : last;
}

Command run_command(const Variant& variant, const RunWish& wish) {
  Command command{{variant.program}};
  command.executable = variant.executable;
  command.environment = wish.environment;
  command.words.insert(command.words.end(), wish.arguments.begin(), wish.arguments.end());
  command.words.insert(command.words.end(), {"--variant=" + variant.name, fmt::format("--repeat={}", wish.repeat),
                                             fmt::format("--warmup={}", wish.warm_up), "--agree=" + wish.agree,
                                             "--json=" + wish.folder + "/report.json", "--quiet"});
  if (wish.verify) command.words.push_back("--verify");
  if (wish.metrics) command.words.push_back("--metrics");
  command.log = wish.folder + "/run";
  command.input = "/dev/null";
  return command;
}

}  // namespace

Variant base_variant() { return {"base", ""}; }

std::vector<Variant> variants_of(const DistinctSpace& space) {
  std::vector<Variant> variants;
  std::set<std::string> names;
  for (const TextGroup& group : space.groups) {
    std::string name = name_of(group.mapping);
    while (!names.insert(name).second) name += "_";
    variants.push_back({name, group.mapping});
  }
  return variants;
}

std::string map_option(const Variant& variant) { return variant.name + ":" + variant.mapping; }

std::vector<Batch> batches_of(const EngineChoice& engine, const std::vector<Variant*>& variants) {
  const std::size_t size = std::clamp<std::size_t>((variants.size() + cores() - 1) / cores(), 1, most_in_a_batch);
  std::vector<Batch> batches;
  for (Variant* variant : variants) {
    if (batches.empty() || batches.back().variants.size() == size) batches.push_back({engine, {}});
    batches.back().variants.push_back(variant);
  }
  return batches;
}

Command VariantBuilder::build_command(const Batch& batch, std::size_t number) const {
  static int anchor = 0;
  const std::string self = llvm::sys::fs::getMainExecutable(argv0_, &anchor);
  Command command{{self, "run", program_, "--engine=" + engine_name(batch.engine.kind)}};
  command.log = fmt::format("{}/build.{}", folder_, number);
  if (!batch.engine.architecture.empty()) command.words.push_back("--arch=" + batch.engine.architecture);
  for (const std::string& option : map_options(batch)) command.words.push_back("--map=" + option);
  if (metrics_) command.words.push_back("--metrics");
  command.words.insert(command.words.end(), {"--quiet", "--", "--help"});
  command.input = "/dev/null";
  return command;
}

/// What was built is in the cache now.
llvm::Error VariantBuilder::take_program(const Batch& batch) {
  auto entry = build_cached(installation_, {program_, map_options(batch), metrics_ ? "told" : ""}, batch.engine,
                            {false, true});
  if (!entry) return entry.takeError();
  for (Variant* variant : batch.variants) {
    variant->program = entry->program;
    variant->executable = entry->lock.descriptor();
  }
  entries_.push_back(std::move(*entry));
  return llvm::Error::success();
}

llvm::Error VariantBuilder::build_all(const std::vector<Batch>& batches, double seconds, Progress& progress,
                                      std::vector<Batch>& again) {
  std::vector<Command> commands;
  for (const Batch& batch : batches) commands.push_back(build_command(batch, commands.size()));
  // Each compiles two files at a time.
  auto ended = run_each(commands, (cores() + 1) / 2, seconds, &progress);
  if (!ended) return ended.takeError();
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if ((*ended)[i].good()) {
      if (llvm::Error failed = take_program(batches[i])) return failed;
    } else if ((*ended)[i].timed_out) {
      continue;
    } else if (batches[i].variants.size() == 1) {
      batches[i].variants.front()->failure = "does not compile: " + reason(commands[i].log, (*ended)[i], 0);
    } else {
      for (Variant* variant : batches[i].variants) again.push_back({batches[i].engine, {variant}});
    }
  }
  return llvm::Error::success();
}

/// Where a batch does not compile, its variants are compiled alone, and those that do not are the failed
/// ones.
llvm::Error VariantBuilder::build(const std::vector<Batch>& batches, const std::string& what, double seconds) {
  Progress progress("compiling " + what, static_cast<std::int64_t>(batches.size()), "programs");
  std::vector<Batch> again;
  if (llvm::Error failed = build_all(batches, seconds, progress, again)) return failed;
  std::vector<Batch> none;
  return again.empty() ? llvm::Error::success() : build_all(again, seconds, progress, none);
}

llvm::Expected<VariantRun> run_variant(const Variant& variant, const RunWish& wish) {
  VariantRun run;
  run.row.variant = variant.name;
  run.row.mapping = variant.mapping.empty() ? "default" : variant.mapping;
  run.row.failure = variant.failure;
  if (variant.program.empty()) return run;
  const Command command = run_command(variant, wish);
  std::error_code ignored;
  fs::remove(wish.folder + "/report.json", ignored);
  auto ended = run_each({command}, 1, wish.seconds);
  if (!ended) return ended.takeError();
  run.refused = ended->front().status == UserError;
  run.late = ended->front().timed_out;
  auto report = read_row(wish.folder + "/report.json");
  if (report) run.row = std::move(*report);
  if (run.row.failure.empty() && (!report || !ended->front().good()))
    run.row.failure = reason(command.log, ended->front(), wish.seconds);
  if (!report) llvm::consumeError(report.takeError());
  if (auto log = read_text(command.log)) {
    run.row.counted = counted_of(*log).value_or(Counted{});
    run.row.line_costs = line_costs_of(*log, wish.program);
  } else {
    llvm::consumeError(log.takeError());
  }
  run.row.cost = run.row.counted.cost();
  return run;
}

std::vector<std::string> run_environment(EngineKind kind) {
  if (kind == EngineKind::Simt) return {"MAXWARP_SIMT_STATS=1"};
  return {};
}

}  // namespace maxwarp::workbench
