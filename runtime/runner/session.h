// Runs variants of an algorithm on an engine: graph, arguments, results and workspace in engine memory.
// Made once and used for many runs; memory is allocated once and reused.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

#include "runtime/graph/renumber.h"
#include "runtime/runner/arguments.h"
#include "runtime/runner/device_graph.h"

namespace maxwarp::runner {

/// What a run gave.
struct RunResult {
  std::vector<ScalarValue> scalars;                // one a result; Global results
  std::vector<HostArray> arrays;                   // one a result; empty for Global results
  std::vector<std::vector<std::int64_t>> extents;  // one a result; empty for all but arrays
  std::vector<double> run_ms;                      // one a repetition, the warm-up not counted
  std::int64_t rounds = 0;
};

/// How often to run.
struct Repetition {
  int runs = 1;
  int warm_ups = 0;             // runs before, whose time is not taken
  std::int64_t max_rounds = 0;  // 0: nodes + 1
};

/// Elements of a result in a call, by its space; 0 for one value.
std::int64_t result_length(const ResultInfo& result, const Call& call);

/// Bytes of an array. More elements than any memory holds count as about that many, so that no product overflows.
std::size_t array_bytes(std::int64_t length, ScalarType type);

/// Bytes of the arrays of a workspace, in their order; they lie one after the other.
std::vector<std::size_t> workspace_sizes(const Variant& variant, const Call& call);

/// An array of a run in engine memory.
struct PlacedArray {
  const ArrayInfo* info;
  const std::byte* data;
  std::size_t bytes;  // with what is left over behind the last element
};

/// Opens the engine. Where it checks bounds, the arrays of a workspace lie apart from now on, and no kernel may access
/// what is between them.
std::unique_ptr<Engine> open_with_gaps(EngineStatus* status);

/// An engine with the memory for one algorithm.
class Session {
 public:
  Session(Engine& engine, const Algorithm& algorithm);

  /// Puts the graph into engine memory; it must have `forms` already, and stay while the session runs. With another
  /// numbering a copy of it is put there; arguments and results keep the numbers of `graph`.
  MaybeFailure load(const Graph& graph, unsigned forms, Numbering numbering = Numbering::Given);
  /// The same with the graph that is loaded: what of it is in engine memory already is not copied again.
  MaybeFailure change_forms(unsigned forms, Numbering numbering);
  /// Runs one variant; the results are copied to the host after the last repetition. `observer`: of a variant that is
  /// `observed`; it may use the clock of the engine.
  Result<RunResult> run(const Variant& variant, const ArgumentSet& arguments, const Repetition& repetition,
                        StageObserver* observer = nullptr);

  /// The folder that keeps orders of nodes from run to run (kept_node_order).
  void keep_orders(std::string folder) { orders_ = std::move(folder); }

  /// Gives the memory of results and workspace back: the next run begins with memory that was never written.
  void forget_memory();

  Engine& engine() { return engine_; }
  /// The arrays of the run in progress, or of the last one, that the variant describes.
  const std::vector<PlacedArray>& arrays() const { return arrays_; }
  /// The graph as it is numbered there.
  const Graph& graph() const { return *loaded_; }
  /// Its nodes by their labels.
  const Labels& labels() const { return loaded_->labels; }
  /// Whether the last run ended by an `assert` of the program.
  bool assertion_failed() const { return assertion_failed_; }

 private:
  MaybeFailure place_arguments(const ArgumentSet& arguments, std::vector<Argument>& placed);
  MaybeFailure place_results(Call& call, std::vector<void*>& data);
  MaybeFailure place_workspace(const Variant& variant, Call& call);
  const ArrayInfo* info_of(const ArrayInfo& array, bool narrow);
  void find_arrays(const Variant& variant, const Call& call);
  void check_sharing(const Variant& variant);
  static void* more(void* session, std::size_t bytes);
  MaybeFailure run_once(const Variant& variant, Call& call, double* milliseconds);
  MaybeFailure fetch_results(const Call& call, RunResult& result);

  Engine& engine_;
  const Algorithm& algorithm_;
  const Graph* loaded_ = nullptr;
  const Graph* given_ = nullptr;  // of what `loaded_` may be another numbering
  bool own_numbers_ = false;      // nodes as values have the numbers of `given_`
  Numbering numbering_ = Numbering::Given;
  std::string orders_;
  std::optional<Renumbered> renumbered_;  // what `loaded_` points to, if another numbering was asked for
  DeviceGraph graph_;
  std::vector<EngineBuffer> argument_buffers_, result_buffers_;
  EngineBuffer workspace_;
  std::deque<EngineBuffer> overflow_buffers_;  // what runs asked for besides; kept for the next run
  std::size_t overflow_used_ = 0;              // by this run
  std::vector<PlacedArray> arrays_;
  std::deque<ArrayInfo> narrow_infos_;  // of some of them
  bool assertion_failed_ = false;
};

}  // namespace maxwarp::runner
