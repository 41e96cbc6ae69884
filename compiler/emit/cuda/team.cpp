// Statements of teams: pushes, what a grid does together, SISD parts and reductions over lanes.
#include <fmt/format.h>

#include "compiler/emit/cuda/stage.h"

namespace maxwarp::emit {

using ir::Stmt;
using ir::StmtKind;
using mapped::TeamKind;

void CudaStagePrinter::push(const Stmt& stmt) {
  const std::string list = name(stmt.storage), node = expressions_.print(stmt.value);
  if (stmt.first)
    return line(fmt::format("{}({}, {}, {}, {});",
                            stmt.reserve == ir::Reserve::Warp ? "push_pieces_together" : "push_pieces", list, node,
                            expressions_.print(stmt.first), expressions_.print(stmt.end)));
  if (stmt.end)
    return line(fmt::format("{}({}{}, {}, {});", stmt.reserve == ir::Reserve::Each ? "push_each" : "push_range",
                            stage_.team.kind == TeamKind::Lane ? "" : team_name() + ", ", list, node,
                            expressions_.print(stmt.end)));
  switch (stmt.reserve) {
    case ir::Reserve::Each:
    case ir::Reserve::Atomic: return line(fmt::format("push({}, {});", list, node));
    case ir::Reserve::Warp: return line(fmt::format("push_warp_aggregated({}, {});", list, node));
    case ir::Reserve::BatchTogether:
      return line(fmt::format("{}.push_together({}, {});", name(stmt.symbol), list, node));
    case ir::Reserve::Batch:
      return line(fmt::format("{}.push({}, {});", name(stmt.symbol), target_of(stmt.symbol, stmt.storage), node));
  }
}

void CudaStagePrinter::team_statement(const Stmt& stmt) {
  switch (stmt.kind) {
    case StmtKind::Leader: return leader(stmt);
    case StmtKind::TeamReduce: return team_reduce(stmt);
    case StmtKind::Unroll: return unroll_team(stmt);
    case StmtKind::RangeLoop: return by_columns(stmt);
    case StmtKind::TeamSync: return line(team_name() + ".sync();  // " + stmt.note);
    case StmtKind::Keep: return line(living_ + ".keep();");
    case StmtKind::CountStep:
      return line(fmt::format("count_step({}, {});", name(stmt.storage),
                              stage_.team.kind == TeamKind::Lane ? "true" : team_name() + ".leader()"));
    case StmtKind::CountChange: return line(fmt::format("count_change({});", name(stmt.storage)));
    case StmtKind::ChooseWidth: return choose_width(stmt);
    case StmtKind::Append:
      return line(fmt::format("{}.append_to({}{});  // room for all of the node at once", name(stmt.symbol),
                              target_of(stmt.symbol, stmt.storage),
                              stage_.team.kind == TeamKind::Lane ? "" : ", " + team_name()));
    default: return grid_statement(stmt);
  }
}

// In the body, the team is the column.
void CudaStagePrinter::by_columns(const Stmt& stmt) {
  const ir::Scalar scalar = stmt.symbol->type.scalar;
  const std::string type = value_type(scalar), column = names_.fresh("column");
  line("// The warps have the same components, and divide the neighbors.");
  line(fmt::format("for (const Column<{0}> {1} : Columns<{0}>({2}, {3}))", type, column, typed(stmt.first, scalar),
                   typed(stmt.end, scalar)));
  line("{");
  line(fmt::format("const {} {} = {}.index();", type, name(stmt.symbol), column));
  column_ = column;
  statements(stmt.body);
  column_.clear();
  line("}");
}

void CudaStagePrinter::unroll_team(const Stmt& stmt) {
  const ir::LocalList& local = *stmt.local;
  const std::string places = names_.fresh("places"), list = name(local.symbol), node = name(stmt.symbol);
  line(fmt::format("__shared__ WarpPrivate<TeamPlaces<{}>, W, {}> {};", local.places,
                   program_names_.policy().block(stage_.block), places));
  line(fmt::format("TeamList {}({}, {}.of({}), {}, {});", list, team_name(), places, team_name(), local.levels,
                   expressions_.print(stmt.value)));
  line(fmt::format("// The node, and those that this virtual warp activates: {} levels of them.", local.levels));
  line(fmt::format("for (node_t {0} = no_node; {1}.next({0});)", node, list));
  block(stmt.body);
}

// The work of a node as a function of its place. Nodes that do not act have none, and no place in a packed chunk.
void CudaStagePrinter::choose_width(const Stmt& stmt) {
  const std::string i = names_.fresh("i"), work = expressions_.print(stmt.value);
  const bool set = stmt.symbol && stmt.symbol->type.is_set;
  const std::string count = !stmt.symbol ? "graph.nodes"
                            : set        ? name(stmt.symbol) + ".count"
                                         : "*" + name(stmt.symbol) + ".size";
  const std::string how = stmt.amount ? "choose_width" : "choose_packed_width";
  const std::string chunk = stmt.amount ? expressions_.print(stmt.amount) + ", " : "";
  line(fmt::format("{}({}, {}{}, [&](std::int64_t {}) {{", how, count, chunk, name(stmt.storage), i));
  line(fmt::format(
      "const node_t {} = {};", name(stmt.of),
      stmt.symbol ? fmt::format("{}.nodes[{}]", name(stmt.symbol), i) : fmt::format("static_cast<node_t>({})", i)));
  line(stmt.condition ? fmt::format("return {} ? {} : -1;", expressions_.print(stmt.condition, 2), work)
                      : fmt::format("return {};", work));
  line("});");
}

// What all threads of the grid do together.
void CudaStagePrinter::grid_statement(const Stmt& stmt) {
  const std::string room = stmt.amount ? expressions_.print(stmt.amount) : "graph.nodes";
  const std::string written = name(stmt.storage), ranges = written + " + " + room + " + 1";
  const char* bounds = stmt.direction == ir::Direction::Out ? "graph.row_offsets" : "graph.column_offsets";
  switch (stmt.kind) {
    case StmtKind::CountMarked:
      return line(fmt::format("count_marked(graph.nodes, {}, {}, {});", name(stmt.symbol),
                              expressions_.print(stmt.value), name(stmt.storage)));
    case StmtKind::SumCounts:
      return line(
          fmt::format("sum_counts(mark_chunks(graph.nodes), {}, {}.size);", name(stmt.storage), name(stmt.symbol)));
    case StmtKind::PlaceMarked:
      return line(fmt::format("place_marked(graph.nodes, {}, {}, {}, {});", name(stmt.symbol),
                              expressions_.print(stmt.value), name(stmt.of), name(stmt.storage)));
    case StmtKind::SumSlots:
      return line(stmt.repeats ? fmt::format("sum_repeated({}, {});", written, name(stmt.symbol))
                               : fmt::format("sum_slots({}, {}.size);", written, name(stmt.symbol)));
    case StmtKind::PlaceSlots:
      return line(fmt::format("{}({}, {}, {});", stmt.repeats ? "place_repeated" : "place_slots", name(stmt.of),
                              name(stmt.symbol), written));
    case StmtKind::AddBlockOffsets:
      return line(fmt::format("add_block_offsets({}, {}, {});",
                              stmt.symbol ? "*" + name(stmt.symbol) + ".size" : "graph.nodes", written, ranges));
    case StmtKind::ScanPieces:
      return line(
          fmt::format("scan_pieces({}, graph, {}, {}, {});", bounds, expressions_.print(stmt.value), written, ranges));
    case StmtKind::WritePieces:
      return line(fmt::format("write_pieces({}, graph, {}, {}, {}, {});", bounds, name(stmt.symbols[0]),
                              name(stmt.symbols[1]), written, name(stmt.symbols[2])));
    default: break;
  }
  const std::string done = stmt.value ? ", " + expressions_.print(stmt.value) : "";
  line(fmt::format("scan_degrees({}, {}, {}, {}{});", bounds, name(stmt.symbol), written, ranges, done));
}

void CudaStagePrinter::leader(const Stmt& stmt) {
  line(fmt::format("if ({}.leader())", team_name()));
  block(stmt.body);
  for (const ir::Symbol* symbol : stmt.symbols) line(fmt::format("{} = {};", name(symbol), broadcast(name(symbol))));
}

void CudaStagePrinter::team_reduce(const Stmt& stmt) {
  static constexpr const char* operations[] = {
      "min_of(a, b)",       "max_of(a, b)",      "plus(a, b)", "product_of(a, b)", "a | b", "a & b", "",
      "min_by_first(a, b)", "max_by_first(a, b)"};
  const ir::Scalar scalar = stmt.symbol->type.scalar;
  const std::string type = ir::has_wide_parts(stmt) ? wide_type(stmt.reduction, scalar) : value_type(scalar);
  const bool bits = stmt.reduction == ir::Reduction::Or || stmt.reduction == ir::Reduction::And;
  const std::string operation = operations[static_cast<int>(stmt.reduction)];
  const std::string body = bits ? fmt::format("static_cast<{}>({})", type, operation) : operation;
  const std::string lambda = fmt::format("[]({0} a, {0} b) {{ return {1}; }}", type, body);
  const std::string all = fmt::format("{}.reduce({}, {})", team_name(), name(stmt.old), lambda);
  const std::string own = name(stmt.symbol);
  const auto combine = [&](const char* function) { return fmt::format("{}({}, {})", function, own, all); };
  switch (stmt.reduction) {
    case ir::Reduction::Min: return line(fmt::format("{} = {};", own, combine("min_of")));
    case ir::Reduction::Max: return line(fmt::format("{} = {};", own, combine("max_of")));
    case ir::Reduction::Add: return line(fmt::format("{} = {};", own, combine("plus")));
    case ir::Reduction::Mul: return line(fmt::format("{} = {};", own, combine("product_of")));
    case ir::Reduction::Or: return line(fmt::format("{} = {} | {};", own, own, all));
    case ir::Reduction::And: return line(fmt::format("{} = {} & {};", own, own, all));
    case ir::Reduction::MinFirst: return line(fmt::format("{} = {};", own, combine("min_by_first")));
    case ir::Reduction::MaxFirst: return line(fmt::format("{} = {};", own, combine("max_by_first")));
    case ir::Reduction::Exchange:
    case ir::Reduction::Any: break;
  }
}

}  // namespace maxwarp::emit
