// unroll=K, unroll-list=shared|global: a thread or virtual warp runs not only its node but also the nodes that it
// thereby activates, K levels in all ([N] §IV-B, IV-C, Fig. 9). They wait in a list of its own, in shared memory or in
// the local memory of the thread, level by level. Legal where nodes may run ahead of the round (O; running_ahead.cpp).
// A node that the list has no place for is activated as without it, so an overflow costs time and nothing else.
#include <algorithm>

#include "compiler/mapping/build.h"

namespace maxwarp::mapping {
namespace {

using ir::Stmt;
using ir::StmtKind;

std::optional<Refusal> refuse(const LoopPlan& plan) { return refuse_running_ahead(plan, "thread"); }

// 24 nodes, as in the paper, or as many as leave the lists of a block in 32 KiB.
int places(const LoopPlan& plan) {
  const long block = plan.choice("block").number();
  return static_cast<int>(std::min(24L, 32L * 1024 / 4 / block));
}

void rewrite(LoopPlan& plan) {
  ir::Arena& arena = plan.arena;
  ir::LocalList* list = arena.local_list();
  list->symbol = arena.local("local", ir::Scalar::Node);
  list->levels = static_cast<int>(plan.choice("unroll").number());
  list->places = places(plan);
  Stmt* unroll = arena.stmt(StmtKind::Unroll);
  unroll->symbol = plan.stage()->item;
  unroll->local = list;
  unroll->body = std::move(plan.stage()->body);
  if (needs_fence(plan)) {
    Stmt* fence = arena.stmt(StmtKind::Fence);
    fence->note = "of all who have changed the node, the last sees what all of them have";
    unroll->body.insert(unroll->body.begin(), fence);
  }
  plan.stage()->item = arena.local("start", ir::Scalar::Node, ir::SymbolKind::LoopNode);
  unroll->value = arena.reference(plan.stage()->item);
  plan.stage()->body = {unroll};
  plan.stage()->separate.clear();  // several threads may run one node
  const char* who = plan.stage()->team.kind == mapped::TeamKind::Lane ? "a thread" : "a virtual warp";
  plan.explanation.push_back("unroll=" + plan.choice("unroll").text + ": " + who +
                             " runs the nodes that it activates itself, " + plan.choice("unroll").text +
                             " levels of nodes in all (O)");
}

void share(LoopPlan& plan) {
  for (Stmt* stmt : plan.stage()->body) {
    if (stmt->kind != StmtKind::Unroll) continue;
    ir::LocalList* list = plan.arena.local_list();
    *list = *stmt->local;
    list->shared = true;
    stmt->local = list;
  }
}

}  // namespace

const Technique unroll_none{
    .key = "unroll",
    .form = "1",
    .source = "[N] §IV-A",
    .summary = "each team runs its own node only",
    .provides = {Capability::PlainItems},
};

const Technique unroll_levels{
    .key = "unroll",
    .form = "K",
    .source = "[N] §IV-B, Fig. 9",
    .summary = "each thread or virtual warp runs the nodes that it activates itself, up to K levels",
    .trials = {"2", "4"},
    .probes = {"2", "3"},
    .provides = {Capability::LocalLists},
    .needs = {Capability::PushDirection},
    // Pieces of a node are run by no thread alone.
    .built_for = {Capability::SmallTeams, Capability::NodeLists, Capability::FreshValues},
    .parse = parse_number<1, 16>,
    .expected = "a number of levels from 1 to 16",
    .refuse = refuse,
    .rewrite = rewrite,
};

const Technique unroll_list_shared{
    .key = "unroll-list",
    .form = "shared",
    .source = "[N] §IV-C",
    .summary = "nodes that a thread or virtual warp runs itself wait in shared memory",
    .machines = gpu_only,
    .needs = {Capability::LocalLists},
    .rewrite = share,
};

const Technique unroll_list_global{
    .key = "unroll-list",
    .form = "global",
    .source = "[N] §IV-B",
    .summary = "these nodes wait in the thread's local memory: device memory, through the caches",
    .machines = gpu_only,
    // What a thread has in its local memory, the other lanes of a virtual warp do not see.
    .needs = {Capability::LocalLists, Capability::LaneTeams},
};

}  // namespace maxwarp::mapping
