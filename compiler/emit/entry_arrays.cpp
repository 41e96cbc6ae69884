// Arguments are not among them, for nobody changes them; nor are lists, whose order is of no consequence.
#include "compiler/emit/entry_arrays.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/emit/function.h"
#include "compiler/emit/names.h"

namespace maxwarp::emit {

using ir::Scalar;
using ir::Space;
using ir::Symbol;
using mapped::Storage;
using mapped::StorageKind;

namespace {

bool is_listed(const Storage& storage) {
  switch (storage.kind) {
    case StorageKind::Property: return storage.symbol->kind != ir::SymbolKind::Parameter;
    case StorageKind::Cell:
    case StorageKind::Marks:
    case StorageKind::Bits: return true;
    default: return false;
  }
}

std::string space_of(const Storage& storage) {
  if (storage.kind == StorageKind::Cell) return "ValueSpace::Global";
  if (storage.kind == StorageKind::Bits) return "ValueSpace::Array";  // of words
  return value_space(storage.symbol);
}

std::string row(const mapped::Program& program, const Storage& storage, int workspace) {
  const Symbol* symbol = storage.symbol;
  const auto& results = program.algorithm->results;
  const auto place = std::ranges::find(results, symbol);
  const bool of_caller = storage.owner == mapped::StorageOwner::Caller;
  const Scalar scalar = symbol->type.scalar;
  const bool pair = is_pair(scalar);
  return fmt::format("{{{}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", quoted(symbol->name), space_of(storage),
                     scalar_type(pair ? first_of(scalar) : scalar), scalar_type(pair ? second_of(scalar) : scalar),
                     pair, of_caller ? place - results.begin() : -1, of_caller ? -1 : workspace,
                     symbol->id < ir::first_made_id, program.open.count(symbol) != 0);
}

}  // namespace

std::string scalar_type(Scalar scalar) {
  static constexpr const char* names[] = {"Bool", "Int", "Long", "Float", "Double", "Node", "Edge"};
  return std::string("ScalarType::") + names[static_cast<int>(scalar)];
}

std::string value_space(const Symbol* symbol) {
  if (symbol->type.is_set || symbol->type.is_marks) return "ValueSpace::NodeSet";
  switch (symbol->type.space) {
    case Space::Node: return "ValueSpace::Node";
    case Space::Edge: return "ValueSpace::Edge";
    case Space::Array: return "ValueSpace::Array";
    default: return "ValueSpace::Global";
  }
}

std::string array_table(const mapped::Program& program, const std::string& name, int& count) {
  std::string rows;
  int workspace = 0;
  count = 0;
  for (const Storage& storage : program.storages) {
    if (is_listed(storage)) {
      rows += row(program, storage, workspace);
      ++count;
    }
    // A list has its length behind it.
    if (storage.owner == mapped::StorageOwner::Workspace) workspace += *list_type(storage) ? 2 : 1;
  }
  return count == 0 ? "" : fmt::format("const ArrayInfo {}[] = {{\n{}}};\n\n", name, rows);
}

}  // namespace maxwarp::emit
