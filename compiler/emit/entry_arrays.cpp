// Arguments are not among them, since no stage changes them; nor are lists, whose order is of no consequence.
#include "compiler/emit/entry_arrays.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "compiler/emit/function.h"
#include "compiler/emit/names.h"
#include "compiler/emit/text.h"
#include "dsl/check/choices.h"

namespace maxwarp::emit {

using ir::Scalar;
using ir::Space;
using ir::Symbol;
using mapped::Sharing;
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

std::string row(const mapped::Program& program, const Storage& storage, int workspace, bool open) {
  const Symbol* symbol = storage.symbol;
  const auto& results = program.algorithm->results;
  const auto place = std::ranges::find(results, symbol);
  const bool of_caller = storage.owner == mapped::StorageOwner::Caller;
  const Scalar scalar = symbol->type.scalar;
  const bool pair = is_pair(scalar);
  return fmt::format("{{{}, {}, {}, {}, {}, {}, {}, {}, {}}},\n", quoted(symbol->name), space_of(storage),
                     scalar_type(pair ? first_of(scalar) : scalar), scalar_type(pair ? second_of(scalar) : scalar),
                     pair, of_caller ? place - results.begin() : -1, of_caller ? -1 : workspace,
                     symbol->id < ir::first_made_id, open);
}

/// What changes of one array in two stages of a kernel have in common: where each element has one writer in one of
/// them, and equal writers in the other, writers are equal in both.
Sharing in_both(Sharing a, Sharing b) {
  if (a == b) return a;
  const bool stores = (a == Sharing::Own || a == Sharing::Uniform) && (b == Sharing::Own || b == Sharing::Uniform);
  return stores ? Sharing::Uniform : Sharing::Any;
}

/// The sharing of all arrays, by kernel.
using Kernels = std::map<std::string, std::map<const Symbol*, Sharing>>;

void collect(const ProgramNames& names, const mapped::Sequence& controls, const std::string& resident,
             Kernels& kernels) {
  for (const mapped::Control* control : controls) {
    if (control->stage)
      for (const mapped::Shared& one : control->stage->shared) {
        auto& arrays = kernels[resident.empty() ? names.of(*control->stage) : resident];
        const auto [place, fresh] = arrays.emplace(one.storage, one.sharing);
        if (!fresh) place->second = in_both(place->second, one.sharing);
      }
    const std::string inside = control->kind == mapped::ControlKind::Resident ? control->name : resident;
    collect(names, control->body, inside, kernels);
    collect(names, control->other, inside, kernels);
  }
}

}  // namespace

std::string scalar_type(Scalar scalar) {
  static constexpr const char* names[] = {"Bool", "Int", "Long", "Float", "Double", "Node", "Edge", "Bits"};
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
  const std::set<const Symbol*> open = checked::open_values(*program.algorithm);
  std::string rows;
  int workspace = 0;
  count = 0;
  for (const Storage& storage : program.storages) {
    if (is_listed(storage)) {
      rows += row(program, storage, workspace, open.contains(storage.symbol));
      ++count;
    }
    // A list has its length after it.
    if (storage.owner == mapped::StorageOwner::Workspace) workspace += *list_type(storage) ? 2 : 1;
  }
  return count == 0 ? "" : fmt::format("const ArrayInfo {}[] = {{\n{}}};\n\n", name, rows);
}

std::string sharing_table(const mapped::Program& program, const std::string& name, int& count) {
  static constexpr const char* sharings[] = {"Own", "Uniform", "Min", "Max", "And", "Or", "Atomic"};
  Kernels kernels;
  collect(ProgramNames(program), program.body, "", kernels);
  std::string rows;
  count = 0;
  for (const auto& [kernel, arrays] : kernels) {
    int array = 0;  // in the order of the table of arrays
    for (const Storage& storage : program.storages) {
      if (!is_listed(storage)) continue;
      const auto found = arrays.find(storage.symbol);
      if (found != arrays.end() && found->second != Sharing::Any) {
        rows += fmt::format("{{\"{}\", {}, Sharing::{}}},\n", kernel, array, sharings[static_cast<int>(found->second)]);
        ++count;
      }
      ++array;
    }
  }
  return count == 0 ? "" : fmt::format("const SharingInfo {}[] = {{\n{}}};\n\n", name, rows);
}

}  // namespace maxwarp::emit
