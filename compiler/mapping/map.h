// Mapping: parallel IR and options to mapped IR. The slots stand in one list in map.cpp, in fixed order.
#pragma once

#include "compiler/mapped/ir.h"
#include "compiler/mapping/options.h"
#include "compiler/mapping/technique.h"
#include "compiler/support/diagnostics.h"

namespace maxwarp::mapping {

/// Maps a program for a machine. Null after an error (reported). The parallel program must outlive the
/// result; its operator bodies are copied, so it can be mapped again with other options.
std::unique_ptr<mapped::Program> map(const parallel::Program& program, const MappingText& mapping, Machine machine,
                                     Diagnostics& diagnostics);

}  // namespace maxwarp::mapping
