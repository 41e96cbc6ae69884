// Programs compiled with `gdslc --instrument` tell an observer, before each stage with a loop over neighbors, on which
// nodes it is about to work; or, with `--instrument=timed`, only that a stage of a round begins and ends.
#pragma once

#include "maxwarp/worklist.h"

namespace maxwarp {

/// The order in which groups of lanes get the nodes.
enum class Places : std::uint8_t {
  Unknown,
  Listed,  // as they are listed
  All,     // all nodes of the graph have a place, in ascending order; those that are not listed do nothing there
  Packed,  // the same, but within a chunk those that are listed come first, and the others have no place
};

/// What the lanes of a stage have counted in a loop over neighbors (`--instrument=counted`, maxwarp/steps.cuh). A step
/// is one iteration of the loop by the lanes of a warp that are in it together.
struct StepCounts {
  unsigned long long lanes = 0;    // that had an edge, over all steps
  unsigned long long groups = 0;   // of lanes that share a node, of which one had an edge
  unsigned long long warps = 0;    // steps of warps
  unsigned long long changes = 0;  // reductions that changed their element, where the operator asks whether they did
  unsigned long long donated = 0;  // chunks of items in the boxes of blocks
  unsigned long long donated_first = 0;  // of these, in that of the first block
};

/// A stage, and of one with a loop over neighbors how its threads share the nodes.
struct ObservedStage {
  const char* name;
  std::int64_t round = 0;  // of the loop of rounds around it; 0: there is none
  int lanes = 0;           // that share a node; 0: a block, shares of edges, several loops or teams
  int chunk = 1;           // nodes that these take one after the other
  Places places = Places::Unknown;
  bool out = false, in = false;       // the edges that are walked
  std::int64_t done = 0, most = 0;    // edges of each node that are skipped first; how many are walked at most, 0: all
  bool told = true;                   // which nodes or edges it works on
  const StepCounts* steps = nullptr;  // in engine memory: those of the stage, when it is done; null: nothing is counted
  int step_lanes = 1;                 // of a group, as these count
  bool whole = false;                 // they are in a step for every edge of the nodes
  bool donates = false;               // its blocks have donation boxes
  bool changes = false;               // reductions that change something are counted, too
  bool of_operator = false;           // `--instrument=timed`: it runs the operator of its loop, or a part of it
};

/// Receives what the stages report.
class StageObserver {
 public:
  virtual ~StageObserver() = default;
  /// The stage is about to run for `*size` nodes, in this order, or for `*edges` single edges; all in engine memory.
  /// Null: for all nodes of the graph.
  virtual void begin(const ObservedStage& stage, const node_t* nodes, const std::int32_t* size,
                     const std::int64_t* edges) = 0;
  /// It has been started; it ends before everything that the stream gets from here on.
  virtual void end() = 0;
};

/// One run of a stage, observed while this lives; nothing happens without an observer.
class Observation {
 public:
  Observation(StageObserver* observer, const ObservedStage& stage) : observer_(observer) {
    if (observer_) observer_->begin(stage, nullptr, nullptr, nullptr);
  }
  Observation(StageObserver* observer, const ObservedStage& stage, const Worklist& list) : observer_(observer) {
    if (observer_) observer_->begin(stage, list.nodes, list.size, nullptr);
  }
  template <typename Edge>
  Observation(StageObserver* observer, const ObservedStage& stage, const EdgeWorklistOf<Edge>& list)
      : observer_(observer) {
    if (observer_) observer_->begin(stage, nullptr, nullptr, list.size);
  }
  ~Observation() {
    if (observer_) observer_->end();
  }
  Observation(const Observation&) = delete;
  Observation& operator=(const Observation&) = delete;

 private:
  StageObserver* observer_;
};

}  // namespace maxwarp
