// Mapping: parallel IR and options to mapped IR. The slots stand in one list in map.cpp, in fixed order.
#pragma once

#include "compiler/mapped/ir.h"
#include "compiler/mapping/options.h"
#include "compiler/mapping/step_costs.h"
#include "compiler/mapping/verdict.h"

namespace maxwarp::mapping {

/// The mapped program, null after an error (reported), and whether the program may have the mapping.
struct Mapped {
  std::unique_ptr<mapped::Program> program;
  Verdict verdict;
  std::vector<Choices> values;  // what each loop has got
};

using mapped::Instrument;

/// Maps a program for a machine. The parallel program must outlive the result; its operator bodies are copied, so it
/// can be mapped again with other options.
Mapped map(const parallel::Program& program, const MappingText& mapping, Machine machine, Instrument instrument,
           const StepCosts& costs, FactCheck facts, Diagnostics& diagnostics);

/// Has text for a CPU end the run where an index is outside of what it indexes (`--checked`).
void check_indices(mapped::Program& program);

}  // namespace maxwarp::mapping
