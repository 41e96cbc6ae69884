// loop=host|persistent: who drives the rounds ([N] §VII). Host: a launch a stage and a flag read back a round.
// Persistent: one cooperative kernel runs all rounds, with grid-wide barriers between its stages.
#include <algorithm>
#include <set>

#include "compiler/mapped/effects.h"
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;

void declared_inside(const Sequence& body, std::set<const ir::Symbol*>& symbols) {
  for (const Control* control : body) {
    if (control->kind == ControlKind::Let || control->kind == ControlKind::ReadBack) symbols.insert(control->symbol);
    declared_inside(control->body, symbols);
    declared_inside(control->other, symbols);
  }
}

void declared_outside(const Sequence& all, const Control* loop, std::set<const ir::Symbol*>& symbols) {
  for (const Control* control : all) {
    if (control == loop) continue;
    if (control->kind == ControlKind::Let) symbols.insert(control->symbol);
    declared_outside(control->body, loop, symbols);
    declared_outside(control->other, loop, symbols);
  }
}

void assertions_in(const Sequence& body, std::vector<Control*>& found) {
  for (Control* control : body) {
    if (control->kind == ControlKind::Expect && !control->value) found.push_back(control);
    assertions_in(control->body, found);
    assertions_in(control->other, found);
  }
}

// What an assertion reads may be gone when the kernel has ended: it leaves its number, and the host looks at that.
void report_assertions(mapped::Program& program, const Sequence& body, Sequence& around) {
  std::vector<Control*> assertions;
  assertions_in(body, assertions);
  if (assertions.empty()) return;
  ir::Arena& arena = *program.arena;
  const ir::Symbol* cell = workspace_cell(program, "failed");
  Control* clear = program.control(ControlKind::Clear);
  clear->symbol = cell;
  around.insert(around.end() - 1, clear);
  ir::Type type;
  type.scalar = ir::Scalar::Long;
  Control* read = program.control(ControlKind::ReadBack);
  read->symbol = arena.symbol("assertion", type);
  read->list = cell;
  around.push_back(read);
  for (Control* assertion : assertions) {
    Control* behind = program.control(ControlKind::Expect, assertion->location);
    *behind = *assertion;
    assertion->list = cell;
    assertion->number = static_cast<int>(std::ranges::find(assertions, assertion) - assertions.begin()) + 1;
    const ir::Expr* number = arena.integer(assertion->number, ir::Scalar::Long);
    behind->condition = arena.binary(ir::BinaryOp::Ne, arena.reference(read->symbol), number, ir::Scalar::Bool);
    around.push_back(behind);
  }
}

// A kernel ends where an expectation fails; the host asks again after it and ends the run.
void expect_behind(mapped::Program& program, const Sequence& body, Sequence& around) {
  for (const Control* control : body) {
    if (control->kind == ControlKind::Expect && control->value) {
      Control* again = program.control(ControlKind::Expect, control->location);
      *again = *control;
      around.push_back(again);
    }
    expect_behind(program, control->body, around);
    expect_behind(program, control->other, around);
  }
}

// The stages share one kernel, and so the number of threads a block.
void one_block_size(const Sequence& body) {
  int block = 0;
  each_stage(body, [&](mapped::Stage& stage) {
    if (stage.source.kind != mapped::SourceKind::Once) block = std::max(block, stage.block);
  });
  each_stage(body, [&](mapped::Stage& stage) { stage.block = block; });
}

bool names(const Sequence& controls, const Control* but, const ir::Symbol* symbol) {
  return std::ranges::any_of(controls, [&](const Control* control) {
    if (control == but) return false;
    const auto mentions = [&](const ir::Expr* e) { return e && ir::mentions(e, symbol); };
    return (control->symbol == symbol && control->kind != ControlKind::Let) || control->count == symbol ||
           mentions(control->value) || mentions(control->condition) ||
           (control->stage && mapped::effects_of(*control->stage).named.contains(symbol)) ||
           names(control->body, but, symbol) || names(control->other, but, symbol);
  });
}

// Variables that only the loop uses, such as the sums of earlier rounds, start in the kernel: taken from `around`.
Sequence take_own_variables(const mapped::Program& program, Sequence& around, const Control* loop) {
  std::set<const ir::Symbol*> assigned;
  declared_inside(loop->body, assigned);
  const auto is_own = [&](const Control* control) {
    return control->kind == ControlKind::Let && control->value->kind == ir::ExprKind::Integer &&
           control->symbol->id >= ir::first_made_id && assigned.contains(control->symbol) &&
           !names(program.body, loop, control->symbol);
  };
  Sequence own;
  std::ranges::copy_if(around, std::back_inserter(own), is_own);
  std::erase_if(around, is_own);
  return own;
}

// What the kernel computes in variables of its threads is lost at its end: a host scalar that is declared
// before the loop and assigned in it would keep its old value.
std::optional<Refusal> persistent(mapped::Program& program, Sequence& around, std::size_t place, const Choice&) {
  Control* loop = around[place];
  Sequence body = take_own_variables(program, around, loop);
  std::set<const ir::Symbol*> inside, before;
  declared_inside(loop->body, inside);
  declared_outside(program.body, loop, before);
  for (const ir::Symbol* symbol : inside)
    if (before.count(symbol))
      return not_yet("it assigns the variable `" + symbol->name +
                         "` of the host, which a kernel cannot reach; `loop=graph` gives it back",
                     loop->location);
  if (const Control* list = growing_list(loop->body))
    return meaningless("the worklist `" + list->symbol->name + "` of a loop in it asks the host for more room",
                       list->location);
  if (auto refusal = refuse_chosen_widths(loop->body)) return refusal;
  Control* resident = program.control(ControlKind::Resident, loop->location);
  body.push_back(loop);
  resident->body = std::move(body);
  resident->name = rounds_name(program);
  *std::ranges::find(around, loop) = resident;
  report_assertions(program, loop->body, around);
  expect_behind(program, loop->body, around);
  one_block_size(loop->body);
  resident->list = workspace_cell(program, "rounds_run");
  const mapped::Sequence clears = rotate_cleared(program, *resident);
  around.insert(std::ranges::find(around, resident), clears.begin(), clears.end());
  program.explanation.push_back("loop=persistent: one cooperative kernel runs all rounds, with grid-wide barriers");
  return std::nullopt;
}

}  // namespace

const Technique loop_host{
    .key = "loop",
    .form = "host",
    .source = "[N] §VII",
    .summary = "the host launches each stage and reads a flag back every round",
    .provides = {Capability::HostControl},
};

const Technique loop_persistent{
    .key = "loop",
    .form = "persistent",
    .source = "[N] §VII",
    .summary = "one resident kernel runs all rounds, with grid-wide barriers",
    .machines = gpu_only,
    .provides = {Capability::ResidentRounds},
    .rewrite_control = persistent,
};

}  // namespace maxwarp::mapping
