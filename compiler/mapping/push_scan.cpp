// push=scan: worklists without atomic operations, by prefix sums over what the threads have counted ([N] §III-D).
// Whether an operator activates a node may hang on what an atomic operation has found, so it cannot run a first time to
// count and a second time to write. A thread links the nodes that it pushes instead, and counts them. At the end of the
// stage its block adds up the counts of its threads; one block adds up those of the blocks; then each thread's nodes
// are written to their places. The work is that of the threads of the stage and of the nodes that they push.
//
// Where a node may be pushed twice in a round (dedup=none) one link is not enough. The k-th node of a thread then goes
// to the k-th row of places, of which each thread has its own in every row; as many places as there are nodes. A thread
// that pushes more than it has places for leaves the list overflowed: it is made again from the marks, as any list with
// duplicates that has no room. That looks at all nodes, about as often as the thread has pushed.
#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;
using ir::Symbol;
using mapped::SourceKind;

class Scanning {
 public:
  explicit Scanning(LoopPlan& plan)
      : plan_(plan),
        links_(make_storage(plan, "links", mapped::StorageKind::Links, ir::Scalar::Node)),
        slots_(make_storage(plan, "counted", mapped::StorageKind::Slots)) {}

  // A round over all nodes may list those of the next round itself.
  void run() {
    for (mapped::Stage* stage : round_stages(plan_))
      for (const Symbol* list : {plan_.next.list, plan_.active.list}) {
        const Symbol* batch = plan_.arena.local("batch", ir::Scalar::Node, ir::SymbolKind::Variable);
        if (!through_batch(stage->body, list, batch)) continue;
        const bool repeats = plan_.next.repeats && list == plan_.next.list;
        stage->batches.push_back({list, batch, 0, mapped::Appended::ByScan, links_, false, nullptr, slots_, repeats});
        after(stage, {sum(list, repeats), place(list, stage->source, repeats)});
      }
  }

 private:
  mapped::Control* sum(const Symbol* list, bool repeats) {
    Stmt* sum = plan_.arena.stmt(StmtKind::SumSlots);
    sum->repeats = repeats;
    sum->storage = slots_;
    sum->symbol = list;
    return run_step(plan_, "_sums", "where the nodes of each block go", sum, 256);
  }

  // Where the host knows how many items a stage has, its threads are about as many.
  mapped::Control* place(const Symbol* list, const mapped::Source& of, bool repeats) {
    Stmt* place = plan_.arena.stmt(StmtKind::PlaceSlots);
    place->repeats = repeats;
    place->storage = list;
    place->symbol = links_;
    place->of = slots_;
    mapped::Control* placing = run_step(plan_, "_place",
                                        "what each thread has pushed, to the worklist of the next round", place);
    if (of.kind == SourceKind::Worklist) placing->stage->source.count = of.count;
    return placing;
  }

  void after(const mapped::Stage* stage, const mapped::Sequence& steps) {
    insert(plan_.choose, stage, steps);
    for (Way& way : plan_.ways) insert(way, stage, steps);
    insert(plan_.after_ways, stage, steps);
  }

  void insert(Way& way, const mapped::Stage* stage, const mapped::Sequence& steps) {
    for (mapped::Sequence* part : {&way.before_round, &way.operation, &way.after_round}) insert(*part, stage, steps);
  }

  void insert(mapped::Sequence& controls, const mapped::Stage* stage, const mapped::Sequence& steps) {
    mapped::Sequence result;
    for (mapped::Control* control : controls) {
      insert(control->body, stage, steps);
      insert(control->other, stage, steps);
      result.push_back(control);
      if (control->stage == stage) append(result, steps);
    }
    controls = std::move(result);
  }

  LoopPlan& plan_;
  const Symbol *links_, *slots_;
};

void rewrite(LoopPlan& plan) {
  Scanning(plan).run();
  plan.explanation.push_back(
      std::string("push=scan: threads count ") + (plan.next.repeats ? "and keep" : "and link") +
      " what they push; prefix sums over their counts give the places, without an atomic operation for that" +
      (plan.next.repeats ? "; where one has no room, the list is made from the marks" : ""));
}

}  // namespace

const Technique push_scan{
    .key = "push",
    .form = "scan",
    .source = "[N] §III-D",
    .summary = "no atomics: prefix sums over how many nodes each thread pushes give their places",
    .machines = gpu_only,
    .provides = {Capability::OwnPushes},
    .needs = {Capability::ListFrontier},
    .built_for = {Capability::NodeWorklist},
    .rewrite = rewrite,
};

}  // namespace maxwarp::mapping
