// The kernel of loop=persistent: what it takes, and its control.
#include "compiler/emit/cuda/resident.h"

#include <fmt/format.h>

#include "compiler/emit/cuda/host.h"
#include "compiler/emit/words.h"

namespace maxwarp::emit {

using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;
using mapped::StorageKind;

ResidentPrinter::ResidentPrinter(const mapped::Program& program, const ProgramNames& names, const Control& resident,
                                 bool lines)
    : HostPrinter(program, names, {"barrier", "rounds_run"}), resident_(resident), lines_(lines) {
  std::set<const ir::Symbol*> assigned;
  for (const ir::Symbol* symbol : {resident.symbol, resident.list}) {
    if (!symbol) continue;
    use_storage(symbol);
    written_.insert(symbol);
  }
  collect(resident.body, assigned);
  // The loop enters with what the host has read: `count` keeps its value, it is a parameter.
  declared_ = {};
  for (const ir::Symbol* symbol : scalars_) declared_.insert(symbol);
}

void ResidentPrinter::use_storage(const ir::Symbol* symbol) {
  if (used_.insert(symbol).second) storages_.push_back(symbol);
}

void ResidentPrinter::use_scalar(const ir::Symbol* symbol) {
  if (used_scalars_.insert(symbol).second) scalars_.push_back(symbol);
}

// Scalars that are used before the loop has assigned them come from the host.
void ResidentPrinter::collect(const Sequence& controls, std::set<const ir::Symbol*>& assigned) {
  const auto name_all = [&](const ir::Expr* expr) {
    ir::walk(expr, [&](const ir::Expr* e) {
      if (e->kind == ir::ExprKind::Reference && !program_.storage(e->symbol) && !assigned.count(e->symbol))
        use_scalar(e->symbol);
    });
  };
  for (const Control* control : controls) {
    if (control->limited && (limit_.empty() || !control->few_rounds)) limit_ = round_limit(*control);
    limited_.add(*control);
    if (control->round) assigned.insert(control->round);
    if (control->count && !assigned.count(control->count)) use_scalar(control->count);
    name_all(control->value);
    if (control->stage) {
      const Interface interface = interface_of(program_, *control->stage);
      for (const auto& [storage, written] : interface.storages) {
        use_storage(storage->symbol);
        if (written) written_.insert(storage->symbol);
      }
      for (const ir::Symbol* symbol : interface.scalars)
        if (!assigned.count(symbol)) use_scalar(symbol);
    }
    const bool swaps = control->kind == ControlKind::Swap || control->kind == ControlKind::SwapLength;
    if (swaps || control->kind == ControlKind::Clear || control->kind == ControlKind::GrowAndRebuild) {
      use_storage(control->symbol);
      written_.insert(control->symbol);
    }
    if (control->list) use_storage(control->list);
    if (control->kind == ControlKind::Expect && control->list) written_.insert(control->list);
    if (swaps) written_.insert(control->list);
    if (control->kind == ControlKind::Let || control->kind == ControlKind::ReadBack) assigned.insert(control->symbol);
    collect(control->body, assigned);
    collect(control->other, assigned);
    name_all(control->condition);
  }
}

// A cell and the variable that holds what was read from it have one symbol; the pointer has its own name.
std::string ResidentPrinter::storage_name(const ir::Symbol* symbol) {
  std::string& pointer = pointer_names_[symbol];
  if (pointer.empty())
    pointer = program_.storage(symbol)->kind == StorageKind::Cell ? names_.fresh(symbol->name + "_cell") : name(symbol);
  return pointer;
}

std::string ResidentPrinter::kernel() {
  line("{");
  if (resident_.symbol) {
    const bool few = resident_.team == mapped::ResidentTeam::FewBlocks;
    line(fmt::format("{} barrier{{{}}};", few ? "FewBlocksBarrier" : "const GridBarrier",
                     storage_name(resident_.symbol)));
  }
  line("std::int64_t rounds_run = 0;");
  sequence(resident_.body);
  write_rounds();
  line("}");
  // It is launched with the graph, even if it runs over arrays alone.
  const std::string view = view_type(program_.index);
  std::vector<std::string> parameters{view + (words_of(text_).contains("graph") ? " graph" : "")};
  for (const ir::Symbol* symbol : storages_) {
    const mapped::Storage* storage = program_.storage(symbol);
    const std::string list = list_type(*storage, program_.index);
    const std::string type = !list.empty() ? list + " "
                             : symbol->type.is_set
                                 ? "NodeSet "
                                 : (written_.count(symbol) ? "" : "const ") + memory_type(*storage) + " *";
    parameters.push_back(type + storage_name(symbol));
  }
  for (const ir::Symbol* symbol : scalars_) parameters.push_back(value_type(symbol->type.scalar) + " " + name(symbol));
  if (!limit_.empty()) parameters.push_back("std::int64_t max_rounds");
  const char* team = resident_.team == mapped::ResidentTeam::Block     ? "block"
                     : resident_.team == mapped::ResidentTeam::Cluster ? "cluster"
                                                                       : "resident kernel";
  return fmt::format("{}{}__global__ {}void {}({})\n{}",
                     line_comment(program_, resident_.location, std::string("all rounds in one ") + team),
                     template_head(program_), program_names_.policy().bounds(resident_.launch), resident_.name,
                     fmt::join(parameters, ", "), text_);
}

// All threads have read the same value, so they all leave; the host asks again, or for the number.
void ResidentPrinter::expect(const Control& control) {
  line(fmt::format("if ({}) {{", refuted(control.condition)));
  if (control.list) line(fmt::format("if (thread_index() == 0) *{} = {};", storage_name(control.list), control.number));
  write_rounds();
  line("return;\n}");
}

void ResidentPrinter::write_rounds() {
  line(fmt::format("if (thread_index() == 0) *{} = rounds_run;", storage_name(resident_.list)));
}

void ResidentPrinter::barrier(const Control& control) {
  const char* wait = resident_.team == mapped::ResidentTeam::Block     ? "__syncthreads()"
                     : resident_.team == mapped::ResidentTeam::Cluster ? "cluster_barrier()"
                                                                       : "barrier.wait()";
  line(fmt::format("{};  // {} {}", wait, storage_name(control.symbol), control.name));
}

void ResidentPrinter::run_stage(const mapped::Stage& stage) {
  const bool marked = lines_ && stage.location.valid();
  if (marked) line(line_directive(program_, stage.location));
  line(fmt::format("{}({});", stage_call(program_names_, stage), arguments(stage)));
  if (marked) line(line_of_generated_text);
}

void ResidentPrinter::clear(const ir::Symbol* storage) {
  const bool list = *list_type(*program_.storage(storage)) != 0;
  line(fmt::format("if (thread_index() == 0) *{} = 0;", storage_name(storage) + (list ? ".size" : "")));
}

std::string ResidentPrinter::read(const ir::Symbol* storage) {
  const bool list = program_.storage(storage)->is_worklist();
  return fmt::format("load_relaxed({})", storage_name(storage) + (list ? ".size" : ""));
}

void ResidentPrinter::round_begins(const Control& loop) {
  line("++rounds_run;");
  if (loop.limited)
    line(fmt::format("if ({} > max_rounds) {{\nif (thread_index() == 0) *{} = -1;\nreturn;\n}}", name(loop.round),
                     storage_name(resident_.list)));
}

}  // namespace maxwarp::emit
