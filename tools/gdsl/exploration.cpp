// The variants are built as `gdsl run` builds them, by processes of this very program, so that the cache has
// them afterwards; each is run in a process of its own, which may crash, hang or be wrong without harm to the
// others.
#include "tools/gdsl/exploration.h"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "runtime/system/interrupt.h"
#include "runtime/system/json_text.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/graph_files.h"
#include "tools/gdsl/map_space.h"
#include "tools/gdsl/pack.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// Variants in one executable: they share what every file costs, and still fill the cores.
constexpr std::size_t most_in_a_batch = 4;

struct Variant {
  std::string name, mapping;  // `granularity_warp_8`, `granularity=warp:8`
  std::string program;        // its executable; empty: there is none
  int executable;             // its open file
  std::string failure;
};

/// Variants that are compiled together, for one engine.
struct Batch {
  EngineChoice engine;
  std::vector<Variant*> variants;
};

unsigned cores() { return std::max(1u, std::thread::hardware_concurrency()); }

/// The mapping as a name of the language: other spaces with the same mapping find its program in the cache.
std::string name_of(const std::string& mapping) {
  std::string name = mapping.empty() ? "base" : mapping;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

std::vector<Variant> variants_of(const MapSpace& space) {
  std::vector<Variant> variants;
  std::set<std::string> names;
  for (const std::string& mapping : space.mappings) {
    std::string name = name_of(mapping);
    while (!names.insert(name).second) name += "_";
    variants.push_back({name, mapping, "", -1, ""});
  }
  return variants;
}

std::string map_option(const Variant& variant) { return variant.name + ":" + variant.mapping; }

std::vector<std::string> map_options(const Batch& batch) {
  std::vector<std::string> options;
  for (const Variant* variant : batch.variants) options.push_back(map_option(*variant));
  return options;
}

std::vector<Batch> batches_of(const EngineChoice& engine, const std::vector<Variant*>& variants) {
  const std::size_t size = std::clamp<std::size_t>((variants.size() + cores() - 1) / cores(), 1, most_in_a_batch);
  std::vector<Batch> batches;
  for (Variant* variant : variants) {
    if (batches.empty() || batches.back().variants.size() == size) batches.push_back({engine, {}});
    batches.back().variants.push_back(variant);
  }
  return batches;
}

/// What a command said last, without the name of the tool: why it failed.
std::string reason(const std::string& log, const Ended& ended, double seconds) {
  if (ended.timed_out) return fmt::format("no end after {} seconds", seconds);
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

class Explorer {
 public:
  Explorer(const ExplorationRequest& request, EngineChoice engine, std::string folder, MapSpace space)
      : request_(request),
        engine_(std::move(engine)),
        folder_(std::move(folder)),
        space_(std::move(space)),
        variants_(variants_of(space_)) {}

  llvm::Expected<ResultTable> run();

 private:
  llvm::Error prepare_graph();
  llvm::Error build(std::vector<Batch> batches, const std::string& what);
  llvm::Error build_all(const std::vector<Batch>& batches, Progress& progress, std::vector<Batch>& again);
  llvm::Error take_program(const Batch& batch);
  Command build_command(const Batch& batch, std::size_t number) const;
  llvm::Expected<ResultRow> run_variant(const Variant& variant, const std::vector<std::string>& environment);
  llvm::Error run_first(ResultTable& table);
  llvm::Error run_cpu(ResultTable& table);
  Command run_command(const Variant& variant, const std::vector<std::string>& environment) const;

  const ExplorationRequest& request_;
  EngineChoice engine_;
  std::string folder_;
  MapSpace space_;
  std::vector<Variant> variants_;
  Variant cpu_ = {"base", "", "", -1, ""};
  std::string graph_;                   // as it was named; empty: there is none
  std::vector<std::string> arguments_;  // with the graph
  std::vector<CacheEntry> entries_;     // locked while their programs are needed
  bool refused_ = false;                // the last run did not begin: what it was given is wrong
};

/// Each process would read or generate the graph anew: it is stored once, with all policies applied.
llvm::Error Explorer::prepare_graph() {
  arguments_ = request_.arguments;
  std::vector<std::string> others = arguments_;
  auto options = take_graph_options(request_.graph, others);
  if (!options) return options.takeError();
  graph_ = options->graph;
  if (graph_.empty()) return llvm::Error::success();
  arguments_ = std::move(others);
  const std::string file = folder_ + "/graph.mwg";
  if (llvm::Error failed = convert_graph(*options, file, request_.quiet)) return failed;
  arguments_.insert(arguments_.begin(), "--graph=" + file);
  return llvm::Error::success();
}

Command Explorer::build_command(const Batch& batch, std::size_t number) const {
  static int anchor = 0;
  const std::string self = llvm::sys::fs::getMainExecutable(request_.argv0, &anchor);
  Command command{{self, "run", request_.program, "--engine=" + engine_name(batch.engine.kind)}};
  command.log = fmt::format("{}/build.{}", folder_, number);
  if (!batch.engine.architecture.empty()) command.words.push_back("--arch=" + batch.engine.architecture);
  for (const std::string& option : map_options(batch)) command.words.push_back("--map=" + option);
  command.words.insert(command.words.end(), {"--quiet", "--", "--help"});
  command.input = "/dev/null";
  return command;
}

/// What was built is in the cache now.
llvm::Error Explorer::take_program(const Batch& batch) {
  auto entry = build_cached(request_.installation, {request_.program, map_options(batch)}, batch.engine, {false, true});
  if (!entry) return entry.takeError();
  for (Variant* variant : batch.variants) {
    variant->program = entry->program;
    variant->executable = entry->lock.descriptor();
  }
  entries_.push_back(std::move(*entry));
  return llvm::Error::success();
}

llvm::Error Explorer::build_all(const std::vector<Batch>& batches, Progress& progress, std::vector<Batch>& again) {
  std::vector<Command> commands;
  for (const Batch& batch : batches) commands.push_back(build_command(batch, commands.size()));
  // Each compiles two files at a time.
  auto ended = run_each(commands, (cores() + 1) / 2, 0, &progress);
  if (!ended) return ended.takeError();
  for (std::size_t i = 0; i < batches.size(); ++i) {
    if ((*ended)[i].good()) {
      if (llvm::Error failed = take_program(batches[i])) return failed;
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
llvm::Error Explorer::build(std::vector<Batch> batches, const std::string& what) {
  Progress progress("compiling " + what, static_cast<std::int64_t>(batches.size()), "programs");
  std::vector<Batch> again;
  if (llvm::Error failed = build_all(batches, progress, again)) return failed;
  std::vector<Batch> none;
  return again.empty() ? llvm::Error::success() : build_all(again, progress, none);
}

Command Explorer::run_command(const Variant& variant, const std::vector<std::string>& environment) const {
  Command command{{variant.program}};
  command.executable = variant.executable;
  command.environment = environment;
  command.words.insert(command.words.end(), arguments_.begin(), arguments_.end());
  const bool counts = engine_.kind == EngineKind::Simt && &variant != &cpu_;
  command.words.insert(command.words.end(),
                       {"--variant=" + variant.name, fmt::format("--repeat={}", counts ? 1 : request_.repeat),
                        fmt::format("--warmup={}", counts ? 0 : request_.warm_up), "--agree=" + folder_ + "/results",
                        "--json=" + folder_ + "/report.json", "--quiet"});
  if (request_.verify) command.words.push_back("--verify");
  command.log = folder_ + "/run";
  command.input = "/dev/null";
  return command;
}

llvm::Expected<ResultRow> Explorer::run_variant(const Variant& variant, const std::vector<std::string>& environment) {
  ResultRow row;
  row.program = fs::path(request_.program).stem().string();
  row.engine = engine_name(engine_.kind);
  row.variant = variant.name;
  row.mapping = variant.mapping.empty() ? "default" : variant.mapping;
  row.failure = variant.failure;
  row.graph = graph_;
  if (variant.program.empty()) return row;
  const Command command = run_command(variant, environment);
  std::error_code ignored;
  fs::remove(folder_ + "/report.json", ignored);
  auto ended = run_each({command}, 1, request_.seconds);
  if (!ended) return ended.takeError();
  refused_ = ended->front().status == UserError;
  auto report = read_row(folder_ + "/report.json");
  if (!report) {
    llvm::consumeError(report.takeError());
    row.failure = reason(command.log, ended->front(), request_.seconds);
    return row;
  }
  report->graph = row.graph;
  report->program = row.program;
  if (report->failure.empty() && !ended->front().good())
    report->failure = reason(command.log, ended->front(), request_.seconds);
  if (auto log = read_text(command.log))
    report->cost = cost_of(*log).value_or(0);
  else
    llvm::consumeError(log.takeError());
  return report;
}

std::vector<std::string> environment_of(EngineKind kind) {
  if (kind == EngineKind::Simt) return {"MAXWARP_SIMT_STATS=1"};
  return {};
}

/// Wrong arguments fail every variant: the first one tells, before the others are built.
llvm::Error Explorer::run_first(ResultTable& table) {
  if (llvm::Error failed = build({{engine_, {&variants_.front()}}}, "the first mapping")) return failed;
  auto row = run_variant(variants_.front(), environment_of(engine_.kind));
  if (!row) return row.takeError();
  if (refused_) return fail("{}", row->failure);
  table.rows.push_back(std::move(*row));
  return llvm::Error::success();
}

/// The same program, compiled for OpenMP, with one thread.
llvm::Error Explorer::run_cpu(ResultTable& table) {
  Exploration& exploration = *table.exploration;
  if (!request_.cpu || exploration.by_cost) return llvm::Error::success();
  if (engine_.kind == EngineKind::OpenMp) {
    cpu_.program = variants_.front().program;
    cpu_.executable = variants_.front().executable;
    cpu_.failure = variants_.front().failure;
  } else {
    auto openmp = choose_engine({"openmp", "", true, false}, request_.installation);
    if (!openmp) {
      exploration.cpu_failure = llvm::toString(openmp.takeError());
      return llvm::Error::success();
    }
    if (llvm::Error failed = build({{*openmp, {&cpu_}}}, "for one CPU thread")) return failed;
  }
  auto row = run_variant(cpu_, {"OMP_NUM_THREADS=1"});
  if (!row) return row.takeError();
  exploration.cpu_failure = row->failure;
  if (row->failure.empty()) exploration.cpu_ms = row->median_ms;
  return llvm::Error::success();
}

llvm::Expected<ResultTable> Explorer::run() {
  if (llvm::Error failed = prepare_graph()) return std::move(failed);
  ResultTable table;
  table.exploration = {space_.tried,
                       space_.legal,
                       space_.mappings.size(),
                       graph_.empty() ? "none" : graph_,
                       engine_name(engine_.kind) + ": " + engine_.reason,
                       engine_.kind == EngineKind::Simt,
                       {},
                       {}};
  if (llvm::Error failed = run_first(table)) return std::move(failed);
  std::vector<Variant*> others;
  for (std::size_t i = 1; i < variants_.size(); ++i) others.push_back(&variants_[i]);
  if (llvm::Error failed = build(batches_of(engine_, others), fmt::format("{} mappings", others.size())))
    return std::move(failed);
  if (llvm::Error failed = run_cpu(table)) return std::move(failed);
  Progress progress("running " + table.rows.front().program, static_cast<std::int64_t>(others.size()), "mappings");
  for (const Variant* variant : others) {
    auto row = run_variant(*variant, environment_of(engine_.kind));
    if (!row) return row.takeError();
    table.rows.push_back(std::move(*row));
    progress.advance();
  }
  rank_rows(table);
  return table;
}

llvm::Expected<MapSpace> space_of(const ExplorationRequest& request, EngineKind kind) {
  if (request.program == "-") return fail("explore: the program has to be a file; write the path of a .gdsl file");
  if (llvm::Error failed = check_program_file(request.program)) return std::move(failed);
  if (!find_program(request.installation.compiler))
    return fail("the compiler `{}` is missing", request.installation.compiler);
  auto table = mapping_table(request.installation.compiler);
  if (!table) return table.takeError();
  const std::string target = kind == EngineKind::OpenMp ? "openmp" : "cuda";
  auto judge = MappingJudge::open(request.installation.compiler, request.program, target, *table);
  if (!judge) return judge.takeError();
  return enumerate(request.space, request.limit.value_or(request.space.empty() ? default_limit : 0), *table, **judge);
}

}  // namespace

llvm::Expected<ResultTable> explore(const ExplorationRequest& request) {
  const DeferredInterrupt deferred;
  auto engine = choose_engine({request.engine, request.architecture, true, false}, request.installation);
  if (!engine) return engine.takeError();
  auto space = space_of(request, engine->kind);
  if (!space) return space.takeError();
  auto temporary = TemporaryCache::where_needed();
  if (!temporary) return temporary.takeError();
  auto cache = Cache::open();
  if (!cache) return cache.takeError();
  auto folder = cache->make_build_folder();
  if (!folder) return folder.takeError();
  const std::string path = folder->first;
  const llvm::scope_exit clean_up([&] {
    std::error_code error;
    fs::remove_all(path, error);
  });
  return Explorer(request, *engine, path, std::move(*space)).run();
}

namespace {

/// The same program with one CPU thread, after all others: there it takes no time from them.
PackPart cpu_part(const std::string& stem, std::vector<std::string> options) {
  const Variant variant = {"base", "", "", -1, ""};
  options.insert(options.begin(), "--variant=" + variant.name);
  return {stem + "_cpu", {map_option(variant)}, {std::move(options)}, EngineKind::OpenMp};
}

}  // namespace

llvm::Expected<int> pack_exploration(const ExplorationRequest& request) {
  auto space = space_of(request, EngineKind::Cuda);
  if (!space) return space.takeError();
  std::vector<Variant> variants = variants_of(*space);
  const std::string stem = program_name(request.program);
  PackRequest pack{request.installation, {request.program, {}, request.engine, request.architecture, request.pack, {}},
                   request.graph,        request.arguments,
                   /*record=*/true,      request.quiet};
  std::vector<std::string> options = {fmt::format("--repeat={}", request.repeat),
                                      fmt::format("--warmup={}", request.warm_up),
                                      "--agree=results/" + stem + ".agreed"};
  if (request.verify) options.push_back("--verify");
  for (std::size_t i = 0; i < variants.size(); ++i) {
    if (i % most_in_a_batch == 0) pack.parts.push_back({fmt::format("{}_{}", stem, i / most_in_a_batch + 1), {}, {}});
    pack.parts.back().mappings.push_back(map_option(variants[i]));
    std::vector<std::string> own = {"--variant=" + variants[i].name};
    own.insert(own.end(), options.begin(), options.end());
    pack.parts.back().runs.push_back(std::move(own));
  }
  const std::string cpu = request.cpu ? stem + "_cpu" : "";
  if (request.cpu) pack.parts.push_back(cpu_part(stem, options));
  const nlohmann::ordered_json facts = {
      {"tried", space->tried}, {"legal", space->legal}, {"explored", variants.size()}, {"cpu", cpu}};
  pack.exploration = json_text(facts, -1);
  return write_pack(pack);
}

}  // namespace maxwarp::workbench
