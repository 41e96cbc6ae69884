// What the stages of a run work on, and how well their lanes are used: `--metrics`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "maxwarp/observer.h"
#include "runtime/device/engine.h"
#include "runtime/device/schedules.h"
#include "runtime/graph/lane_use.h"

namespace maxwarp::runner {

/// One run of a stage with a loop over neighbors.
struct StageMetrics {
  std::string stage;
  std::int64_t round = 0;                     // of the loop around it; where there is none, how often the stage has run
  std::optional<std::int64_t> nodes;          // that it works on, each once; empty: it has others, or is not known
  std::int64_t edges = 0;                     // of these; where it is not known which they are, those that are counted
  std::int64_t duplicates = 0;                // further places of the list that name one of the nodes again
  int lanes = 0;                              // that share a node; 0: the model does not apply
  std::optional<LaneUse> ascending, sampled;  // the nodes in ascending order, exact and from one warp of a hundred
  std::optional<LaneUse> actual;              // as the threads of the stage had them; empty: unknown
  std::optional<LaneUse> counted;             // by the threads themselves; empty: they do not count
  bool whole = false;                         // they did for every edge, so that this has to be as `actual`
  std::optional<LaunchCounts> launched;       // without the atomics of lanes that count; the SIMT engine knows
  std::optional<std::int64_t> changes;        // reductions that changed their element, where the program asks
  std::optional<std::int64_t> donations;      // chunks of items that teams left to others of their block
  std::optional<std::int64_t> donations_first;  // of these, of the first block
  double milliseconds = 0;                      // from before its launch until it was done

  /// Edges in a microsecond, that is millions in a second ([C] §5: expansion rate); 0 where no time was measured.
  double expansion_rate() const { return milliseconds > 0 ? static_cast<double>(edges) / milliseconds / 1000 : 0; }
  /// Whether threads have counted something else than what follows from the nodes in their order.
  bool miscounted() const { return whole && actual && counted && *actual != *counted; }
};

/// Collects the metrics of a run on a graph, whose rows are those that the stages see.
class MetricsRecorder : public StageObserver {
 public:
  MetricsRecorder(Engine& engine, const Graph& graph) : engine_(engine), graph_(graph) {}

  void begin(const ObservedStage& stage, const node_t* nodes, const std::int32_t* size,
             const std::int64_t* edges) override;
  void end() override;

  const std::vector<StageMetrics>& stages() const { return stages_; }
  /// The first error of the engine; empty: none.
  const std::string& error() const { return error_; }
  /// The first stage whose lanes have counted something else than what follows from its nodes; empty: none.
  std::string miscount() const;

 private:
  std::vector<node_t> fetch(const node_t* nodes, const std::int32_t* size);
  edge_t degree(const ObservedStage& stage, node_t node) const;
  std::vector<node_t> ascending(std::vector<node_t> listed) const;
  void measure(const ObservedStage& stage, const std::vector<node_t>& listed, StageMetrics& metrics) const;
  std::vector<edge_t> as_placed(const ObservedStage& stage, const std::vector<node_t>& listed) const;
  void measure_edges(const ObservedStage& stage, const std::int64_t* edges, StageMetrics& metrics);
  void check(const EngineStatus& status);
  void read_steps();

  Engine& engine_;
  const Graph& graph_;
  ObservedStage running_{};
  std::vector<StageMetrics> stages_;
  std::string error_;
};

}  // namespace maxwarp::runner
