// Graph by graph, the small ones first, so that what is found is small.
#include "test/differential/explorer/explore.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

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

/// Rounding is open, but the sign of a zero is not.
bool is_near(double a, double b) {
  if (a == b) return std::signbit(a) == std::signbit(b);
  return (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

bool is_same(const Value& a, const Value& b) {
  return a.first.integer == b.first.integer && a.second.integer == b.second.integer &&
         is_near(a.first.real, b.first.real) && is_near(a.second.real, b.second.real);
}

bool is_same(const Ending& a, const Ending& b) {
  return a.fault == b.fault && std::ranges::equal(a.results, b.results, [](const auto& one, const auto& other) {
           return std::ranges::equal(one, other, [](const Value& x, const Value& y) { return is_same(x, y); });
         });
}

/// Two endings of the same choices that differ.
std::optional<std::pair<const Ending*, const Ending*>> difference(const std::vector<Ending>& endings) {
  std::map<std::uint64_t, const Ending*> first;
  for (const Ending& ending : endings) {
    const Ending& known = *first.try_emplace(ending.choices, &ending).first->second;
    if (!is_same(known, ending)) return std::pair{&known, &ending};
  }
  return std::nullopt;
}

bool has_latest(const checked::Expr& expr) { return expr.latest; }

/// Whether the program asks for values of which any will do, without a choice that could be written down.
bool asks_for_any(const checked::Program& program) {
  return std::ranges::any_of(program.expressions, has_latest) ||
         std::ranges::any_of(program.statements, [](const checked::Stmt& stmt) {
           return stmt.kind == checked::StmtKind::Reduce && stmt.reduction == checked::Reduction::Exchange;
         });
}

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
      : program_(program), algorithm_(*program.algorithms[0]), bounds_(bounds), numbers_(telling_numbers(program)) {
    has_rounds_ = std::ranges::any_of(
        program.statements, [](const checked::Stmt& stmt) { return stmt.kind == checked::StmtKind::Iterate; });
  }

  Verdict run() {
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
    if (!limits.exhausted && difference(endings)) {
      report(graph, call, limits.open);
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
  void report(const TinyGraph& graph, const Call& call, bool open) {
    verdict_.finding = open || asks_for_any(program_) ? Finding::Open : Finding::Two;
    Limits limits{.steps = bounds_.steps};
    Host host(algorithm_, call, bounds_.rounds, limits, true);
    const std::string arguments = host.arguments();
    const std::vector<Ending> endings = host.run_all();
    const auto found = difference(endings);
    verdict_.report = "  " + graph.text() + (arguments.empty() ? "" : "; " + arguments) + "\n";
    if (found) verdict_.report += schedule(algorithm_, *found->first) + schedule(algorithm_, *found->second);
  }

  Verdict finished() {
    if (verdict_.exhausted && verdict_.finding == Finding::One) verdict_.finding = Finding::Exhausted;
    return std::move(verdict_);
  }

  const checked::Program& program_;
  const Algorithm& algorithm_;
  const Bounds& bounds_;
  const std::vector<std::int64_t> numbers_;
  bool has_rounds_ = false;
  Verdict verdict_;
};

}  // namespace

Verdict explore(const checked::Program& program, const Bounds& bounds) { return Exploration(program, bounds).run(); }

}  // namespace maxwarp::explorer
