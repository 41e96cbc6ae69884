// All interleavings of one round of a parallel loop. An access is one step. Which of two comes first is tried out where
// it may matter: of an element that iterations which may run at once touch, and one of them changes.
//
// A load finds any value that the element has held since the round began, but none that is older than what its
// iteration, or one that ended before it began, has found or made there. So it may wait: later it finds all that it
// would have found before. It is made together with the next change by its iteration of an element that others touch,
// and it is those changes whose order is tried out.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "test/differential/explorer/state.h"

namespace maxwarp::explorer {

/// What may be spent on a run in all schedules, and what was noted on the way.
struct Limits {
  std::int64_t steps = 0;  // that are left
  bool single = false;     // one schedule is enough
  bool exhausted = false;  // they did not suffice
  bool truncated = false;  // some run went on for longer than is looked at
};

/// How a round may end.
struct Outcome {
  std::vector<std::pair<Key, ValueId>> values;  // of elements that have changed
  std::uint64_t activated = 0;
  StatusCode fault = StatusCode::Ok;
  std::vector<std::string> trace;
};

class Trace;

class Region {
 public:
  /// `trace`: or null, where nobody wants to see how outcomes come about.
  Region(Recorder& recorder, const Stmt& loop, Limits& limits, Trace* trace);
  ~Region();

  Paths& paths() { return paths_; }
  const Scope& scope() const { return scope_; }
  /// All outcomes of a round for these items, each once.
  std::vector<Outcome> run(const std::vector<Item>& items);

 private:
  // region.cpp: what there is to try
  void explore(State& state);
  void step(State state, int path);
  void find(const State& state, int path, std::size_t index);
  void cut(State state, int path);
  State start(const std::vector<Item>& items);
  std::vector<int> persistent(const State& state) const;
  bool depend(const State& state, int a, int b) const;
  bool may_cut(const State& state, int path) const;
  void finish(const State& state);

  // steps.cpp: what an access does
  const Access& current(State& state, int path);
  bool is_silent(const Access& access) const;
  void settle(State& state, int path);
  void silent(State& state, int path);
  void perform(State& state, int path, const Access& access);
  void update(State& state, int path, const Access& access);
  void count(State& state, int path, const Access& access);
  void put(State& state, int path, int element, ValueId value);
  void note_saturation(const Access& access, ValueId old, ValueId now);
  void answer(State& state, int path, Answer answer);
  void fork(State& state, int path);
  void over(State& state, int path);
  void release(State& state);
  void join(State& state, int path);
  std::vector<ValueId>& held(State& state, int element);
  ValueId initial(const State& state, int element);
  ValueId plain(int element, ValueId value) const;

  Recorder& recorder_;
  const Stmt& loop_;
  Limits& limits_;
  Trace* trace_;
  Scope scope_;
  Paths paths_;
  Elements elements_;
  Visited visited_;
  bool abandoned_ = false;
  std::map<std::vector<int>, Outcome> outcomes_;
};

}  // namespace maxwarp::explorer
