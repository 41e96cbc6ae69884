// Walks over control.
#include "compiler/analysis/surroundings.h"

#include <algorithm>

namespace maxwarp::analysis {

using ir::Stmt;
using ir::Symbol;
using parallel::Control;

void changed_by(const Control& control, std::set<const Symbol*>& changed) {
  const auto add = [&](const Symbol* symbol) { changed.insert(symbol); };
  if (control.symbol) add(control.symbol);
  if (control.target) add(control.target->symbol);
  ir::walk(control.region.body, [&](const Stmt* stmt) {
    if (stmt->target) add(stmt->target->symbol);
  });
  for (const parallel::Sequence* inner : {&control.body, &control.other})
    for (const Control* one : *inner) changed_by(*one, changed);
}

const parallel::Sequence* sequence_around(const parallel::Sequence& sequence, const Control* loop) {
  if (std::ranges::find(sequence, loop) != sequence.end()) return &sequence;
  for (const Control* control : sequence)
    for (const parallel::Sequence* inner : {&control->body, &control->other})
      if (const parallel::Sequence* found = sequence_around(*inner, loop)) return found;
  return nullptr;
}

}  // namespace maxwarp::analysis
