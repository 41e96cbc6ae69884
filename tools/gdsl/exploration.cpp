// Builds all variants of a space, runs one after the other, and ranks what came out.
#include "tools/gdsl/exploration.h"

#include <algorithm>
#include <filesystem>

#include "runtime/system/interrupt.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/stored_graph.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/variants.h"

namespace maxwarp::workbench {
namespace {

namespace fs = std::filesystem;

/// So many are compiled before they are run, where somebody waits for each.
constexpr std::size_t rows_at_once = 8;

void describe(const TextGroup& group, ResultRow& row) {
  row.same = group.same;
  row.text = group.text;
  row.source = group.source;
}

class Explorer {
 public:
  Explorer(const ExplorationRequest& request, EngineChoice engine, std::string folder, DistinctSpace space)
      : request_(request),
        engine_(std::move(engine)),
        folder_(std::move(folder)),
        space_(std::move(space)),
        variants_(variants_of(space_)),
        builder_(request.installation, request.argv0, request.program, folder_),
        telling_(request.installation, request.argv0, request.program, folder_, true) {}

  llvm::Expected<ResultTable> run();

 private:
  llvm::Expected<VariantRun> run_variant(const Variant& variant, const std::vector<std::string>& environment);
  llvm::Error run_first(ResultTable& table);
  llvm::Error add_row(std::size_t index, ResultRow row, ResultTable& table);
  llvm::Error run_some(std::size_t begin, std::size_t end, ResultTable& table);
  llvm::Error run_cpu(ResultTable& table);
  llvm::Error measure(ResultTable& table);
  llvm::Error measure(const Variant& variant, ResultRow& row);

  const ExplorationRequest& request_;
  EngineChoice engine_;
  std::string folder_;
  DistinctSpace space_;
  std::vector<Variant> variants_;
  VariantBuilder builder_;
  VariantBuilder telling_;  // of what stages work on
  Variant cpu_ = base_variant();
  StoredGraph graph_;
};

llvm::Expected<VariantRun> Explorer::run_variant(const Variant& variant, const std::vector<std::string>& environment) {
  const bool counts = engine_.kind == EngineKind::Simt && &variant != &cpu_;
  RunWish wish{folder_, folder_ + "/results", graph_.arguments()};
  wish.repeat = counts ? 1 : request_.repeat;
  wish.warm_up = counts ? 0 : request_.warm_up;
  wish.verify = request_.verify;
  wish.seconds = request_.seconds;
  wish.environment = environment;
  wish.program = request_.program;
  auto run = workbench::run_variant(variant, wish);
  if (!run) return run.takeError();
  run->row.program = fs::path(request_.program).stem().string();
  run->row.graph = graph_.name;
  if (run->row.engine.empty()) run->row.engine = engine_name(engine_.kind);
  return run;
}

llvm::Error Explorer::add_row(std::size_t index, ResultRow row, ResultTable& table) {
  describe(space_.groups[index], row);
  table.rows.push_back(std::move(row));
  return request_.on_row ? request_.on_row(table.rows.back()) : llvm::Error::success();
}

/// Wrong arguments fail every variant: the first one tells, before the others are built.
llvm::Error Explorer::run_first(ResultTable& table) {
  if (llvm::Error failed = builder_.build({{engine_, {&variants_.front()}}}, "the first mapping")) return failed;
  auto run = run_variant(variants_.front(), run_environment(engine_.kind));
  if (!run) return run.takeError();
  if (run->refused) return fail("{}", run->row.failure);
  return add_row(0, std::move(run->row), table);
}

/// Builds and runs the variants from `begin` to `end`.
llvm::Error Explorer::run_some(std::size_t begin, std::size_t end, ResultTable& table) {
  std::vector<Variant*> some;
  for (std::size_t i = begin; i < end; ++i) some.push_back(&variants_[i]);
  const std::string what = fmt::format("{} mappings", some.size());
  if (llvm::Error failed = builder_.build(batches_of(engine_, some), what)) return failed;
  Progress progress("running " + table.rows.front().program, static_cast<std::int64_t>(some.size()), "mappings");
  for (std::size_t i = begin; i < end; ++i) {
    auto run = run_variant(variants_[i], run_environment(engine_.kind));
    if (!run) return run.takeError();
    if (llvm::Error failed = add_row(i, std::move(run->row), table)) return failed;
    progress.advance();
  }
  return llvm::Error::success();
}

/// What its stages work on, from a run of its own: the text of the other runs, which are timed, has nothing for it.
llvm::Error Explorer::measure(const Variant& variant, ResultRow& row) {
  RunWish wish{folder_, folder_ + "/results", graph_.arguments()};
  wish.repeat = 1;
  wish.warm_up = 0;
  wish.metrics = true;
  wish.seconds = request_.seconds;
  auto run = workbench::run_variant(variant, wish);
  if (!run) return run.takeError();
  row.metrics = run->row.metrics;
  row.steps = run->row.steps;
  if (!run->row.failure.empty()) row.failure = "with --metrics: " + run->row.failure;
  return llvm::Error::success();
}

/// Variants that cannot tell have no metrics.
llvm::Error Explorer::measure(ResultTable& table) {
  std::vector<Variant> variants = variants_of(space_);
  std::vector<Variant*> all;
  for (Variant& variant : variants) all.push_back(&variant);
  if (llvm::Error failed = telling_.build(batches_of(engine_, all), "the metrics")) return failed;
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (!variants[i].program.empty() && table.rows[i].failure.empty())
      if (llvm::Error failed = measure(variants[i], table.rows[i])) return failed;
  return llvm::Error::success();
}

/// The same program, compiled for OpenMP, with one thread.
llvm::Error Explorer::run_cpu(ResultTable& table) {
  Exploration& exploration = *table.exploration;
  if (!request_.cpu || exploration.by_cost) return llvm::Error::success();
  if (engine_.kind == EngineKind::OpenMp) {
    cpu_ = variants_.front();
  } else {
    auto openmp = choose_engine({"openmp", "", true, false}, request_.installation);
    if (!openmp) {
      exploration.cpu_failure = llvm::toString(openmp.takeError());
      return llvm::Error::success();
    }
    if (llvm::Error failed = builder_.build({{*openmp, {&cpu_}}}, "for one CPU thread")) return failed;
  }
  auto run = run_variant(cpu_, {"OMP_NUM_THREADS=1"});
  if (!run) return run.takeError();
  exploration.cpu_failure = run->row.failure;
  if (run->row.failure.empty()) exploration.cpu_ms = run->row.median_ms;
  return llvm::Error::success();
}

llvm::Expected<ResultTable> Explorer::run() {
  auto graph = store_graph(request_.graph, request_.arguments, folder_ + "/graph.mwg", request_.quiet);
  if (!graph) return graph.takeError();
  graph_ = std::move(*graph);
  ResultTable table;
  Exploration& exploration = table.exploration.emplace();
  exploration.tried = space_.tried;
  exploration.legal = space_.legal;
  exploration.explored = variants_.size();
  exploration.same = space_.same;
  exploration.graph_line = graph_.name.empty() ? "none" : graph_.name;
  exploration.engine = engine_name(engine_.kind) + ": " + engine_.reason;
  exploration.refused = space_.refused;
  exploration.command = run_words(request_);
  auto text = read_text(request_.program);
  if (!text) return text.takeError();
  exploration.program_text = std::move(*text);
  exploration.by_cost = engine_.kind == EngineKind::Simt;
  if (llvm::Error failed = run_first(table)) return std::move(failed);
  if (llvm::Error failed = run_cpu(table)) return std::move(failed);
  const std::size_t step = request_.on_row ? rows_at_once : variants_.size();
  for (std::size_t i = 1; i < variants_.size(); i += step)
    if (llvm::Error failed = run_some(i, std::min(i + step, variants_.size()), table)) return std::move(failed);
  if (request_.metrics)
    if (llvm::Error failed = measure(table)) return std::move(failed);
  rank_rows(table);
  return table;
}

}  // namespace

llvm::Expected<ResultTable> explore(const ExplorationRequest& request) {
  const DeferredInterrupt deferred;
  auto search = open_search(request);
  if (!search) return search.takeError();
  return Explorer(request, search->engine, search->folder.path(), std::move(search->space)).run();
}

}  // namespace maxwarp::workbench
