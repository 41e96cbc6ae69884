// What techniques offer to and ask of those of other axes. A technique names capabilities and never another technique,
// so a new one needs no change elsewhere.
#pragma once

#include <string_view>

namespace maxwarp::mapping {

/// A combination has a capability if every axis of the loop in which some technique provides it is at one that does.
enum class Capability {
  // Rounds
  DataDriven,      ///< a round is for the active nodes alone, in whatever form `frontier` keeps them
  AllNodes,        ///< every round looks at all nodes
  NodeRounds,      ///< rounds, some at least, look at all nodes
  ActiveNodes,     ///< only active nodes act
  UniformRounds,   ///< there are rounds, and all of them run the same stages
  HostControl,     ///< the host runs between two stages: it knows counts, launches kernels and allocates
  ResidentRounds,  ///< one kernel runs all rounds, with barriers between its stages
  PushDirection,   ///< an active node walks its own edges, as the program says
  JoinedTrees,     ///< instead of rounds, trees are joined along edges
  // The set of active nodes
  NodeEntries,    ///< its entries are single nodes
  ListedNodes,    ///< a round takes its nodes from a list
  ListFrontier,   ///< activations are appended to a list, which the next round takes
  RoundBits,      ///< a round leaves bits, which become the list of the next one
  UniqueEntries,  ///< a node is appended at most once a round
  RoundMarks,     ///< a number per node tells in which round it was activated last
  SinglePushes,   ///< each activation reserves its own place in the list
  OwnPushes,      ///< threads and teams push what they activate themselves
  RangePushes,    ///< all that one activation adds to the list is pushed by itself
  SharedLists,    ///< a block has a list in shared memory
  // Who works on what
  LaneTeams,     ///< one thread per node
  TileTeams,     ///< virtual warps, which take chunks of nodes
  WideTeams,     ///< teams of several lanes, each with whole nodes
  ManyTeams,     ///< a block has several teams, and each of them nodes of its own
  SmallTeams,    ///< one kind of team, of which a block has several
  OneOwner,      ///< a team has a node's edges to itself
  BatchOwner,    ///< what is pushed for one node is pushed by one team
  PlainItems,    ///< a node is processed whole, where it is met, and alone
  NodeWorklist,  ///< an entry of the worklist is a node, and nothing else
  NodeLists,     ///< no list is derived from that of the active nodes whose room counts each of them once
  FixedItems,    ///< each team's items are known before the stage begins, and stay with it
  TakenItems,    ///< a resident team takes more items when it has finished the last ones
  AnyProcessor,  ///< blocks work on whichever multiprocessor they are
  FreshValues,   ///< what is stored can be read in the same round
  LocalLists,    ///< threads keep lists of the nodes that they run themselves
};

/// A noun phrase for messages: "`launch=spread` needs …, and `loop=graph` has none".
std::string_view phrase(Capability capability);

}  // namespace maxwarp::mapping
