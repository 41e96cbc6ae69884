// Names and types of C++.
#include "compiler/emit/names.h"

#include "compiler/emit/reserved.h"

namespace maxwarp::emit {

std::string safe_name(const std::string& name) {
  if (!is_reserved(name)) return name;
  return name.starts_with('_') ? "x" + name : name + "_";  // with one at its end, `_SIZE_T` is another macro
}

std::string Names::fresh(const std::string& wish) {
  const std::string base = safe_name(wish);
  std::string name = base;
  for (int& number = numbers_[base]; is_taken(name);) name = base + "_" + std::to_string(++number + 1);
  taken_.insert(name);
  return name;
}

const std::string* Names::find(const ir::Symbol* symbol) const {
  if (const std::string* known = outer_ ? outer_->find(symbol) : nullptr) return known;
  const auto found = names_.find(symbol);
  return found == names_.end() ? nullptr : &found->second;
}

const std::string& Names::of(const ir::Symbol* symbol) {
  asked_.insert(symbol);
  if (const std::string* known = find(symbol)) return *known;
  return names_.emplace(symbol, fresh(symbol->name)).first->second;
}

ProgramNames::ProgramNames(const mapped::Program& program) {
  for (const mapped::Control& control : program.controls)
    if (control.kind == mapped::ControlKind::Resident || control.kind == mapped::ControlKind::LaunchGraph)
      functions_.reserve(control.name);
  // What a resident kernel calls is not hidden by names of its own.
  for (const char* own : {"barrier", "max_rounds", "rounds_run"}) functions_.reserve(own);
  for (const ir::Symbol* result : program.algorithm->results) functions_.reserve(length_function(*result));
  for (const mapped::Stage& stage : program.stages) stages_[&stage] = functions_.fresh(stage.name);
  for (const mapped::Stage& stage : program.stages)
    if (stage.outlined == &stage)
      operators_[&stage] = functions_.fresh(stage.name + (stage.target ? "_edge" : "_item"));
  policy_.emplace(program, functions_);
  for (const mapped::Storage& storage : program.storages) storages_.of(storage.symbol);
}

std::string length_function(const ir::Symbol& result) { return result.name + "_length"; }

std::string value_type(ir::Scalar scalar) { return scalar == ir::Scalar::Bool ? "bool" : element_type(scalar); }

std::string wide_type(ir::Reduction reduction, ir::Scalar scalar) {
  return (reduction == ir::Reduction::Add ? "Sum<" : "Product<") + element_type(scalar) + ">";
}

std::string element_type(ir::Scalar scalar) {
  if (is_pair(scalar)) return "Pair<" + element_type(first_of(scalar)) + ", " + element_type(second_of(scalar)) + ">";
  switch (scalar) {
    case ir::Scalar::Bool:
    case ir::Scalar::Int: return "std::int32_t";
    case ir::Scalar::Long: return "std::int64_t";
    case ir::Scalar::Float: return "float";
    case ir::Scalar::Double: return "double";
    case ir::Scalar::Node: return "node_t";
    case ir::Scalar::Edge: return "edge_t";
    case ir::Scalar::Bits: return "std::uint64_t";
  }
  return "";
}

}  // namespace maxwarp::emit
