// Reads facts and the finished mapped IR; decides nothing. The argument behind each update is its `note`.
#include "compiler/mapping/remarks.h"

#include <fmt/format.h>
#include <maxwarp/sizes.h>

#include <set>

#include "compiler/mapping/lower.h"
#include "compiler/parallel/print.h"
#include "dsl/check/choices.h"
#include "dsl/check/print.h"
#include "dsl/check/spelling.h"

namespace maxwarp::mapping {
namespace {

using ir::Access;
using ir::Builtin;
using ir::Stmt;
using ir::StmtKind;

void candidate(mapped::Program& program, Location place, const char* mapping, const analysis::Fact& fact,
               const char* because) {
  if (fact)
    program.remarks.push_back({place, fmt::format("candidate for {}: {}", mapping, because), {}});
  else
    program.remarks.push_back({place, fmt::format("not for {}: {}", mapping, fact.why), fact.place});
}

const char* manner(Access access) {
  switch (access) {
    case Access::Atomic: return "atomic";
    case Access::Guarded: return "guarded atomic";
    case Access::Segment: return "atomic, once for neighboring edges of a node";
    case Access::Racy: return "no atomic, but a load and a store";
    case Access::Relaxed: return "no atomic, but a relaxed access";
    default: return "no atomic";
  }
}

void remark_update(mapped::Program& program, const Stmt* stmt) {
  const bool update = stmt->kind == StmtKind::Store || stmt->kind == StmtKind::Reduce;
  if (!update || stmt->note.empty() || !stmt->location.valid()) return;
  if (stmt->access == Access::Private) {
    program.remarks.push_back({stmt->location, "collected: " + stmt->note, {}});
    return;
  }
  const std::string operation = stmt->kind == StmtKind::Store ? "=" : std::string(checked::spelling(stmt->reduction));
  program.remarks.push_back(
      {stmt->location,
       fmt::format("{}: `{} {}`: {}", manner(stmt->access), ir::print_place(*stmt->target), operation, stmt->note),
       {}});
}

// What the result depends on besides its arguments.
void remark_choices(mapped::Program& program) {
  for (const checked::Choice& choice : checked::choices_of(*program.algorithm)) {
    std::string results;
    for (const ir::Symbol* result : choice.results) results += (results.empty() ? "`" : ", `") + result->name + "`";
    program.remarks.push_back(
        {choice.location,
         fmt::format("choice: {} of `{}` may show in {}", spelling(choice.kind), choice.name, results),
         {}});
  }
}

// What a form of the graph costs that is made once before the run.
std::string cost_of(unsigned form) {
  switch (form) {
    case FormColumns:
      return fmt::format("needs the in-edges: the graph is transposed once, {} bytes per edge and {} per node",
                         sizes::columns_of_edge, sizes::columns_of_node);
    case FormEdgeSources:
      return fmt::format("needs the source of each edge: made once, {} bytes per edge", sizes::edge_sources_of_edge);
    case FormTwins:
      return fmt::format("needs the reverse of each edge: made once, {} bytes per edge", sizes::twins_of_edge);
    case FormOwnNumbers:
      return fmt::format("needs the own numbers of nodes: {} bytes per node", sizes::own_numbers_of_node);
    default: return "needs neighbors in ascending order: rows are sorted once";
  }
}

// Nodes as values under another numbering (own_numbers.cpp), each place and value once.
void remark_numbers(mapped::Program& program) {
  std::set<std::pair<std::uint32_t, std::string>> said;
  const auto look = [&](const Stmt* stmt, const ir::Expr* e) {
    if (e->kind != ir::ExprKind::Call || e->builtin != Builtin::NumberedNode) return;
    const Location place = e->location.valid() ? e->location : stmt->location;
    const std::string text = fmt::format("gather: one more read finds the node with the number `{}`",
                                         print_expression(*e->operands[0]));
    if (said.insert({place.begin, text}).second) program.remarks.push_back({place, text, {}});
  };
  for (const mapped::Stage& stage : program.stages)
    for (const ir::Body* body : {&stage.body, &stage.leave})
      ir::walk(*body, [&](const Stmt* stmt) {
        for (const ir::Expr* expr : ir::expressions_of(stmt)) ir::walk(expr, [&](const ir::Expr* e) { look(stmt, e); });
      });
}

// The first place that reads each.
void remark_forms(mapped::Program& program) {
  for (const FormUse& use : used_forms(program)) program.remarks.push_back({use.place, cost_of(use.form), {}});
}

}  // namespace

void remark_candidates(mapped::Program& program, const parallel::Region& region, bool rounds,
                       const analysis::Facts& facts) {
  const Location place = region.location;
  if (rounds) {
    candidate(program, place, "activation=topology", facts.rerunnable, "running a node again changes nothing");
    candidate(program, place, "atomics=elide", facts.offers_again,
              "every change activates its node, which then repeats its offers");
    candidate(program, place, "closure=union", facts.copies, "values are copied along edges in both directions");
    candidate(program, place, "direction=pull", facts.pullable,
              facts.first_settles ? "all effects are at the neighbor, and the first active in-neighbor settles it"
                                  : "all effects are at the neighbor");
  }
  if (ir::contains(region.body, StmtKind::NeighborLoop))
    candidate(program, place, "granularity=edge, decompose and hierarchical", facts.distributive,
              facts.in_phases ? "the edges of a node combine their values in elements of the node"
                              : "no edge of a node passes a value to the next");
  if (ir::contains(region.body, StmtKind::NeighborLoop) && ir::contains(region.body, StmtKind::RangeLoop))
    candidate(program, place, "lanes=components", facts.components, "components do not depend on each other");
}

void remark_updates(mapped::Program& program) {
  remark_choices(program);
  for (const mapped::Stage& stage : program.stages)
    ir::walk(stage.body, [&](const Stmt* stmt) { remark_update(program, stmt); });
}

void remark_costs(mapped::Program& program) {
  remark_numbers(program);
  remark_forms(program);
  for (const mapped::Storage& storage : program.storages)
    if (storage.owner == mapped::StorageOwner::Workspace && is_pair(storage.symbol->type.scalar) &&
        storage.symbol->id >= ir::first_made_id)
      program.remarks.push_back({program.algorithm->location,
                                 fmt::format("`{}` are kept as pairs and taken apart at the end", storage.symbol->name),
                                 {}});
}

}  // namespace maxwarp::mapping
