// The mapping pipeline: one slot an axis, in this order, with the common steps between them.
#include "compiler/mapping/map.h"

#include <algorithm>
#include <set>

#include "compiler/mapping/build.h"
#include "compiler/mapping/choose.h"
#include "compiler/mapping/closure.h"
#include "compiler/mapping/diagnostics.h"
#include "compiler/mapping/lower.h"
#include "compiler/mapping/remarks.h"
#include "compiler/mapping/shared_memory.h"
#include "compiler/parallel/lower.h"

namespace maxwarp::mapping {
namespace {

using mapped::ControlKind;
using mapped::SourceKind;
using mapped::StageRole;
using mapped::StorageKind;
using mapped::StorageOwner;
using parallel::Control;
using ParallelKind = parallel::ControlKind;

class Mapping {
 public:
  Mapping(const parallel::Program& program, const MappingText& text, Machine machine, Instrument instrument,
          const StepCosts& costs, const Findings& findings)
      : source_(program),
        text_(text),
        machine_(machine),
        instrument_(instrument),
        costs_(costs),
        findings_(findings),
        result_(std::make_unique<mapped::Program>()) {}

  std::unique_ptr<mapped::Program> run() {
    result_->algorithm = source_.algorithm;
    result_->arena = source_.arena;
    result_->mapping = describe(text_, machine_);
    result_->on_cpu = machine_ == Machine::Cpu;
    result_->instrument = instrument_;
    std::vector<const Control*> loops;
    collect(source_.body, loops);
    if (!check_settings(loops, text_, machine_, findings_)) return nullptr;
    declare_storages();
    map_sequence(source_.body, result_->body, true);
    if (failed_) return nullptr;
    clear_sums(*result_);
    result_->body.insert(result_->body.begin(), result_->prepare.begin(), result_->prepare.end());
    read_cells(*result_);
    remark_updates(*result_);
    if (result_->own_numbers) keep_own_numbers(*result_, source_);
    decide_launches(*result_);
    place_barriers(*result_);
    decide_batches(*result_);
    decide_index(*result_);
    if (machine_ == Machine::Gpu && !fits_into_shared_memory(*result_, findings_)) return nullptr;
    result_->forms = required_forms(*result_);
    remark_costs(*result_);
    return std::move(result_);
  }
  const Verdict& verdict() const { return findings_.verdict(); }
  std::vector<Choices>& values() { return values_; }

 private:
  static void collect(const parallel::Sequence& sequence, std::vector<const Control*>& loops) {
    for (const Control* control : sequence) {
      loops.push_back(control);
      collect(control->body, loops);
      collect(control->other, loops);
    }
  }

  void declare_storages() {
    const checked::Algorithm& algorithm = *source_.algorithm;
    for (const auto* list : {&algorithm.parameters, &algorithm.results})
      for (const ir::Symbol* symbol : *list)
        if (symbol->type.space != ir::Space::Global || symbol->type.is_set)
          result_->add({StorageKind::Property, StorageOwner::Caller, symbol});
    for (const ir::Symbol* symbol : source_.properties)
      result_->add({StorageKind::Property, StorageOwner::Workspace, symbol});
    for (const ir::Symbol* symbol : source_.cells) result_->add({StorageKind::Cell, StorageOwner::Workspace, symbol});
  }

  void map_sequence(const parallel::Sequence& sequence, mapped::Sequence& into, bool outermost) {
    for (const Control* control : sequence) map_control(control, into, outermost);
  }

  mapped::Control* copy(const Control* control, ControlKind kind, mapped::Sequence& into) {
    mapped::Control* node = result_->control(kind, control->location);
    node->symbol = control->symbol;
    node->value = control->value;
    node->condition = control->condition;
    node->round = control->round;
    into.push_back(node);
    return node;
  }

  void map_control(const Control* control, mapped::Sequence& into, bool outermost) {
    switch (control->kind) {
      case ParallelKind::Break: copy(control, ControlKind::Break, into); return;
      case ParallelKind::Let: copy(control, ControlKind::Let, into); return;
      case ParallelKind::Set: return add_set(*result_, *control, into);
      case ParallelKind::Fill: return add_fill(*result_, *control, into);
      case ParallelKind::Region:
      case ParallelKind::Rounds: return map_loop(control, into, outermost);
      case ParallelKind::Ordered: return map_order(control, into, outermost);
      case ParallelKind::Expect: {
        mapped::Control* node = copy(control, ControlKind::Expect, into);
        if (control->symbol) node->value = result_->arena->reference(control->symbol);
        node->name = control->note;
        return;
      }
      case ParallelKind::Union: return map_union(control, into, outermost);
      case ParallelKind::Call: return call(control, into, outermost);
      case ParallelKind::If: {
        mapped::Control* node = copy(control, ControlKind::If, into);
        map_sequence(control->body, node->body, outermost);
        map_sequence(control->other, node->other, outermost);
        return;
      }
      case ParallelKind::Repeat:
      case ParallelKind::While: {
        // A `for` is no loop of rounds: those in it are outermost ones.
        if (!control->round)
          return map_sequence(control->body, copy(control, ControlKind::While, into)->body, outermost);
        const auto chosen = choose(*control, text_, machine_, findings_);
        if (!chosen) return fail();
        mapped::Control* node = copy(
            control, control->kind == ParallelKind::Repeat ? ControlKind::Repeat : ControlKind::While, into);
        node->limited = control->kind == ParallelKind::While || !control->value;
        node->few_rounds = false;
        map_rounds(control->body, node->body, chosen->choices, outermost);
        if (outermost) lower_loop(chosen->choices, into);
        values_.push_back(chosen->choices);
        return;
      }
    }
  }

  // What runs in each round. The loop around all others decides who drives them.
  void map_rounds(const parallel::Sequence& body, mapped::Sequence& into, const Choices& choices, bool outermost) {
    if (outermost) on_device_ = !provides(choices.at("loop").technique, Capability::HostControl);
    map_sequence(body, into, false);
    if (outermost) on_device_ = false;
  }

  // A GPU's host has a function for it; kernels that drive themselves, and CPUs, run the text of the library.
  void call(const Control* control, mapped::Sequence& into, bool outermost) {
    if (machine_ == Machine::Cpu || on_device_) return map_sequence(control->body, into, outermost);
    ir::Type type;
    type.scalar = ir::Scalar::Long;
    mapped::Control* node = result_->control(ControlKind::Call, control->location);
    node->primitive = control->primitive;
    node->symbol = control->into;
    node->list = control->of;
    node->count = result_->arena->symbol("scratch", type);
    mapped::Storage scratch{StorageKind::Scratch, StorageOwner::Workspace, node->count};
    scratch.primitive = control->primitive;
    scratch.of = control->of;
    result_->add(scratch);
    for (const ir::Symbol* symbol : control->own) result_->drop(symbol);
    into.push_back(node);
  }

  // What takes the place of rounds is mapped as any text of the program.
  void map_union(const Control* control, mapped::Sequence& into, bool outermost) {
    const auto chosen = choose(*control, text_, machine_, findings_);
    if (!chosen) return fail();
    values_.push_back(chosen->choices);
    result_->explanation.push_back(control->region.name + ": " + explain_union(chosen->choices));
    map_sequence(control->body, into, outermost);
  }

  void fail() { failed_ = true; }

  // Which of the two ways to keep an order is taken; the loop that asks is one over all nodes.
  void map_order(const Control* control, mapped::Sequence& into, bool outermost) {
    const auto chosen = choose(*control, text_, machine_, findings_);
    if (!chosen) return fail();
    if (!chosen->choices.at("prepass").technique->asks) return map_sequence(control->body, into, outermost);
    map_sequence(control->other, into, outermost);
    map_loop(control, into, outermost);
  }

  void map_loop(const Control* control, mapped::Sequence& into, bool outermost) {
    chosen_ = choose(*control, text_, machine_, findings_);
    if (!chosen_) return fail();
    const analysis::Facts facts = analysis::facts_of(source_, *control);
    remark_candidates(*result_, control->region, control->kind == ParallelKind::Rounds, facts);
    LoopPlan plan{
        *result_, *result_->arena,  control->region, control->kind == ParallelKind::Rounds ? control : nullptr,
        facts,    chosen_->choices, costs_};
    if (!build(plan)) return fail();
    if (plan.unfilled) take_out_fill(*result_, plan.unfilled, into);
    const Choices choices = chosen_->choices;
    values_.push_back(choices);
    explain(plan);
    mapped::Control* settle = settle_sums(plan);
    const bool ordered = control->ordered || control->kind == ParallelKind::Ordered;
    const bool whole = settle && ordered && plan.count;  // the rounds of a loop in order are one loop of the program
    const mapped::Sequence sums = settle && !whole ? mapped::Sequence{settle} : mapped::Sequence{};
    if (!plan.count) return append(into, round_of(plan, sums));
    for (mapped::Control* control : start_of(plan))
      if (!joins_initialization(*control, into)) into.push_back(control);
    mapped::Control* rounds = copy(control, ControlKind::Rounds, into);
    if (!rounds->round) rounds->round = result_->arena->local("round", ir::Scalar::Int, ir::SymbolKind::Round);
    rounds->count = plan.count;
    const bool counted = control->condition && ir::mentions(control->condition, control->round);  // `until round == 20`
    rounds->few_rounds = facts.few_rounds && plan.few_rounds && !counted;
    rounds->limited = !ordered;
    rounds->body = round_of(plan, sums);
    if (plan.rounds) map_rounds(control->body, rounds->body, choices, outermost);
    if (outermost) lower_loop(choices, into);
    append(may_take_in(*into.back()) ? into.back()->body : into, plan.finish);
    if (whole) into.push_back(settle);
  }

  // A technique that rewrites two ways says the same twice.
  void explain(const LoopPlan& plan) {
    std::set<std::string> said;
    for (const std::string& line : plan.explanation)
      if (said.insert(line).second) result_->explanation.push_back(plan.region.name + ": " + line);
  }

  // Marks of its own can be set with the initial values of the program: nothing has touched them in between.
  bool joins_initialization(const mapped::Control& control, const mapped::Sequence& before) {
    if (!control.stage || control.stage->role != StageRole::InitialValues) return false;
    for (mapped::Control* earlier : before) {
      if (!earlier->stage || earlier->stage->role != StageRole::InitialValues) continue;
      const ir::Expr* item = result_->arena->reference(earlier->stage->item);
      for (ir::Stmt* store : control.stage->body) {
        store->target = result_->arena->element(store->target->symbol, item);
        earlier->stage->body.push_back(store);
      }
      return true;
    }
    return false;
  }

  // The slots, in order. Who repairs lost updates has a word in who is active, so it comes first. Activation comes
  // before direction because pull asks who is active; everything that changes what a stage does comes before teams,
  // because only then is it known who does it; updates come last because who does it decides what is shared.
  bool build(LoopPlan& plan) {
    start(plan);
    if (!slot(plan, "reorder")) return false;
    if (plan.rounds &&
        !(slot(plan, "atomics") && slot(plan, "activation") && slot(plan, "update") && slot(plan, "direction")))
      return false;
    for (plan.at = 0; plan.at < plan.ways.size(); ++plan.at)
      if (!shape(plan)) return false;
    plan.at = 0;
    if (!slot(plan, "prepass")) return false;
    gate_items(plan);
    sink_activations(plan);
    if (plan.rounds && !(slot(plan, "dedup") && slot(plan, "capacity") && slot(plan, "push") &&
                         slot(plan, "worklist") && slot(plan, "launch")))
      return false;
    if (!slot(plan, "guard")) return false;
    observe_stages(plan);
    for (mapped::Stage* stage : stages_of(plan.finish)) decide_updates(*result_, *stage);
    for (mapped::Stage* stage : activating_stages(plan)) {
      collect_own_sums(*result_, *stage);
      collect_local_sums(*result_, *stage);
      copy_own_values(plan, *stage);
      explain_undivided(plan, *stage);
      lower_team(*result_, *stage);
      vote_in_searches(plan.arena, *stage);
      open_shared_tallies(*result_, *stage);
      decide_updates(*result_, *stage);
      weigh_acting_items(*stage);
      put_side_by_side(plan.arena, *stage);
    }
    if (!slot(plan, "gather") || !slot(plan, "block") || !slot(plan, "index")) return false;
    if (!plan.program.on_cpu) outline_operators(plan);
    return true;
  }

  // Who works on what.
  bool shape(LoopPlan& plan) {
    if (plan.way().by_threads) return slot(plan, "distribution") && slot(plan, "resident") && slot(plan, "sms");
    return slot(plan, "split") && slot(plan, "granularity") && slot(plan, "unroll") && slot(plan, "unroll-list") &&
           slot(plan, "chunk") && slot(plan, "stage") && slot(plan, "sisd") && slot(plan, "lanes") &&
           slot(plan, "outliers") && slot(plan, "distribution") && slot(plan, "donate") && slot(plan, "resident") &&
           slot(plan, "sms");
  }

  void start(LoopPlan& plan) {
    const parallel::Region& region = plan.region;
    const char* all = region.domain == parallel::Domain::Range ? "all indices" : "all nodes";
    plan.ways.push_back({.stage = result_->stage(region.name, region.purpose.empty() ? all : region.purpose)});
    plan.stage()->location = region.location;
    plan.stage()->item = region.item;
    plan.stage()->body = ir::clone(plan.arena, region.body);
    plan.stage()->of_operator = true;
    plan.stage()->round = plan.rounds ? plan.arena.reference(plan.rounds->round) : nullptr;
    plan.stage()->separate = region.separate;
    if (!(plan.rounds && plan.rounds->ordered) && !cuts_in_parts(region)) plan.stage()->operator_of = region.item;
    plan.stage()->unordered = region.unordered;
    plan.stage()->earlier = region.earlier;
    plan.stage()->unproved = region.unproved;
    plan.stage()->source.kind = SourceKind::Nodes;
    if (region.domain == parallel::Domain::NodeSet) plan.stage()->source = {SourceKind::Set, region.set};
    if (region.domain == parallel::Domain::Range)
      plan.stage()->source = {.kind = SourceKind::Range, .low = region.low, .high = region.high, .step = region.step};
    plan.way().operation = {mapping::run(plan, plan.stage())};
  }

  // Several loops over neighbors are parts of one iteration, which may get stages of their own, in order.
  static bool cuts_in_parts(const parallel::Region& region) {
    int loops = 0;
    ir::walk(region.body, [&](const ir::Stmt* stmt) { loops += ir::is_inner_loop(stmt); });
    return loops > 1;
  }

  // An axis that the loop does not have keeps its default, which does nothing.
  bool slot(LoopPlan& plan, const char* key) {
    const Technique* technique = plan.choice(key).technique;
    if (!technique || !(technique->machines & static_cast<unsigned>(machine_))) return true;
    const Choice* choice = settle(plan, *chosen_, key, findings_);
    if (choice && choice->technique && choice->technique->rewrite) choice->technique->rewrite(plan);
    return choice;
  }

  // The last slots: how the outermost loop of rounds, the last control of `around`, is driven.
  void lower_loop(const Choices& choices, mapped::Sequence& around) {
    const std::size_t place = around.size() - 1;
    const mapped::Control* loop = around.back();
    for (const char* key : {"loop", "small"}) {
      const Choice& choice = choices.at(key);
      const Technique* technique = choice.technique;
      if (!technique || !technique->rewrite_control || !(technique->machines & static_cast<unsigned>(machine_)))
        continue;
      if (instrument_ != Instrument::None) {  // which reports between two stages
        findings_.say(Verdict::Kind::Ignored, {}, MappingObserved, loop->location, key, choice.text);
        result_->host_starts = true;
        continue;
      }
      if (const auto refusal = technique->rewrite_control(*result_, around, place, choice)) {
        findings_.refuse(choice, *refusal, loop->location);
        return fail();
      }
    }
    take_in_prologue(*result_, around);
  }

  const parallel::Program& source_;
  const MappingText& text_;
  Machine machine_;
  Instrument instrument_;
  const StepCosts& costs_;
  Findings findings_;
  std::unique_ptr<mapped::Program> result_;
  std::optional<Chosen> chosen_;  // of the loop that is being mapped
  std::vector<Choices> values_;
  bool failed_ = false;
  bool on_device_ = false;  // the rounds around run without the host
};

}  // namespace

Mapped map(const parallel::Program& program, const MappingText& mapping, Machine machine, Instrument instrument,
           const StepCosts& costs, FactCheck facts, Diagnostics& diagnostics) {
  Findings findings(diagnostics, facts);
  const auto joinings = find_unions(program, mapping, machine, findings);
  if (!joinings) return {nullptr, findings.verdict(), {}};
  const auto joined = joinings->empty() ? nullptr : parallel::lower(*program.algorithm, *joinings);
  Mapping mapped(joined ? *joined : program, mapping, machine, instrument, costs, findings);
  auto result = mapped.run();
  return {std::move(result), mapped.verdict(), std::move(mapped.values())};
}

}  // namespace maxwarp::mapping
