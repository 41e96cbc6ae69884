// Graph by graph, the small ones first, so that what is found is small.
#include "test/differential/explorer/explore.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "dsl/check/choices.h"
#include "test/differential/explorer/arguments.h"
#include "test/differential/explorer/host.h"

namespace maxwarp::explorer {

using checked::Algorithm;
using checked::Scalar;
using interpreter::Value;

namespace {

bool fits(const Algorithm& algorithm, const TinyGraph& graph) {
  const checked::Requirements& needs = algorithm.requirements;
  return (!needs.symmetric || graph.is_symmetric()) && (!needs.simple || graph.is_simple()) &&
         (!needs.tree || graph.is_tree());
}

bool is_equal(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || (a == b && std::signbit(a) == std::signbit(b));
}

/// Rounding is open, but the sign of a zero is not.
bool is_near(double a, double b) {
  return is_equal(a, b) || (a != b && std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)));
}

/// Which results schedules have to agree on, as the checker lists the named choices.
class Comparison {
 public:
  explicit Comparison(const Algorithm& algorithm) {
    const std::set<const checked::Symbol*> open = checked::open_values(algorithm);
    for (const checked::Symbol* result : algorithm.results) kinds_.push_back(open.contains(result) ? Open : Fixed);
    for (const checked::Choice& choice : checked::choices_of(algorithm)) {
      has_choices_ |= choice.kind != checked::ChoiceKind::Before;
      if (choice.kind == checked::ChoiceKind::Rounding)
        for (const checked::Symbol* result : choice.results) soften(algorithm, result);
    }
  }

  bool is_void() const { return std::ranges::count(kinds_, Open) == std::ssize(kinds_); }

  /// Two endings that differ where they must not.
  std::optional<std::pair<const Ending*, const Ending*>> difference(const std::vector<Ending>& endings) const {
    const Ending* first = nullptr;
    for (const Ending& ending : endings) {
      if (has_choices_ && ending.fault != StatusCode::Ok) continue;  // what an error depends on may be open
      if (!first) first = &ending;
      if (!is_same(*first, ending)) return std::pair{first, &ending};
    }
    return std::nullopt;
  }

 private:
  enum Kind : std::uint8_t { Fixed, Rounded, Open };

  void soften(const Algorithm& algorithm, const checked::Symbol* result) {
    const auto at = static_cast<std::size_t>(std::ranges::find(algorithm.results, result) - algorithm.results.begin());
    if (kinds_[at] == Fixed) kinds_[at] = Rounded;
  }

  bool is_same(const Ending& a, const Ending& b) const {
    if (a.fault != b.fault) return false;
    for (std::size_t i = 0; i < a.results.size(); ++i)
      if (!std::ranges::equal(a.results[i], b.results[i],
                              [&](const Value& x, const Value& y) { return is_same(kinds_[i], x, y); }))
        return false;
    return true;
  }

  static bool is_same(Kind kind, const Value& a, const Value& b) {
    if (kind == Open) return true;
    const auto same = kind == Rounded ? is_near : is_equal;
    return a.first.integer == b.first.integer && a.second.integer == b.second.integer &&
           same(a.first.real, b.first.real) && same(a.second.real, b.second.real);
  }

  std::vector<Kind> kinds_;  // of the results
  bool has_choices_ = false;
};

std::string results(const Algorithm& algorithm, const Ending& ending) {
  if (ending.fault != StatusCode::Ok) return "  an error of the program\n";
  std::string text;
  for (std::size_t i = 0; i < ending.results.size(); ++i) {
    text += "  " + algorithm.results[i]->name + " =";
    for (const Value& value : ending.results[i]) text += " " + text_of(algorithm.results[i]->type.scalar, value);
    text += "\n";
  }
  return text;
}

std::string schedule(const Algorithm& algorithm, const Ending& ending) {
  std::string text = results(algorithm, ending);
  for (const std::string& line : ending.trace) text += "    " + line + "\n";
  return text;
}

class Exploration {
 public:
  Exploration(const checked::Program& program, const Bounds& bounds)
      : algorithm_(*program.algorithms[0]),
        comparison_(algorithm_),
        bounds_(bounds),
        numbers_(telling_numbers(program)) {
    has_rounds_ = std::ranges::any_of(
        program.statements, [](const checked::Stmt& stmt) { return stmt.kind == checked::StmtKind::Iterate; });
  }

  Verdict run() {
    if (comparison_.is_void()) {
      verdict_.finding = Finding::Open;
      return finished();
    }
    for (const TinyGraph& graph : tiny_graphs(bounds_.nodes, bounds_.edges, algorithm_.requirements.symmetric)) {
      if (!fits(algorithm_, graph)) continue;
      for (std::uint64_t draw = 0; draw < bounds_.draws; ++draw)
        if (!try_on(graph.renumbered(draw), draw)) return finished();
    }
    return finished();
  }

 private:
  /// Whether to go on.
  bool try_on(const TinyGraph& graph, std::uint64_t draw) {
    const std::uint64_t seed = (bounds_.seed * 1'000'003 + static_cast<std::uint64_t>(verdict_.runs)) * 64 + draw;
    const std::optional<Arguments> arguments = Arguments::draw(algorithm_, graph, numbers_, seed);
    if (!arguments) return true;
    Call call;
    call.graph = graph.view();
    call.arguments = arguments->all();
    ++verdict_.runs;
    if (has_rounds_ && goes_on(call)) return true;
    const std::int64_t steps = std::min(bounds_.steps, bounds_.all_steps - verdict_.steps);
    Limits limits{.steps = steps};
    const std::vector<Ending> endings = Host(algorithm_, call, bounds_.rounds, limits, false).run_all();
    verdict_.steps += steps - limits.steps;
    verdict_.truncated += limits.truncated;
    verdict_.exhausted += limits.exhausted;
    if (!limits.exhausted && comparison_.difference(endings)) {
      report(graph, call);
      return false;
    }
    return verdict_.steps < bounds_.all_steps;
  }

  /// Whether one schedule, whichever, goes on for longer than is looked at.
  bool goes_on(const Call& call) {
    Limits limits{.steps = bounds_.steps, .single = true};
    Host(algorithm_, call, bounds_.rounds, limits, false).run_all();
    verdict_.truncated += limits.truncated;
    return limits.truncated;
  }

  /// The same once more, with the schedules written down.
  void report(const TinyGraph& graph, const Call& call) {
    verdict_.finding = Finding::Two;
    Limits limits{.steps = bounds_.steps};
    Host host(algorithm_, call, bounds_.rounds, limits, true);
    const std::string arguments = host.arguments();
    const std::vector<Ending> endings = host.run_all();
    const auto found = comparison_.difference(endings);
    verdict_.report = "  " + graph.text() + (arguments.empty() ? "" : "; " + arguments) + "\n";
    if (found) verdict_.report += schedule(algorithm_, *found->first) + schedule(algorithm_, *found->second);
  }

  Verdict finished() {
    if (verdict_.exhausted && verdict_.finding == Finding::One) verdict_.finding = Finding::Exhausted;
    return std::move(verdict_);
  }

  const Algorithm& algorithm_;
  const Comparison comparison_;
  const Bounds& bounds_;
  const std::vector<std::int64_t> numbers_;
  bool has_rounds_ = false;
  Verdict verdict_;
};

}  // namespace

Verdict explore(const checked::Program& program, const Bounds& bounds) { return Exploration(program, bounds).run(); }

}  // namespace maxwarp::explorer
