// Loops over the neighbors of a node, edge by edge or in batches whose reads are under way together.
#include <fmt/format.h>

#include "compiler/emit/function.h"

namespace maxwarp::emit {

using ir::Direction;
using ir::Stmt;

void FunctionPrinter::neighbor_loop(const Stmt& stmt) {
  const bool shared = stmt.stride == ir::Stride::Team;
  const std::string of = name(stmt.of);
  const std::string bounds = stmt.direction == Direction::Out ? "graph.row_offsets" : "graph.column_offsets";
  std::string first = stmt.first ? expressions_.print(stmt.first) : fmt::format("{}[{}]", bounds, of);
  if (shared && !stmt.found) first += " + " + team_lane();
  std::string end;
  if (stmt.end) {
    end = expressions_.print(stmt.end);
  } else {
    end = names_.fresh(of + "_end");
    line(fmt::format("const edge_t {} = {}[{} + 1];", end, bounds, of));
  }
  const std::string step = shared ? team_size() : "1";
  if (stmt.batch > 1 && !stmt.unrolled)
    batch_by_batch(stmt, first, end, step);
  else
    edge_by_edge(stmt, first, end, step);
}

void FunctionPrinter::edge_by_edge(const Stmt& stmt, const std::string& first, const std::string& end,
                                   const std::string& step) {
  const bool out = stmt.direction == Direction::Out;
  const std::string edge = out && stmt.edge ? name(stmt.edge) : names_.fresh(out ? "e" : "k");
  const std::string at = stmt.found ? names_.fresh("step") : edge;
  const bool counted = !stmt.body.empty() && stmt.body.front()->kind == ir::StmtKind::CountStep;
  if (counted)
    line("#pragma unroll 1  // a lane in an unrolled part would not be with those in the rest");
  else if (stmt.unrolled)
    line("#pragma unroll " + program_names_.policy().gather(stmt.batch));
  line(fmt::format("for (edge_t {0} = {1}; {0} < {2}; {3})", at, first, end,
                   step == "1" ? "++" + at : at + " += " + step));
  line("{");
  if (stmt.found) {
    line(fmt::format("const edge_t {} = {} + {};", edge, at, team_lane()));
    line(fmt::format("if ({} < {})", edge, end));
    line("{");
  }
  declare_node(stmt.symbol, fmt::format("graph.{}[{}]", out ? "targets" : "sources", edge));
  if (!out && stmt.edge && uses(stmt.edge))
    line(fmt::format("const edge_t {} = graph.column_edges[{}];", name(stmt.edge), edge));
  statements(stmt.body);
  if (stmt.found) {
    line("}");
    vote(stmt);
  }
  line("}");
}

// Ends a search that lanes share. Each of them is here, as often as the others.
void FunctionPrinter::vote(const Stmt& stmt) {
  line(fmt::format("if ({}.any({})) break;  // one lane has found it for all", team_name(), name(stmt.found)));
}

// Passes over the edges of a batch: the neighbors, what is read of them, the work. The reads are unrolled and have no
// branch; the work is there once, so that the kernel stays small.
void FunctionPrinter::batch_by_batch(const Stmt& stmt, const std::string& first, const std::string& end,
                                     const std::string& step) {
  ReadAhead batch{program_names_.policy().gather(stmt.batch), names_.fresh("batch"), names_.fresh("k"), end};
  const std::string own = stmt.found ? names_.fresh("own") : batch.at;  // where the edges of the lane begin
  batch.edge = step == "1" ? own + " + " + batch.index : fmt::format("{} + {} * {}", own, batch.index, step);
  const std::string goes_on = stmt.condition ? " && " + expressions_.print(stmt.condition) : "";
  line(fmt::format("for (edge_t {0} = {1}; {0} < {2}{4}; {0} += {3})", batch.at, first, end,
                   step == "1" ? batch.size : batch.size + " * " + step, goes_on));
  line("{");
  if (stmt.found) line(fmt::format("const edge_t {} = {} + {};", own, batch.at, team_lane()));
  line("// The reads of several edges are under way together.");
  read_edges(stmt, batch);
  read_ahead(stmt, batch);
  work_on(stmt, batch);
  if (stmt.found) vote(stmt);
  line("}");
}

void FunctionPrinter::read_edges(const Stmt& stmt, ReadAhead& batch) {
  const bool out = stmt.direction == Direction::Out;
  if (!stmt.late) batch.nodes = kept("node_t", name(stmt.symbol), batch);
  if (!out && stmt.edge && uses(stmt.edge)) batch.ids = kept("edge_t", name(stmt.edge), batch);
  if (batch.nodes.empty() && batch.ids.empty()) return;
  each_of_batch(batch);
  if (!stmt.late)
    line(fmt::format("{}[{}] = graph.{}[{}];", batch.nodes, batch.index, out ? "targets" : "sources", batch.edge));
  if (!batch.ids.empty()) line(fmt::format("{}[{}] = graph.column_edges[{}];", batch.ids, batch.index, batch.edge));
  line("}");
}

void FunctionPrinter::read_ahead(const Stmt& stmt, ReadAhead& batch) {
  if (stmt.other.empty()) return;
  for (const Stmt* read : stmt.other)
    batch.values.push_back(kept(value_type(read->symbol->type.scalar), name(read->symbol), batch));
  each_of_batch(batch);
  const std::string at = "[" + batch.index + "]";
  if (ir::mentions(stmt.other, stmt.symbol))
    line(fmt::format("const node_t {} = {}{};", name(stmt.symbol), batch.nodes, at));
  if (stmt.edge && ir::mentions(stmt.other, stmt.edge))
    line(fmt::format("const edge_t {} = {};", name(stmt.edge), batch.ids.empty() ? batch.edge : batch.ids + at));
  for (std::size_t k = 0; k < stmt.other.size(); ++k)
    line(fmt::format("{}{} = {};", batch.values[k], at, expressions_.print(stmt.other[k]->value)));
  line("}");
}

// An array of what is read for each edge of a batch.
std::string FunctionPrinter::kept(const std::string& type, const std::string& of, const ReadAhead& batch) {
  const std::string array = names_.fresh(of + "s");
  line(fmt::format("{} {}[{}];", type, array, batch.size));
  return array;
}

// Begins the loop over the edges of a batch that are read.
void FunctionPrinter::each_of_batch(const ReadAhead& batch) {
  line("#pragma unroll");
  line(fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", batch.index, batch.size));
  line("{");
  line(fmt::format("if ({} >= {}) continue;", batch.edge, batch.end));
}

void FunctionPrinter::work_on(const Stmt& stmt, const ReadAhead& batch) {
  line("#pragma unroll 1");
  line(fmt::format("for (int {0} = 0; {0} < {1} && {2} < {3}{4}; ++{0})", batch.index, batch.size, batch.edge,
                   batch.end, stmt.found ? " && !" + name(stmt.found) : ""));
  line("{");
  const char* all = stmt.direction == Direction::Out ? "targets" : "sources";
  if (ir::mentions(stmt.body, stmt.symbol))
    declare_node(stmt.symbol,
                 stmt.late ? fmt::format("graph.{}[{}]", all, batch.edge) : "take_first(" + batch.nodes + ")");
  if (stmt.edge && ir::mentions(stmt.body, stmt.edge))
    line(fmt::format("const edge_t {} = {};", name(stmt.edge),
                     batch.ids.empty() ? batch.edge : "take_first(" + batch.ids + ")"));
  for (std::size_t k = 0; k < stmt.other.size(); ++k) {
    const ir::Symbol* read = stmt.other[k]->symbol;
    line(fmt::format("{} = take_first({});", declaration(read->type.scalar, read, true), batch.values[k]));
  }
  statements(stmt.body);
  line("}");
}

}  // namespace maxwarp::emit
