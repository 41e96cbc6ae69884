// What the blocks of a kernel keep in static shared memory, by the sizes that the runtime asserts.
#include "compiler/mapping/shared_memory.h"

#include <maxwarp/sizes.h>

#include <algorithm>
#include <array>
#include <set>

#include "compiler/mapping/diagnostics.h"

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;
using mapped::Stage;
using Stages = std::set<const Stage*>;

struct Use {
  const char* what;
  long bytes;
};
using Uses = std::array<Use, 6>;

long bytes_of(ir::Scalar scalar) {
  if (is_pair(scalar)) return sizes::pair(bytes_of(first_of(scalar)), bytes_of(second_of(scalar)));
  switch (scalar) {
    case ir::Scalar::Node: return sizes::node;
    case ir::Scalar::Edge: return sizes::edge;
    case ir::Scalar::Long:
    case ir::Scalar::Double:
    case ir::Scalar::Bits: return 8;
    default: return 4;
  }
}

// Whether a block is a team of the stage, or one of its parts.
bool has_block(const mapped::Team& team) {
  const auto is_block = [](const auto& one) { return one.kind == mapped::TeamKind::Block; };
  return is_block(team) || std::ranges::any_of(team.parts, is_block);
}

// The functions of a block that stages call. Each keeps its memory once for every type, whoever calls it; a reduction
// in generated text has an operation of its own, which is such a type.
class Functions {
 public:
  void add(const Stage& stage) {
    block_ = has_block(stage.team);
    if (stage.work_counter) broadcast(ir::Scalar::Long);
    const auto together = [](const mapped::Batch& batch) {
      return (batch.appended == mapped::Appended::ByBlock || batch.appended == mapped::Appended::ByTurn) &&
             !batch.shared;
    };
    if (std::ranges::any_of(stage.batches, together)) append();
    if (std::ranges::any_of(stage.batches, &mapped::Batch::slots))
      values_.insert({Function::SumBefore, ir::Scalar::Int});
    if (const int nodes = stage.source.sums_of_block) {
      block_sums_ += sizes::block_sums(nodes);
      sums_of_block_.insert(nodes);
    }
    ir::walk(stage.body, [&](const ir::Stmt* stmt) { add(*stmt); });
  }

  long running_sums() const {
    return block_sums_ + static_cast<long>(scans_.size() + sums_of_block_.size()) * sizes::scan_range();
  }

  long values() const {
    long bytes = reductions_;
    for (const auto& [function, scalar] : values_) bytes += bytes_in(function, bytes_of(scalar));
    return bytes;
  }

 private:
  void add(const ir::Stmt& stmt) {
    switch (stmt.kind) {
      case ir::StmtKind::ScanDegrees:
      case ir::StmtKind::ScanPieces: scans_.insert(stmt.kind); return;
      case ir::StmtKind::AddBlockOffsets: reduce(ir::Scalar::Edge); return;
      case ir::StmtKind::SumCounts:
      case ir::StmtKind::SumSlots: values_.insert({Function::SumBefore, ir::Scalar::Int}); return;
      default: break;
    }
    if (block_) add_of_team(stmt);
    if (stmt.stride == ir::Stride::Columns) ir::walk(stmt.body, [&](const ir::Stmt* inner) { add_of_columns(*inner); });
  }

  // What a column keeps beyond what a block would; it broadcasts nothing.
  void add_of_columns(const ir::Stmt& stmt) {
    if (stmt.kind != ir::StmtKind::TeamReduce) return;
    const long part = part_bytes(stmt);
    reductions_ += sizes::reduce_columns(part) - sizes::reduce(part);
  }

  void add_of_team(const ir::Stmt& stmt) {
    if (stmt.broadcast) broadcast(stmt.symbol->type.scalar);
    switch (stmt.kind) {
      case ir::StmtKind::TeamReduce: reductions_ += sizes::reduce(part_bytes(stmt)); return;
      case ir::StmtKind::Ask:
        for (const ir::Scalar scalar : {stmt.symbol->type.scalar, ir::Scalar::Int, ir::Scalar::Long}) reduce(scalar);
        return;
      case ir::StmtKind::Leader:
        for (const ir::Symbol* symbol : stmt.symbols) broadcast(symbol->type.scalar);
        return;
      case ir::StmtKind::Append: return append();
      case ir::StmtKind::Push:
        if (stmt.end) broadcast(ir::Scalar::Edge);
        return;
      default: return;
    }
  }

  static long part_bytes(const ir::Stmt& stmt) {
    const long value = bytes_of(stmt.symbol->type.scalar);
    if (!ir::has_wide_parts(stmt)) return value;
    return stmt.reduction == ir::Reduction::Add ? sizes::sum_part : sizes::product_part(value);
  }

  void append() {
    values_.insert({Function::SumBefore, ir::Scalar::Int});
    broadcast(ir::Scalar::Int);
  }
  void broadcast(ir::Scalar scalar) { values_.insert({Function::Broadcast, scalar}); }
  void reduce(ir::Scalar scalar) { values_.insert({Function::Reduce, scalar}); }

  enum class Function { Broadcast, Reduce, SumBefore };
  static long bytes_in(Function function, long value) {
    switch (function) {
      case Function::Broadcast: return sizes::broadcast(value);
      case Function::Reduce: return sizes::reduce(value);
      case Function::SumBefore: return sizes::sum_before(value);
    }
    return 0;
  }

  std::set<std::pair<Function, ir::Scalar>> values_;
  std::set<ir::StmtKind> scans_;
  std::set<int> sums_of_block_;
  long reductions_ = 0, block_sums_ = 0;
  bool block_ = false;  // whether the stage at hand has a block for a team
};

// A block has most of them where they are narrowest.
long virtual_warps(const Stage& stage) { return stage.team.chosen ? stage.block : stage.block / stage.team.width; }

long chunks(const Stage& stage) {
  if (!stage.team.staged) return 0;
  long node = 0;  // of what is copied for each
  for (const mapped::CopiedValue& value : stage.copied) node += bytes_of(value.read->scalar);
  return virtual_warps(stage) * (sizes::chunk(stage.team.chunk) + node * stage.team.chunk);
}

// Threads whose items wait for larger teams, and how many wait for each.
long bins(const Stage& stage) {
  return stage.team.parts.empty() ? 0 : sizes::bins(static_cast<long>(stage.team.parts.size()) - 1, stage.block);
}

// Of nodes that wait to be pushed, or to be run by who activated them.
long lists(const Stage& stage) {
  long bytes = stage.local ? sizes::block_lists(stage.local->places) : 0;
  for (const mapped::Batch& batch : stage.batches) bytes += batch.shared ? sizes::block_list(batch.places) : 0;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    if (stmt->kind == ir::StmtKind::Unroll && stmt->local->shared)
      bytes += stage.team.kind == mapped::TeamKind::Tile
                   ? virtual_warps(stage) * sizes::team_places(stmt->local->places)
                   : sizes::shared_places(stmt->local->places, stage.block);
  });
  return bytes;
}

Uses uses_of(const Stages& stages) {
  Uses sum{{{"chunks of nodes", 0},
            {"lists of nodes", 0},
            {"donated items", 0},
            {"running sums of degrees", 0},
            {"values of a block", 0},
            {"bins of items", 0}}};
  Functions functions;
  for (const Stage* stage : stages) {
    functions.add(*stage);
    sum[0].bytes += chunks(*stage);
    sum[1].bytes += lists(*stage);
    sum[2].bytes += stage->donation ? sizes::donation_box(sizes::donation_places) : 0;
    sum[5].bytes += bins(*stage);
  }
  sum[3].bytes = functions.running_sums();
  sum[4].bytes = sizes::aligned(functions.values());
  return sum;
}

void stages_in(const mapped::Sequence& controls, Stages& stages) {
  for (const Control* control : controls) {
    if (control->stage) stages.insert(control->stage);
    stages_in(control->body, stages);
    stages_in(control->other, stages);
  }
}

std::string listed(const Uses& uses) {
  std::string text;
  for (const Use& use : uses)
    if (use.bytes != 0) text += (text.empty() ? "" : ", ") + std::to_string(use.bytes) + " for " + use.what;
  return text;
}

bool fits(const Stages& stages, bool is_resident, Location location, Findings& findings) {
  const Uses uses = uses_of(stages);
  long bytes = 0;
  for (const Use& use : uses) bytes += use.bytes;
  if (bytes <= sizes::shared_memory) return true;
  const char* resident = is_resident ? ", or `loop=host`, where each stage is a kernel of its own" : "";
  findings.say(Verdict::Kind::Wrong, {}, MappingSharedMemory, location, bytes, listed(uses), sizes::shared_memory,
               resident);
  return false;
}

bool all_fit(const mapped::Sequence& controls, Findings& findings) {
  bool good = true;
  for (const Control* control : controls) {
    if (control->kind == ControlKind::Resident) {
      Stages stages;
      stages_in(control->body, stages);
      good &= fits(stages, true, control->location, findings);
      continue;
    }
    if (control->stage) good &= fits({control->stage}, false, control->location, findings);
    good &= all_fit(control->body, findings);
    good &= all_fit(control->other, findings);
  }
  return good;
}

}  // namespace

bool fits_into_shared_memory(const mapped::Program& program, Findings& findings) {
  return all_fit(program.body, findings);
}

}  // namespace maxwarp::mapping
