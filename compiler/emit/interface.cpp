// Which storages, scalars and graph a stage names: the parameters of its function.
#include <fmt/format.h>

#include <algorithm>

#include "compiler/emit/function.h"
#include "compiler/mapped/effects.h"

namespace maxwarp::emit {

using ir::Symbol;

const char* list_type(const mapped::Storage& storage, mapped::Index index) {
  const bool wide = index == mapped::Index::Wide;
  if (storage.kind == mapped::StorageKind::Worklist)
    return storage.room == mapped::Room::AllNodes ? "Worklist" : "BoundedWorklist";
  if (storage.kind == mapped::StorageKind::Pieces) return wide ? "PieceWorklist" : "PieceWorklistOf<edge_t>";
  if (storage.kind == mapped::StorageKind::EdgeList && storage.room != mapped::Room::AllNodes)
    return wide ? "BoundedEdgeWorklist" : "BoundedEdgeWorklistOf<edge_t>";
  if (storage.kind == mapped::StorageKind::EdgeList) return wide ? "EdgeWorklist" : "EdgeWorklistOf<edge_t>";
  return "";
}

const char* template_head(const mapped::Program& program) {
  return program.index == mapped::Index::Auto ? "template <typename edge_t>\n" : "";
}

const char* template_words(const mapped::Program& program) {
  return program.index == mapped::Index::Auto ? "<edge_t>" : "";
}

std::string list_room(double share) {
  return share == 1 ? "graph.nodes" : fmt::format("list_room(graph.nodes, {})", share);
}

const char* view_type(mapped::Index index) {
  return index == mapped::Index::Wide ? "GraphView" : "GraphViewOf<edge_t>";
}

const char* bit_count(const mapped::Storage& storage) {
  return storage.kind == mapped::StorageKind::EdgeBits ? "graph.edges" : "graph.nodes";
}

std::string batch_type(const ProgramNames& names, const mapped::Batch& batch) {
  if (batch.slots) return batch.repeats ? "RepeatedBatch" : "CountedBatch";
  return fmt::format("{}<{}>",
                     batch.shared  ? "BlockList"
                     : batch.links ? "LinkedBatch"
                                   : "Batch",
                     names.policy().batch(batch.places));
}

std::string memory_type(const mapped::Storage& storage) {
  if (storage.kind == mapped::StorageKind::Steps) return "StepCounts";
  const std::string type = element_type(storage.symbol->type.scalar);
  return storage.kind == mapped::StorageKind::Sum ? "Sum<" + type + ">" : type;
}

namespace {

Interface interface_of(const mapped::Program& program, const mapped::Effects& uses) {
  Interface result;
  result.graph = uses.graph;
  for (const Symbol* symbol : uses.named)
    if (const mapped::Storage* storage = program.storage(symbol))
      result.storages.emplace_back(storage, uses.written.count(symbol) != 0);
  std::ranges::sort(result.storages);  // by their places in the program
  for (const Symbol* symbol : uses.named)
    if (!uses.defined.count(symbol) && !program.storage(symbol)) result.scalars.push_back(symbol);
  std::ranges::sort(result.scalars, {}, &Symbol::id);
  return result;
}

}  // namespace

Interface interface_of(const mapped::Program& program, const mapped::Stage& stage) {
  return interface_of(program, mapped::effects_of(stage));
}

Interface operator_interface_of(const mapped::Program& program, const mapped::Stage& stage) {
  return interface_of(program, mapped::operator_effects_of(stage));
}

}  // namespace maxwarp::emit
