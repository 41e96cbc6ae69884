// A walk over the control of a resident kernel that keeps what has been touched since the last barrier.
#include "compiler/mapped/barriers.h"

#include <map>

#include "compiler/mapped/effects.h"

namespace maxwarp::mapped {
namespace {

/// Storages that were touched, by their names now, and whether they were written.
using Touched = std::map<const Symbol*, bool, ir::ById>;

void merge(Touched& into, const Touched& others) {
  for (const auto& [storage, written] : others) into[storage] = into[storage] || written;
}

class Walk {
 public:
  explicit Walk(const Program& program) : program_(program) {}

  std::optional<Conflict> run(Sequence& body) {
    sequence(body, {});
    return conflict_;
  }

 private:
  Touched stage(const Stage& stage) const {
    const Effects effects = effects_of(stage);
    Touched touched;
    for (const Symbol* symbol : effects.named)
      if (program_.storage(symbol)) touched[symbol] = effects.written.count(symbol) != 0;
    return touched;
  }

  Touched touched_by(const Control& control) const {
    switch (control.kind) {
      case ControlKind::Run: return stage(*control.stage);
      case ControlKind::Clear: return {{control.symbol, true}};
      case ControlKind::ReadBack: return {{control.list, false}};
      default: return {};  // an Expect that fails writes its number, and ends the kernel
    }
  }

  // What is under way at the end; `before`: at the begin.
  Touched sequence(Sequence& controls, Touched before) {
    for (std::size_t i = 0; i < controls.size() && !conflict_; ++i) {
      Control& control = *controls[i];
      const Touched now = touched_by(control);
      for (const auto& [storage, written] : now) {
        const auto found = before.find(storage);
        if (found == before.end() || !(written || found->second) || conflict_) continue;
        conflict_ = Conflict{&controls, i, storage, found->second};
      }
      merge(before, now);
      before = after(control, std::move(before));
    }
    return before;
  }

  Touched after(Control& control, Touched before) {
    switch (control.kind) {
      case ControlKind::Barrier: return {};
      case ControlKind::Swap: return swapped(std::move(before), control.symbol, control.list);
      case ControlKind::SwapLength: {
        Touched other = swapped(before, control.symbol, control.list);  // its nodes stay, and are not told apart
        merge(before, other);
        return before;
      }
      case ControlKind::Break: merge(left_, before); return before;
      case ControlKind::If: {
        Touched other = sequence(control.other, before);
        merge(other, sequence(control.body, std::move(before)));
        return other;
      }
      case ControlKind::Rounds:
      case ControlKind::Repeat:
      case ControlKind::While: return loop(control, std::move(before));
      default: return before;
    }
  }

  static Touched swapped(Touched before, const Symbol* a, const Symbol* b) {
    auto first = before.extract(a), second = before.extract(b);
    if (first) first.key() = b, before.insert(std::move(first));
    if (second) second.key() = a, before.insert(std::move(second));
    return before;
  }

  // A round may follow each other one.
  Touched loop(Control& control, Touched before) {
    const Touched outer = std::exchange(left_, {});
    for (std::size_t size = 0, written = 1; !conflict_ && (size != before.size() || written != writes(before));) {
      size = before.size(), written = writes(before);
      merge(before, sequence(control.body, before));
    }
    merge(before, left_);
    left_ = outer;
    return before;
  }

  static std::size_t writes(const Touched& touched) {
    std::size_t count = 0;
    for (const auto& [storage, written] : touched) count += written;
    return count;
  }

  const Program& program_;
  std::optional<Conflict> conflict_;
  Touched left_;  // under way where a `break` leaves the loop at hand
};

}  // namespace

std::optional<Conflict> first_conflict(const Program& program, Sequence& body) { return Walk(program).run(body); }

}  // namespace maxwarp::mapped
