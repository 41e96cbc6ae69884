// What each round of a resident kernel begins with as 0, the length of a list or a cell, rotates: while one is in use,
// the one of the next round is cleared. So neither the clear nor what was read before it needs a barrier of its own.
#include <algorithm>

#include "compiler/mapped/effects.h"
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using ir::Symbol;
using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;
using mapped::StorageKind;

// Whether the control, or one in it, is of the kind that is asked for.
template <typename Asked>
bool any(const Control& control, const Asked& asked) {
  const auto inside = [&](const Control* one) { return any(*one, asked); };
  return asked(control) || std::ranges::any_of(control.body, inside) || std::ranges::any_of(control.other, inside);
}

bool names(const Control& control, const Symbol* storage) {
  return any(control, [&](const Control& one) {
    return one.symbol == storage || one.list == storage ||
           (one.stage && mapped::effects_of(*one.stage).named.contains(storage));
  });
}

bool clears(const Control& control, const Symbol* storage) {
  return any(control, [&](const Control& one) { return one.kind == ControlKind::Clear && one.symbol == storage; });
}

// The type of a list's length; of a cell its own. Nothing else rotates.
std::optional<ir::Scalar> counted_in(const mapped::Storage& storage) {
  switch (storage.kind) {
    case StorageKind::Pieces:
    case StorageKind::Worklist: return ir::Scalar::Int;
    case StorageKind::EdgeList: return ir::Scalar::Long;
    case StorageKind::Cell: return storage.symbol->type.scalar;
    default: return std::nullopt;
  }
}

class Rotation {
 public:
  explicit Rotation(mapped::Program& program) : program_(program) {}

  // The clears that have to come before the loop.
  Sequence loop(Control& rounds) {
    Sequence before;
    const Sequence round = rounds.body;
    for (std::size_t i = 0; i < round.size(); ++i)
      if (round[i]->kind == ControlKind::Clear && begins_round(round, i)) {
        before.push_back(make(ControlKind::Clear, round[i]->symbol, nullptr, *round[i]));
        rotate(*round[i], round, rounds.body);
      }
    return before;
  }

 private:
  // The round has not named the storage before, and clears it once.
  bool begins_round(const Sequence& round, std::size_t place) const {
    const Symbol* storage = round[place]->symbol;
    if (!counted_in(*program_.storage(storage))) return false;
    for (std::size_t i = 0; i < round.size(); ++i)
      if ((i < place && names(*round[i], storage)) || (i != place && clears(*round[i], storage))) return false;
    return true;
  }

  // The clear becomes that of a spare, which takes its turn when the round is over. What the last control of a round
  // reads, some block may still read when another one begins the next round: it rests for a round before it is cleared.
  void rotate(Control& clear, const Sequence& round, Sequence& body) {
    const Symbol* storage = clear.symbol;
    const bool list = program_.storage(storage)->kind != StorageKind::Cell;
    const Symbol* spare = cell(storage, list ? "_length" : "_next");
    const bool read = std::ranges::any_of(
        round, [&](const Control* one) { return one->kind == ControlKind::ReadBack && one->list == storage; });
    clear.symbol = spare;
    body.push_back(make(list ? ControlKind::SwapLength : ControlKind::Swap, storage, spare, clear));
    if (read) body.push_back(make(ControlKind::Swap, spare, cell(storage, "_last"), clear));
  }

  const Symbol* cell(const Symbol* storage, const char* suffix) {
    ir::Type type;
    type.scalar = *counted_in(*program_.storage(storage));
    const Symbol* cell = program_.arena->symbol(storage->name + suffix, type);
    program_.add({StorageKind::Cell, mapped::StorageOwner::Workspace, cell});
    return cell;
  }

  Control* make(ControlKind kind, const Symbol* symbol, const Symbol* list, const Control& place) {
    Control* control = program_.control(kind, place.location);
    control->symbol = symbol;
    control->list = list;
    return control;
  }

  mapped::Program& program_;
};

void rotate(mapped::Program& program, Sequence& controls, Sequence* before) {
  for (std::size_t i = 0; i < controls.size(); ++i) {
    Control* control = controls[i];
    rotate(program, control->body, nullptr);
    rotate(program, control->other, nullptr);
    if (control->kind != ControlKind::Rounds) continue;
    const Sequence clears = Rotation(program).loop(*control);
    if (before) {
      append(*before, clears);
    } else {
      controls.insert(controls.begin() + static_cast<std::ptrdiff_t>(i), clears.begin(), clears.end());
      i += clears.size();
    }
  }
}

}  // namespace

Sequence rotate_cleared(mapped::Program& program, Control& resident) {
  Sequence before;
  rotate(program, resident.body, &before);
  return before;
}

}  // namespace maxwarp::mapping
