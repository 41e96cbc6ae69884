// An exploration as a pack: all mappings in one program, a run for each, and what is needed to rank them.
#include <nlohmann/json.hpp>

#include "runtime/system/interrupt.h"
#include "tools/gdsl/build.h"
#include "tools/gdsl/exploration.h"
#include "tools/gdsl/pack.h"
#include "tools/gdsl/support.h"
#include "tools/gdsl/variants.h"

namespace maxwarp::workbench {
namespace {

/// The same program with one CPU thread, after all others: there it takes no time from them.
PackPart cpu_part(const std::string& stem, std::vector<std::string> options) {
  const Variant variant = base_variant();
  options.insert(options.begin(), "--variant=" + variant.name);
  return {stem + "_cpu", {map_option(variant)}, {std::move(options)}, EngineKind::OpenMp, true};
}

/// The part of a pack with the variants; `options`: of each run.
PackPart part_of(const std::string& name, const std::vector<Variant>& variants, const std::vector<std::string>& options,
                 const std::string& metrics = "") {
  PackPart part{name, {}, {}, EngineKind::Cuda, metrics.empty(), metrics};
  for (const Variant& variant : variants) {
    part.mappings.push_back(map_option(variant));
    std::vector<std::string> own = {"--variant=" + variant.name};
    own.insert(own.end(), options.begin(), options.end());
    part.runs.push_back(std::move(own));
  }
  return part;
}

/// A program that tells what its stages work on, of the variants that can: its runs are not timed.
llvm::Expected<PackPart> telling_part(const ExplorationRequest& request, const std::string& stem,
                                      const std::vector<Variant>& variants, const std::string& folder) {
  std::vector<std::string> mappings;
  for (const Variant& variant : variants) mappings.push_back(variant.mapping);
  auto texts = texts_of(request.installation, request.program, EngineKind::Cuda, mappings, folder, "--instrument=told");
  if (!texts) return texts.takeError();
  std::vector<Variant> telling;
  for (std::size_t i = 0; i < variants.size(); ++i)
    if (!(*texts)[i].source.empty()) telling.push_back(variants[i]);
  return part_of(stem + "_told", telling, {"--metrics", "--repeat=1", "--warmup=0"}, "told");
}

/// What `explore.json` says: the counts, and of each variant its text and the mappings that share it.
nlohmann::ordered_json facts_of(const DistinctSpace& space, const std::vector<Variant>& variants,
                                const std::string& cpu) {
  nlohmann::ordered_json texts = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < variants.size(); ++i)
    texts[variants[i].name] = {{"text", space.groups[i].text}, {"same_text", space.groups[i].same}};
  nlohmann::ordered_json refused = nlohmann::ordered_json::array();
  for (const Refusal& one : space.refused)
    refused.push_back({{"mapping", one.mapping}, {"why", one.why}, {"line", one.line}, {"column", one.column}});
  return {{"tried", space.tried}, {"legal", space.legal}, {"explored", variants.size()},
          {"cpu", cpu},           {"variants", texts},    {"refused", refused}};
}

}  // namespace

std::vector<std::string> run_words(const ExplorationRequest& request) {
  std::vector<std::string> words = {"gdsl", "run", request.program};
  if (request.engine != "auto") words.push_back("--engine=" + request.engine);
  if (!request.graph.empty()) words.push_back("--graph=" + request.graph);
  words.insert(words.end(), request.arguments.begin(), request.arguments.end());
  return words;
}

llvm::Expected<int> pack_exploration(const ExplorationRequest& request) {
  const DeferredInterrupt deferred;
  auto folder = WorkFolder::make();
  if (!folder) return folder.takeError();
  auto space = distinct_space(request.installation, {request.program, request.space, request.limit}, EngineKind::Cuda,
                              folder->path());
  if (!space) return space.takeError();
  const std::vector<Variant> variants = variants_of(*space);
  const std::string stem = program_name(request.program);
  PackRequest pack{request.installation, {request.program, {}, request.engine, request.architecture, request.pack, {}},
                   request.graph,        request.arguments,
                   /*record=*/true,      request.quiet};
  std::vector<std::string> options = {fmt::format("--repeat={}", request.repeat),
                                      fmt::format("--warmup={}", request.warm_up)};
  if (request.verify) options.push_back("--verify");
  pack.parts = {part_of(stem, variants, options)};
  nlohmann::ordered_json told = nlohmann::ordered_json::array();
  if (request.metrics) {
    auto telling = telling_part(request, stem, variants, folder->path());
    if (!telling) return telling.takeError();
    if (!telling->mappings.empty()) {
      told.push_back(telling->name);
      pack.parts.push_back(std::move(*telling));
    }
  }
  const std::string cpu = request.cpu ? stem + "_cpu" : "";
  if (request.cpu) pack.parts.push_back(cpu_part(stem, options));
  pack.seconds = request.budget;
  pack.exploration = facts_of(*space, variants, cpu);
  pack.exploration["command"] = run_words(request);
  if (request.metrics) pack.exploration["told"] = told;
  auto program = read_text(request.program);
  if (!program) return program.takeError();
  pack.exploration["text"] = content_hash(*program) + ".gdsl";
  pack.texts.emplace_back(pack.exploration["text"], *program);
  for (const TextGroup& group : space->groups) pack.texts.emplace_back(group.text + ".cu", group.source);
  return write_pack(pack);
}

}  // namespace maxwarp::workbench
