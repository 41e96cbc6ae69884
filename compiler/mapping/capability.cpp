// The capabilities in messages.
#include "compiler/mapping/capability.h"

#include <cstdlib>

namespace maxwarp::mapping {

std::string_view phrase(Capability capability) {
  switch (capability) {
    case Capability::DataDriven: return "rounds for the active nodes alone";
    case Capability::AllNodes: return "rounds that look at all nodes";
    case Capability::NodeRounds: return "rounds that look at all nodes";
    case Capability::ActiveNodes: return "rounds in which only active nodes act";
    case Capability::UniformRounds: return "rounds that all run the same stages";
    case Capability::HostControl: return "host control between stages";
    case Capability::ResidentRounds: return "rounds in one resident kernel";
    case Capability::PushDirection: return "nodes that walk their own edges";
    case Capability::JoinedTrees: return "trees that are joined along edges";
    case Capability::NodeEntries: return "active nodes that are kept one by one";
    case Capability::ListedNodes: return "active nodes that are on a list";
    case Capability::ListFrontier: return "a list that activations are appended to";
    case Capability::RoundBits: return "rounds that leave bits, which become a list";
    case Capability::UniqueEntries: return "a list without duplicates";
    case Capability::RoundMarks: return "marks that hold the round";
    case Capability::SinglePushes: return "pushes that each reserve their own place";
    case Capability::OwnPushes: return "pushes by threads or teams themselves";
    case Capability::RangePushes: return "activations that are pushed one by one";
    case Capability::SharedLists: return "lists in shared memory";
    case Capability::LaneTeams: return "one thread per node";
    case Capability::TileTeams: return "virtual warps";
    case Capability::WideTeams: return "teams of several lanes that have a node each";
    case Capability::ManyTeams: return "several teams per block that have nodes of their own";
    case Capability::SmallTeams: return "threads or virtual warps, of which a block has several";
    case Capability::OneOwner: return "one team for all edges of a node";
    case Capability::BatchOwner: return "one team for all that a node pushes";
    case Capability::PlainItems: return "nodes that are processed whole, where they are met";
    case Capability::NodeWorklist: return "worklists of whole nodes";
    case Capability::NodeLists: return "lists of active nodes alone";
    case Capability::FixedItems: return "items that are assigned in advance";
    case Capability::TakenItems: return "resident teams that take more items when they are free";
    case Capability::AnyProcessor: return "blocks that work on any multiprocessor";
    case Capability::FreshValues: return "values that are stored at once";
    case Capability::LocalLists: return "lists of the threads' own";
  }
  std::abort();
}

}  // namespace maxwarp::mapping
