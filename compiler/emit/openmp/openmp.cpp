// Stages as OpenMP parallel regions, control as plain calls.
#include "compiler/emit/openmp/openmp.h"

#include <fmt/format.h>

#include <cassert>

namespace maxwarp::emit {

using ir::Stmt;
using ir::StmtKind;
using mapped::SourceKind;
using mapped::StorageKind;

// A counter gives out the pieces (`monotonic`). LLVM's runtime would let threads steal them from each other, and where
// these threads sleep between loops they may find the pieces of another loop:
// https://github.com/llvm/llvm-project/issues/54422
void OpenMpStagePrinter::loop_header(const std::string& variable, const std::string& type, const std::string& count) {
  const std::string schedule = stage_.dynamic ? fmt::format("monotonic: dynamic, {}", stage_.dynamic) : "static";
  line(fmt::format("#pragma omp for schedule({}) nowait", schedule));
  line(fmt::format("for ({0} {1} = 0; {1} < {2}; ++{1})", type, variable, count));
}

// The nodes of a set or list, whose entries may stand for groups of nodes.
void OpenMpStagePrinter::listed_items(const std::string& i) {
  const mapped::Source& source = stage_.source;
  const std::string list = name(source.list), size = list + (source.kind == SourceKind::Set ? ".count" : ".size[0]");
  std::string count = size, node = fmt::format("{}.nodes[{}]", list, i);
  if (source.group > 1) {
    count = fmt::format("std::int64_t{{{}}} * {}", size, source.group);
    node = fmt::format("member({}, {}, {})", list, i, source.group);
  } else if (source.step) {
    const std::string step = expressions_.print(source.step);
    count = fmt::format("index_count(0, {}, {})", size, step);
    node = fmt::format("{}.nodes[{} * {}]", list, i, step);
  }
  loop_header(i, "std::int64_t", count);
  line("{");
  declare_node(stage_.item, node);
}

void OpenMpStagePrinter::items() {
  if (stage_.source.kind == SourceKind::Once) {
    // A single thread pushes straight into the list.
    return items_body();
  }
  if (stage_.source.kind == SourceKind::Grid) return items_body();  // a function that shares its work out by itself
  line("#pragma omp parallel\n{");
  std::set<const ir::Symbol*> lists;
  ir::walk(stage_.body, [&](const Stmt* stmt) {
    if (stmt->kind == StmtKind::Push && lists.insert(stmt->storage).second)
      line(fmt::format("PushBuffer {}({});", buffers_[stmt->storage] = names_.fresh(name(stmt->storage) + "_buffer"),
                       name(stmt->storage)));
  });
  accumulators_begin();
  if (stage_.unready)
    waiters();
  else
    shared_items();
  accumulators_end();
  line("}");
}

// Each thread has an equal share of the nodes.
void OpenMpStagePrinter::waiters() {
  const std::string share = "share_of(graph.nodes, omp_get_thread_num()";
  const std::string i = retry_begins(share + ")", share + " + 1)", "1");
  declare_node(stage_.item, fmt::format("static_cast<node_t>({})", i));
  items_body();
  retry_ends();
}

void OpenMpStagePrinter::shared_items() {
  const mapped::Source& source = stage_.source;
  const std::string item = name(stage_.item), i = names_.fresh("i");
  switch (source.kind) {
    case SourceKind::Nodes:
      loop_header(item, "node_t", "graph.nodes");
      line("{");
      break;
    case SourceKind::Worklist:
    case SourceKind::Set: listed_items(i); break;
    case SourceKind::Range: {
      const std::string type = value_type(stage_.item->type.scalar), count = expressions_.index_count(source);
      const bool same = count == expressions_.print(source.high);  // the items are the indices themselves
      loop_header(same ? item : i, same ? type : "std::int64_t", count);
      line("{");
      if (same) break;
      const std::string step = source.step ? " * " + expressions_.print(source.step, 7) : "";
      line(fmt::format("const {0} {1} = static_cast<{0}>({2} + {3}{4});", type, item, expressions_.print(source.low, 6),
                       i, step));
      break;
    }
    default: assert(false && "this source needs teams of lanes, which a CPU does not have");
  }
  items_body();
  line("}");
}

void OpenMpStagePrinter::push(const Stmt& stmt) {
  const std::string node = expressions_.print(stmt.value), list = name(stmt.storage);
  if (stage_.source.kind == SourceKind::Once)
    line(fmt::format("push({}, {});", list, node));
  else
    line(fmt::format("{}.push({});", buffers_.at(stmt.storage), node));
}

void OpenMpStagePrinter::team_statement(const Stmt&) { assert(false && "a CPU has no teams of lanes"); }

void OpenMpHostPrinter::run_stage(const mapped::Stage& stage) {
  line(fmt::format("{}({});", program_names_.of(stage), arguments(stage)));
}

void OpenMpHostPrinter::clear(const ir::Symbol* storage) {
  const StorageKind kind = program_.storage(storage)->kind;
  line(fmt::format("*{}{} = {};", storage_name(storage), kind == StorageKind::Worklist ? ".size" : "",
                   kind == StorageKind::Sum ? "{}" : "0"));
}

std::string OpenMpHostPrinter::read(const ir::Symbol* storage) {
  const bool list = program_.storage(storage)->kind == StorageKind::Worklist;
  return fmt::format("*{}{}", storage_name(storage), list ? ".size" : "");
}

}  // namespace maxwarp::emit
