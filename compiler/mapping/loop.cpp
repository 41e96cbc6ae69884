// loop=host|persistent: who drives the rounds ([N] §VII). Host: a launch a stage and a flag read back a round.
// Persistent: one cooperative kernel runs all rounds, with grid-wide barriers between its stages.
#include "compiler/mapping/technique.h"

#include <algorithm>
#include <set>

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;

void declared_inside(const Sequence &body, std::set<const ir::Symbol *> &symbols) {
  for (const Control *control : body) {
    if (control->kind == ControlKind::Let || control->kind == ControlKind::ReadBack) symbols.insert(control->symbol);
    declared_inside(control->body, symbols);
    declared_inside(control->other, symbols);
  }
}

void declared_outside(const Sequence &all, const Control *loop, std::set<const ir::Symbol *> &symbols) {
  for (const Control *control : all) {
    if (control == loop) continue;
    if (control->kind == ControlKind::Let) symbols.insert(control->symbol);
    declared_outside(control->body, loop, symbols);
    declared_outside(control->other, loop, symbols);
  }
}

// A kernel ends where an expectation fails; the host asks again behind it and ends the run.
void expect_behind(mapped::Program &program, const Sequence &body, Sequence &around) {
  for (const Control *control : body) {
    if (control->kind == ControlKind::Expect) {
      Control *again = program.control(ControlKind::Expect, control->location);
      *again = *control;
      around.push_back(again);
    }
    expect_behind(program, control->body, around);
    expect_behind(program, control->other, around);
  }
}

void each_stage(const Sequence &body, const std::function<void(mapped::Stage &)> &visit) {
  for (const Control *control : body) {
    if (control->stage) visit(*control->stage);
    each_stage(control->body, visit);
    each_stage(control->other, visit);
  }
}

// The stages share one kernel, and so the number of threads a block.
void one_block_size(const Sequence &body) {
  int block = 0;
  each_stage(body, [&](mapped::Stage &stage) {
    if (stage.source.kind != mapped::SourceKind::Once) block = std::max(block, stage.block);
  });
  each_stage(body, [&](mapped::Stage &stage) { stage.block = block; });
}

// `rounds`, `rounds_2`, …: one kernel an outermost loop.
std::string kernel_name(const mapped::Program &program) {
  const auto earlier = std::ranges::count_if(program.controls, [](const Control &control) { return !control.name.empty() && control.kind == ControlKind::Resident; });
  return earlier == 0 ? "rounds" : "rounds_" + std::to_string(earlier + 1);
}

// What the kernel computes in variables of its threads is lost at its end: a host scalar that is declared
// before the loop and assigned in it would keep its old value.
std::optional<Refusal> persistent(mapped::Program &program, Sequence &around, std::size_t place) {
  Control *loop = around[place];
  std::set<const ir::Symbol *> inside, before;
  declared_inside(loop->body, inside);
  declared_outside(program.body, loop, before);
  for (const ir::Symbol *symbol : inside)
    if (before.count(symbol))
      return Refusal{"it assigns the variable `" + symbol->name + "` of the host, which a kernel cannot reach", loop->location};
  Control *resident = program.control(ControlKind::Resident, loop->location);
  resident->body = {loop};
  resident->name = kernel_name(program);
  around[place] = resident;
  expect_behind(program, loop->body, around);
  one_block_size(loop->body);
  ir::Type type;
  type.scalar = ir::Scalar::Long;
  const ir::Symbol *barrier = program.arena->symbol("barrier", type);
  const ir::Symbol *rounds = program.arena->symbol("rounds_run", type);
  program.add({mapped::StorageKind::Cell, mapped::StorageOwner::Workspace, barrier});
  program.add({mapped::StorageKind::Cell, mapped::StorageOwner::Workspace, rounds});
  resident->symbol = barrier;
  resident->list = rounds;
  program.explanation.push_back("loop=persistent: one cooperative kernel runs all rounds; grid-wide barriers part its stages");
  return std::nullopt;
}

}  // namespace

const Technique loop_host{
    .key = "loop",
    .form = "host",
    .source = "[N] §VII",
    .summary = "the host launches each stage and reads a flag back every round",
};

const Technique loop_persistent{
    .key = "loop",
    .form = "persistent",
    .source = "[N] §VII",
    .summary = "one resident kernel runs all rounds, with grid-wide barriers",
    .machines = gpu_only,
    .rewrite_control = persistent,
};

}  // namespace maxwarp::mapping
