// Launch shapes and the schedules of CPU loops: they follow from the finished stages, from who drives them, and from
// what `launch` and `resident` have asked for. Late, as read-backs and graphs decide which numbers the host knows.
#include "compiler/mapped/effects.h"
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::LaunchKind;
using mapped::Sequence;
using mapped::SourceKind;
using mapped::Stage;
using mapped::TeamKind;

class Launches {
 public:
  explicit Launches(mapped::Program& program) : program_(program) {}

  void run() { sequence(program_.body); }

 private:
  void sequence(const Sequence& controls) {
    for (Control* control : controls) {
      if (control->kind == ControlKind::Resident) {
        resident(*control, control->body);
        bound(control->launch, !mapped::waits_in_hardware(control->team));
        continue;
      }
      if (control->kind == ControlKind::LaunchGraph) collect_variables(control->body);
      if (control->stage) launch(*control->stage);
      sequence(control->body);
      sequence(control->other);
      if (control->kind == ControlKind::LaunchGraph) variables_.clear();
    }
  }

  static bool has_slots(const Stage& stage) { return std::ranges::any_of(stage.batches, &mapped::Batch::slots); }

  // The threads of a kernel that fills the device have many items each. If they appended only at the end, nodes that
  // are far apart would be neighbors on the list, and a full batch would be an addition of its own: a round over a road
  // network took 2.5 times as long (bench/results/2026-11-27-turns-h200.md).
  static void take_turns(Stage& stage) {
    const auto at_end = [](const mapped::Batch& batch) {
      return batch.appended == mapped::Appended::ByBlock && !batch.shared && !batch.into;
    };
    if (!mapped::has_fixed_items(stage) || !std::ranges::all_of(stage.batches, at_end)) return;
    for (mapped::Batch& batch : stage.batches) batch.appended = mapped::Appended::ByTurn;
  }

  // One shape for all stages of a kernel: the one that wants the fewest warps decides. The stages of the rounds, which
  // come last, have one block; what begins them follows, as do single threads that look up a value for the control.
  static void resident(Control& kernel, const Sequence& controls) {
    kernel.launch.kind = LaunchKind::Fill;
    each_stage(controls, [&](Stage& stage) {
      if (stage.source.kind != SourceKind::Once) kernel.launch.block = stage.block;
      const int warps = stage.launch.warps;
      if (warps && (!kernel.launch.warps || warps < kernel.launch.warps)) kernel.launch.warps = warps;
    });
    keep_rolled(controls);
    each_stage(controls, [&](Stage& stage) {
      stage.block = kernel.launch.block;
      take_turns(stage);
      kernel.launch.slots = kernel.launch.slots || has_slots(stage);
    });
  }

  // A compiler prepares what an unrolled loop needs before the rounds begin, and keeps it through all of them: BFS with
  // bounds for 64 registers spilled two.
  static void keep_rolled(const Sequence& controls) {
    bool after = false;
    for (const Control* control : controls) {
      if (after && control->stage) control->stage->rolled = true;
      after = after || control->kind == ControlKind::Rounds;
    }
  }

  // A multiprocessor has 65,536 registers. Without a bound a thread may get 255 of them, and a block of more than 256
  // threads may not start. A resident kernel has the code of all stages, and the most registers that one of them wants:
  // it is bound to 64 per thread, or to what lets as many warps be resident as `resident` asks for (measured:
  // bench/results/2026-11-25-registers-h100.md and 2026-11-27-turns-h200.md). If `small` limits its
  // blocks, each of the 132 multiprocessors of an H100 or H200 gets few of them, whose threads may have more.
  static constexpr int free_threads = 256, resident_warps = 32, multiprocessors = 132;

  static void bound(mapped::Launch& launch, bool fills_device) {
    if (fills_device)
      launch.bounds = std::max(1, (launch.warps ? launch.warps : resident_warps) * 32 / launch.block);
    else if (launch.block > free_threads)
      launch.bounds = 1;
    if (fills_device && launch.blocks && !launch.warps)
      launch.bounds = std::min(launch.bounds, (launch.blocks - 1) / multiprocessors + 1);
  }

  // In a CUDA graph the device keeps what its control assigns; no launch can follow that.
  void collect_variables(const Sequence& controls) {
    for (const Control* control : controls) {
      if (control->kind == ControlKind::Let || control->kind == ControlKind::ReadBack)
        variables_.insert(control->symbol);
      for (const Symbol* symbol : {control->round, control->count})
        if (symbol) variables_.insert(symbol);
      if (control->stage) collect_bounds(control->stage->source);
      collect_variables(control->body);
      collect_variables(control->other);
    }
  }

  // A graph takes no scalar as an argument, so that it serves all values.
  void collect_bounds(const mapped::Source& source) {
    for (const ir::Expr* bound : {source.low, source.high, source.step})
      ir::walk(bound, [&](const ir::Expr* e) {
        if (e->kind == ir::ExprKind::Reference && !program_.storage(e->symbol)) variables_.insert(e->symbol);
      });
  }

  bool is_known(const Symbol* scalar) const { return scalar && !variables_.contains(scalar); }

  bool is_known(const ir::Expr* bound) const {
    bool known = true;
    ir::walk(bound, [&](const ir::Expr* e) {
      const mapped::Storage* storage = program_.storage(e->symbol);
      const bool cell = storage && storage->kind == mapped::StorageKind::Cell;
      known = known && !cell && !variables_.contains(e->symbol) && !ir::reads_memory(e);
    });
    return known;
  }

  // The edges of all nodes, if they differ in work: equal shares of warps that fill the device would be unequal, so
  // there are more blocks, with some edges per thread, and the device deals them out.
  static constexpr int uneven_edges = 8;  // per thread

  static bool has_uneven_edges(const Stage& stage) {
    return !stage.source.list && !stage.source.by_thread && ir::contains(stage.body, ir::StmtKind::NeighborLoop);
  }

  bool host_knows_items(const Stage& stage) const {
    const mapped::Source& source = stage.source;
    switch (source.kind) {
      case SourceKind::Once:
      case SourceKind::Nodes:
      case SourceKind::Set: return true;
      case SourceKind::Edges: return !source.list && !source.dead;
      case SourceKind::Worklist:
      case SourceKind::Grid: return is_known(source.count);
      case SourceKind::Range: return is_known(source.low) && is_known(source.high) && is_known(source.step);
      case SourceKind::EdgeBalanced: return has_uneven_edges(stage);
    }
    return false;
  }

  void launch(Stage& stage) const {
    mapped::Launch& launch = stage.launch;
    launch.block = stage.block;
    launch.slots = has_slots(stage);
    if (stage.source.kind == SourceKind::Once && stage.team.kind != TeamKind::Block) launch.block = 1;
    bound(launch, false);
    if (stage.source.kind == SourceKind::Once) return;
    // For few nodes, of which every block adds up the degrees, one block per multiprocessor is enough.
    if (stage.source.sums_of_block) launch.warps = stage.block / 32;
    if (fills_device(stage) || !host_knows_items(stage)) launch.kind = LaunchKind::Fill;
    // A thread for each of 16.8 million nodes takes 82 us to give them a value, 2^20 threads take 19.
    if (launch.kind == LaunchKind::GridFor && stage.source.kind == SourceKind::Nodes && is_light(stage))
      launch.kind = LaunchKind::GridForLight;
    if (launch.kind == LaunchKind::Fill) return take_turns(stage);
    if (stage.source.kind == SourceKind::EdgeBalanced) launch.chunk = uneven_edges;
    if (stage.team.kind != TeamKind::Tile) return;
    launch.width = stage.team.width;
    launch.chunk = stage.team.chunk;
  }

  mapped::Program& program_;
  std::set<const Symbol*> variables_;  // of the CUDA graph at hand
};

// Iterations with loops of their own differ in length.
void schedule(Stage& stage) {
  const bool uneven = ir::contains(stage.body, ir::StmtKind::NeighborLoop) ||
                      ir::contains(stage.body, ir::StmtKind::While);
  constexpr int piece = 64;
  stage.dynamic = uneven ? piece : 0;
}

}  // namespace

bool is_light(const Stage& stage) {
  bool loops = false;
  ir::walk(stage.body, [&](const ir::Stmt* stmt) { loops = loops || ir::is_loop(stmt); });
  return stage.team.kind == TeamKind::Lane && !loops;
}

bool fills_device(const Stage& stage) {
  const bool donates = stage.donation && stage.launch.kind != LaunchKind::GridForSmall;
  return stage.launch.kind == LaunchKind::Fill || stage.work_counter || donates || stage.unready ||
         stage.source.sums_of_block != 0 || stage.team.kind == TeamKind::Block;
}

void decide_launches(mapped::Program& program) {
  if (!program.on_cpu) return Launches(program).run();
  for (Stage& stage : program.stages) schedule(stage);
}

}  // namespace maxwarp::mapping
