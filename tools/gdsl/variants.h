// Variants of a program: its mappings as they are built, several in one executable, and run, each in a process of its
// own, which may crash, hang or be wrong without harm to the others.
#pragma once

#include <string>
#include <vector>

#include "tools/gdsl/cache.h"
#include "tools/gdsl/distinct_space.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/results.h"

namespace maxwarp::workbench {

/// Variants in one executable: they share what every file costs, and still fill the cores.
constexpr std::size_t most_in_a_batch = 4;

struct Variant {
  std::string name, mapping;  // `granularity_warp_8`, `granularity=warp:8`
  std::string program = {};   // its executable; empty: there is none
  int executable = -1;        // its open file
  std::string failure = {};   // why it does not compile
};

/// The default mapping, which is the first of every space.
Variant base_variant();

/// The variants of mappings, with names that no two share.
std::vector<Variant> variants_of(const DistinctSpace& space);

/// As `--map` takes it.
std::string map_option(const Variant& variant);

/// Variants that are compiled together, for one engine.
struct Batch {
  EngineChoice engine;
  std::vector<Variant*> variants;
};

/// Cuts the variants into batches that fill the cores.
std::vector<Batch> batches_of(const EngineChoice& engine, const std::vector<Variant*>& variants);

/// Builds variants as `gdsl run` does, by processes of this very program, so that the cache has them afterwards.
class VariantBuilder {
 public:
  /// `metrics`: they tell what their stages work on.
  VariantBuilder(Installation installation, const char* argv0, std::string program, std::string folder,
                 bool metrics = false)
      : installation_(std::move(installation)),
        argv0_(argv0),
        program_(std::move(program)),
        folder_(std::move(folder)),
        metrics_(metrics) {}

  /// Builds the batches. A variant that does not compile has its reason afterwards; one that is not done after
  /// `seconds` (0: no limit) has neither that nor a program. `what` is for the progress. Error: an interrupt.
  llvm::Error build(const std::vector<Batch>& batches, const std::string& what, double seconds = 0);

 private:
  llvm::Error build_all(const std::vector<Batch>& batches, double seconds, Progress& progress,
                        std::vector<Batch>& again);
  llvm::Error take_program(const Batch& batch);
  Command build_command(const Batch& batch, std::size_t number) const;

  Installation installation_;
  const char* argv0_;
  std::string program_, folder_;
  bool metrics_;
  std::vector<CacheEntry> entries_;  // locked while their programs are needed
};

/// How variants are run and compared.
struct RunWish {
  std::string folder;                  // for reports and what the runs say
  std::string agree;                   // file of the results that all must have
  std::vector<std::string> arguments;  // with the graph
  int repeat = 5, warm_up = 1;
  bool verify = false, metrics = false;
  double seconds = 60;                        // that a run may take; 0: no limit
  std::vector<std::string> environment = {};  // `NAME=value`
  std::string program = {};                   // path of the .gdsl file, whose lines costs are of
};

/// What became of a run.
struct VariantRun {
  ResultRow row;         // with the reason where it failed
  bool refused = false;  // it did not begin: what it was given is wrong
  bool late = false;     // it was ended after `seconds`
};

/// Runs a variant that has been built. Error: an interrupt, or the machine is in the way.
llvm::Expected<VariantRun> run_variant(const Variant& variant, const RunWish& wish);

/// The variables that a run for an engine has: the SIMT engine counts.
std::vector<std::string> run_environment(EngineKind kind);

}  // namespace maxwarp::workbench
