// What an observer of a run learns (maxwarp/observer.h).
#pragma once

#include "dsl/check/program.h"

namespace maxwarp::mapped {

/// What an observer learns of the stages of a program (`--instrument`, maxwarp/observer.h).
enum class Instrument {
  None,
  Told,     // the nodes that they are about to work on
  Counted,  // and then how many lanes have taken part in each step of their neighbor loops
  Timed,    // when they begin and end, of all stages of the rounds
};

/// In which order the teams of a stage have the nodes that an observer learns of (maxwarp/observer.h).
enum class Places { Unknown, Listed, All, Packed };

/// What an observer learns of a stage before it runs (`--instrument`).
struct Observed {
  const checked::Symbol* list = nullptr;  // the nodes with a loop over neighbors, or the edges; null: all nodes
  int lanes = 0;                          // that share a node; 0: a block, shares of edges, several loops or teams
  Places places = Places::Unknown;
  bool out = false, in = false;            // the edges that are walked
  bool told = true;                        // which nodes or edges these are; else only what lanes count
  const checked::Symbol* steps = nullptr;  // storage of kind Steps: what its lanes count; null: they do not
  int step_lanes = 1;                      // of a group, as they count
  bool whole = false;                      // they are in a step for every edge of these nodes
  bool changes = false;                    // they count the reductions that change something, too
  bool timed = false;                      // nothing else: when the stage begins and ends
};

}  // namespace maxwarp::mapped
