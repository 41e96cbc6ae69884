// closure=none|union, sample=K: an `iterate` that copies values along edges until nothing changes, without rounds. What
// each node ends with is the reduction over its component of the graph (C, analysis/copying.h), so the components are
// found by joining trees (Afforest: Sutton, Ben-Nun and Barak, "Optimizing Parallel Graph Connectivity Computation via
// Subgraph Sampling", IPDPS 2018), and their roots carry the reduction.
//
// It is another lowering of the loop (parallel/joining.h), of the library's text. So its regions get the other options
// as those of any program do, and options of rounds find no loop.
//
// Legal: `foreach adjacent w of v { if x[w] min= x[v] { activate w } }` from all nodes. Illegal: the same with
// `x[v] + 1`, of which the least is not that of the component.
#include "compiler/mapping/closure.h"

#include <fmt/format.h>

#include <algorithm>

#include "compiler/analysis/copying.h"
#include "compiler/mapping/choose.h"

namespace maxwarp::mapping {
namespace {

std::optional<Refusal> refuse(const LoopPlan& plan) {
  const analysis::Fact& fact = plan.facts.copies;
  if (fact) return std::nullopt;
  return fact.empty ? meaningless(fact.why, fact.place) : wrong(fact.why, fact.place);
}

}  // namespace

const Technique closure_none{
    .key = "closure",
    .form = "none",
    .source = "[N] Fig. 1",
    .summary = "rounds over the active nodes",
};

const Technique closure_union{
    .key = "closure",
    .form = "union",
    .source = "Afforest: Sutton et al. 2018",
    .summary = "values copied along edges: joins the components as trees and reduces over each, without rounds",
    .provides = {Capability::JoinedTrees},
    .joins = true,
    .refuse = refuse,
};

const Technique sample_edges{
    .key = "sample",
    .form = "K",
    .source = "Afforest: Sutton et al. 2018",
    .summary = "joins K edges of each node first, then all edges of nodes outside of the giant tree; 0: all at once",
    .trials = {"2", "0", "1", "4"},
    .probes = {"1", "0"},
    .needs = {Capability::JoinedTrees},
    .parse = parse_number<0, 1024>,
    .expected = "a number of edges from 0 to 1024",
};

namespace {

class Unions {
 public:
  Unions(const parallel::Program& program, const MappingText& text, Machine machine, Findings& findings)
      : program_(program), text_(text), machine_(machine), findings_(findings) {}

  /// Whether all of the sequence may be as it is asked for.
  bool find(const parallel::Sequence& sequence) {
    return std::ranges::all_of(sequence, [&](const parallel::Control* control) {
      return (!control->loop || look(*control)) && find(control->body) && find(control->other);
    });
  }

  parallel::Joinings found;

 private:
  bool look(const parallel::Control& rounds) {
    const auto chosen = choices_of(rounds);
    if (!chosen) return false;
    const Choice& closure = chosen->choices.at("closure");
    if (!closure.technique->joins) return true;
    const analysis::Facts facts = analysis::facts_of(program_, rounds);
    mapped::Program none;
    const LoopPlan plan{none, *program_.arena, rounds.region, &rounds, facts, chosen->choices};
    if (const auto refusal = closure.technique->refuse(plan); refusal && findings_.counts(*refusal)) {
      findings_.refuse(closure, *refusal, rounds.region.location);
      return false;
    }
    const analysis::Copying copying = analysis::copying(program_, rounds);
    const int sample = static_cast<int>(chosen->choices.at("sample").number());
    found[rounds.loop] = {copying.property, copying.reduction, copying.own, sample};
    return true;
  }

  // Of the axes that decide which loops there are. What is said of them, beside errors, is said when they are mapped.
  std::optional<Chosen> choices_of(const parallel::Control& rounds) {
    parallel::Control alone = rounds;
    alone.kind = parallel::ControlKind::Union;
    Diagnostics unheard(*program_.algorithm->sources);
    Findings silent(unheard, FactCheck::On);
    auto chosen = choose(alone, text_, machine_, silent);
    return chosen ? chosen : choose(alone, text_, machine_, findings_);
  }

  const parallel::Program& program_;
  const MappingText& text_;
  Machine machine_;
  Findings& findings_;
};

}  // namespace

std::optional<parallel::Joinings> find_unions(const parallel::Program& program, const MappingText& mapping,
                                              Machine machine, Findings& findings) {
  Unions unions(program, mapping, machine, findings);
  return unions.find(program.body) ? std::optional(unions.found) : std::nullopt;
}

std::string explain_union(const Choices& choices) {
  const Choice& sample = choices.at("sample");
  const std::string order = sample.number() == 0
                                ? "along all edges at once"
                                : fmt::format(
                                      "along {} edge{} of each node, then along those outside of the giant tree",
                                      sample.text, sample.number() == 1 ? "" : "s");
  return "closure=union, sample=" + sample.text + ": trees are joined " + order + "; their roots carry the result";
}

}  // namespace maxwarp::mapping
