// A walk over the control of a resident kernel that keeps what has been touched since the last barrier.
#include "compiler/mapped/barriers.h"

#include <map>
#include <set>

#include "compiler/mapped/effects.h"

namespace maxwarp::mapped {
namespace {

/// How a storage was touched: whether written, and in which loop's operator alone, in one round; null: otherwise.
struct Touch {
  bool written = false;
  const Symbol* operator_of = nullptr;
};

/// Storages that were touched, by their names now.
using Touched = std::map<const Symbol*, Touch, ir::ById>;

void merge(Touched& into, const Touched& others) {
  for (const auto& [storage, touch] : others) {
    const auto [found, fresh] = into.emplace(storage, touch);
    if (fresh) continue;
    found->second.written |= touch.written;
    if (found->second.operator_of != touch.operator_of) found->second.operator_of = nullptr;
  }
}

/// What the operator touches and nothing else of the stage. That of other items may do so at the same time: the race
/// check has seen to the program's storages, and lists grow by atomics. Tallies belong to the threads of a stage.
std::set<const Symbol*> of_operator(const Program& program, const Stage& stage) {
  std::set<const Symbol*> own;
  if (!stage.operator_of) return own;
  for (const Symbol* symbol : operator_effects_of(stage).named) {
    const Storage* storage = program.storage(symbol);
    const bool shared = storage && (symbol->id < ir::first_made_id || storage->is_worklist() ||
                                    storage->kind == StorageKind::Marks || storage->kind == StorageKind::Bits);
    if (shared) own.insert(symbol);
  }
  for (const Batch& batch : stage.batches)
    own.insert(batch.links);  // a node has one link a round, as it is pushed once; or threads have places of their own
  own.erase(stage.source.list);  // complete before the stage begins
  return own;
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
    const std::set<const Symbol*> own = of_operator(program_, stage);
    for (const Symbol* symbol : effects.named)
      if (program_.storage(symbol))
        touched[symbol] = {effects.written.count(symbol) != 0, own.contains(symbol) ? stage.operator_of : nullptr};
    return touched;
  }

  Touched touched_by(const Control& control) const {
    switch (control.kind) {
      case ControlKind::Run: return stage(*control.stage);
      case ControlKind::Clear: return {{control.symbol, {true}}};
      case ControlKind::ReadBack: return {{control.list, {}}};
      default: return {};  // an Expect that fails writes its number, and ends the kernel
    }
  }

  // What is under way at the end; `before`: at the begin.
  Touched sequence(Sequence& controls, Touched before) {
    for (std::size_t i = 0; i < controls.size() && !conflict_; ++i) {
      Control& control = *controls[i];
      const Touched now = touched_by(control);
      for (const auto& [storage, touch] : now) {
        const auto found = before.find(storage);
        if (found == before.end() || !(touch.written || found->second.written) || conflict_) continue;
        if (touch.operator_of && touch.operator_of == found->second.operator_of) continue;
        conflict_ = Conflict{&controls, i, storage, found->second.written};
      }
      merge(before, now);
      before = is_loop(control) ? loop(controls, i, std::move(before)) : after(control, std::move(before));
    }
    return before;
  }

  static bool is_loop(const Control& control) {
    return control.kind == ControlKind::Rounds || control.kind == ControlKind::Repeat ||
           control.kind == ControlKind::While;
  }

  Touched after(Control& control, Touched before) {
    switch (control.kind) {
      case ControlKind::Barrier: return {};
      case ControlKind::Swap: return swapped(std::move(before), control.symbol, control.list);
      case ControlKind::SwapLength:  // the nodes stay, and are not told apart from their number
        merge(before, swapped(before, control.symbol, control.list));
        return before;
      case ControlKind::Break: merge(left_, before); return before;
      case ControlKind::If: {
        Touched other = sequence(control.other, before);
        merge(other, sequence(control.body, std::move(before)));
        return other;
      }
      default: return before;
    }
  }

  static Touched swapped(Touched before, const Symbol* a, const Symbol* b) {
    auto first = before.extract(a), second = before.extract(b);
    if (first) first.key() = b, before.insert(std::move(first));
    if (second) second.key() = a, before.insert(std::move(second));
    return before;
  }

  // What is under way when the loop begins waits in front of it, once; what is under way between its rounds, in it.
  Touched loop(Sequence& controls, std::size_t place, Touched before) {
    rounds(*controls[place], {});
    if (conflict_) return before;
    before = rounds(*controls[place], std::move(before));
    if (conflict_) conflict_->sequence = &controls, conflict_->place = place;
    return before;
  }

  // A round may follow each other one.
  Touched rounds(Control& control, Touched before) {
    const Touched outer = std::exchange(left_, {});
    for (std::size_t size = 0, written = 1; !conflict_ && (size != before.size() || written != writes(before));) {
      size = before.size(), written = writes(before);
      Touched round = sequence(control.body, before);
      if (!control.within_round)
        for (auto& [storage, touch] : round) touch.operator_of = nullptr;  // the next round waits for this one
      merge(before, round);
    }
    merge(before, left_);
    left_ = outer;
    return before;
  }

  static std::size_t writes(const Touched& touched) {
    std::size_t count = 0;
    for (const auto& [storage, touch] : touched) count += touch.written;
    return count;
  }

  const Program& program_;
  std::optional<Conflict> conflict_;
  Touched left_;  // under way where a `break` leaves the loop at hand
};

}  // namespace

std::optional<Conflict> first_conflict(const Program& program, Sequence& body) { return Walk(program).run(body); }

}  // namespace maxwarp::mapped
