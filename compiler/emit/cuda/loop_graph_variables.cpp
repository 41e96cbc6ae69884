// What the device keeps of the control of a LaunchGraph: the variables and storages that become members of a struct.
#include <algorithm>

#include "compiler/emit/cuda/loop_graph.h"

namespace maxwarp::emit {

using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;

void LoopGraphPrinter::variable(const ir::Symbol* symbol) {
  if (!values_.insert(symbol).second) return;
  const std::string own = field_names_.of(symbol);
  names_.bind(symbol, "variables->" + own);
  variables_.emplace_back(symbol, own);
}

void LoopGraphPrinter::collect_variables(const Sequence& controls) {
  for (const Control* control : controls) {
    if (control->kind == ControlKind::Swap)
      for (const ir::Symbol* symbol : {control->symbol, control->list}) {
        if (pointers_.count(symbol)) continue;
        const std::string own = field_names_.of(symbol);
        pointers_[symbol] = "variables->" + own;
        variables_.emplace_back(symbol, own);
      }
    if (is_loop(*control) && counts_rounds(*control)) variable(control->round);
    if (control->count) variable(control->count);
    if (control->kind == ControlKind::Let) lets_.insert(control->symbol);
    if (control->kind == ControlKind::Let || control->kind == ControlKind::ReadBack) variable(control->symbol);
    collect_variables(control->body);
    collect_variables(control->other);
  }
}

bool LoopGraphPrinter::counts_rounds(const Control& loop) const {
  if (!loop.round) return false;
  const bool bounded = loop.limited || (loop.kind == ControlKind::Repeat && loop.value);
  return bounded || names_round(loop.body, loop.round) || ir::mentions(loop.condition, loop.round);
}

// Scalars of the host that the loop reads are variables, too: no arguments, so that the graph serves all values.
void LoopGraphPrinter::collect_scalars(const Sequence& controls) {
  const auto use = [&](const ir::Symbol* symbol) {
    if (!program_.storage(symbol)) variable(symbol);
  };
  const auto use_all = [&](const ir::Expr* expr) {
    ir::walk(expr, [&](const ir::Expr* e) {
      if (e->kind == ir::ExprKind::Reference) use(e->symbol);
    });
  };
  for (const Control* control : controls) {
    use_all(control->value);
    use_all(control->condition);
    if (control->limited && (limit_.empty() || !control->few_rounds)) limit_ = round_limit(*control);
    limited_.add(*control);
    if (control->limited) own_field("std::int64_t max_rounds{};");
    if (control->stage)
      for (const ir::Symbol* symbol : interface_of(program_, *control->stage).scalars) use(symbol);
    collect_scalars(control->body);
    collect_scalars(control->other);
  }
}

}  // namespace maxwarp::emit
