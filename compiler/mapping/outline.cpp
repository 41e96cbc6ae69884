// The operator as a function of its own: where teams of several sizes call it, and where several stages of a loop have
// become the same statements (`granularity=decompose`: for few nodes and for many). Last of all slots, as every other
// one may change a stage. Where a technique made different statements of the operator (another team, another sink),
// each stage keeps its own.
#include <algorithm>

#include "compiler/mapping/build.h"
#include "compiler/mapping/lower.h"
#include "compiler/parallel/print.h"

namespace maxwarp::mapping {
namespace {

using ir::Symbol;
using mapped::Stage;
using mapped::TeamKind;

// A thread runs the statements alone, and needs nothing but the item, its edge, and what its threads collect.
bool may_share(const Stage& stage) {
  return stage.team.kind == TeamKind::Lane && stage.item && !stage.body.empty() && !stage.local && !stage.unready &&
         (stage.body.size() > 1 || !stage.body.front()->body.empty());  // a call of one statement is no shorter
}

// The symbols in the order of the text; what a stage collects stands under its place in the list.
std::vector<const Symbol*> symbols_of(const Stage& stage) {
  std::vector<const Symbol*> symbols;
  const auto add = [&](const Symbol* symbol) {
    const bool own = std::ranges::find(stage.batches, symbol, &mapped::Batch::batch) != stage.batches.end() ||
                     std::ranges::find(stage.accumulators, symbol, &mapped::Accumulator::partial) !=
                         stage.accumulators.end();
    if (symbol && !own) symbols.push_back(symbol);
  };
  for (const Symbol* symbol : {stage.item, stage.first, stage.end, stage.target}) add(symbol);
  ir::walk(stage.body, [&](const ir::Stmt* stmt) {
    add(stmt->symbol);
    add(stmt->storage);
  });
  ir::walk_expressions(stage.body, [&](const ir::Expr* expr) { add(expr->symbol); });
  return symbols;
}

bool collect_alike(const Stage& a, const Stage& b) {
  return std::ranges::equal(a.batches, b.batches,
                            [](const mapped::Batch& x, const mapped::Batch& y) {
                              return x.list == y.list && x.places == y.places && x.links == y.links &&
                                     x.shared == y.shared && x.slots == y.slots &&
                                     (x.into == nullptr) == (y.into == nullptr);
                            }) &&
         std::ranges::equal(a.accumulators, b.accumulators,
                            [](const mapped::Accumulator& x, const mapped::Accumulator& y) {
                              return x.cell == y.cell && x.reduction == y.reduction && x.wide == y.wide;
                            });
}

bool same_operator(const Stage& a, const Stage& b) {
  return collect_alike(a, b) && symbols_of(a) == symbols_of(b) && ir::print(a.body, 0) == ir::print(b.body, 0);
}

}  // namespace

void outline_operators(LoopPlan& plan) {
  std::vector<Stage*> stages = round_stages(plan);
  for (Stage* stage : stages)
    if (stage->team.kind == TeamKind::BySize) stage->outlined = stage;
  std::erase_if(stages, [](const Stage* stage) { return !may_share(*stage); });
  // The one that is named after the loop gives the function its name.
  if (const auto own = std::ranges::find(stages, plan.region.name, &Stage::name); own != stages.end())
    std::rotate(stages.begin(), own, own + 1);
  for (auto one = stages.begin(); one != stages.end(); ++one) {
    if ((*one)->outlined) continue;
    for (auto other = one + 1; other != stages.end(); ++other)
      if (same_operator(**one, **other)) (*one)->outlined = (*other)->outlined = *one;
  }
}

}  // namespace maxwarp::mapping
