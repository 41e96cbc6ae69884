// What comes right before the rounds of a resident kernel moves into it: initial values, cleared bits, the first nodes
// and their number. A barrier takes less than a launch, and the host waits once. BFS of kron22 makes 13 launches and
// two waits without it, and one of each with it; figures in bench/results/2026-11-27-prologue-h200.md.
#include <algorithm>
#include <ranges>

#include "compiler/mapped/barriers.h"
#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"

namespace maxwarp::mapping {
namespace {

using mapped::Control;
using mapped::ControlKind;
using mapped::Sequence;
using mapped::SourceKind;

// Heavier stages keep kernels of their own, with a launch and registers that suit them.
bool is_brief(const mapped::Stage& stage) {
  const SourceKind kind = stage.source.kind;
  const bool counted = kind == SourceKind::Once || kind == SourceKind::Grid || kind == SourceKind::Nodes ||
                       kind == SourceKind::Range;
  return counted && is_light(stage) && !stage.work_counter && !stage.donation && !stage.unready;
}

bool may_move(const Control& control, const Control& resident) {
  switch (control.kind) {
    case ControlKind::Run: return is_brief(*control.stage);
    case ControlKind::Clear:
    case ControlKind::Swap: return true;
    case ControlKind::ReadBack:
      return std::ranges::find(resident.body, control.symbol, &Control::count) != resident.body.end();
    default: return false;
  }
}

bool collide(const mapped::Program& program, Control* earlier, Control* later) {
  Sequence both{earlier, later};
  return mapped::first_conflict(program, both).has_value();
}

// Stages and clears by the wave between two barriers in which they may begin at the earliest, then the rest.
class Waves {
 public:
  explicit Waves(const mapped::Program& program) : program_(program) {}

  void add(Control* control) {
    const bool moves = control->kind == ControlKind::Clear || (control->kind == ControlKind::Run && rest_.empty());
    if (!moves || !before_rest(*control)) return rest_.push_back(control);
    int wave = 0;
    for (std::size_t i = 0; i < sorted_.size(); ++i)
      if (waves_[i] >= wave && collide(program_, sorted_[i], control)) wave = waves_[i] + 1;
    const auto place = std::ranges::upper_bound(waves_, wave) - waves_.begin();
    waves_.insert(waves_.begin() + place, wave);
    sorted_.insert(sorted_.begin() + place, control);
  }

  Sequence all() const {
    Sequence all = sorted_;
    append(all, rest_);
    return all;
  }

 private:
  // A clear gets the name that its storage has before the exchanges in between.
  bool before_rest(Control& control) {
    const ir::Symbol* symbol = control.symbol;
    for (const Control* other : rest_ | std::views::reverse) {
      if (other->kind == ControlKind::ReadBack && other->list != symbol) continue;
      if (other->kind != ControlKind::Swap) return false;
      symbol = symbol == other->symbol ? other->list : symbol == other->list ? other->symbol : symbol;
    }
    control.symbol = symbol;
    return true;
  }

  const mapped::Program& program_;
  Sequence sorted_, rest_;
  std::vector<int> waves_;  // of sorted_
};

}  // namespace

// Few blocks are meant for few nodes.
bool may_take_in(const Control& kernel) {
  return kernel.kind == ControlKind::Resident && !mapped::waits_in_hardware(kernel.team) && kernel.launch.blocks == 0;
}

void take_in_prologue(const mapped::Program& program, Sequence& around) {
  const auto last = std::find_if(around.rbegin(), around.rend(),
                                 [](const Control* control) { return control->kind == ControlKind::Resident; });
  if (last == around.rend()) return;
  Control& kernel = **last;
  if (!may_take_in(kernel)) return;
  const auto end = std::prev(last.base());
  auto begin = end;
  while (begin != around.begin() && may_move(**std::prev(begin), kernel)) --begin;
  begin = std::find_if(begin, end,
                       [](const Control* control) { return control->stage; });  // else there is no launch less
  Waves waves(program);
  for (auto control = begin; control != end; ++control) waves.add(*control);
  const Sequence prologue = waves.all();
  kernel.body.insert(kernel.body.begin(), prologue.begin(), prologue.end());
  around.erase(begin, end);
}

}  // namespace maxwarp::mapping
