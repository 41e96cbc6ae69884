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
  if (shared) first += " + " + team_lane();
  std::string end;
  if (stmt.end) {
    end = expressions_.print(stmt.end);
  } else {
    end = names_.fresh(of + "_end");
    line(fmt::format("const edge_t {} = {}[{} + 1];", end, bounds, of));
  }
  const std::string step = shared ? team_size() : "1";
  if (stmt.batch > 1)
    batch_by_batch(stmt, first, end, step);
  else
    edge_by_edge(stmt, first, end, step);
}

void FunctionPrinter::edge_by_edge(const Stmt& stmt, const std::string& first, const std::string& end,
                                   const std::string& step) {
  const bool out = stmt.direction == Direction::Out;
  const std::string index = out && stmt.edge ? name(stmt.edge) : names_.fresh(out ? "e" : "k");
  const bool counted = !stmt.body.empty() && stmt.body.front()->kind == ir::StmtKind::CountStep;
  if (counted) line("#pragma unroll 1  // a lane in an unrolled part would not be with those in the rest");
  line(fmt::format("for (edge_t {0} = {1}; {0} < {2}; {3})", index, first, end,
                   step == "1" ? "++" + index : index + " += " + step));
  line("{");
  declare_node(stmt.symbol, fmt::format("graph.{}[{}]", out ? "targets" : "sources", index));
  if (!out && stmt.edge && uses(stmt.edge))
    line(fmt::format("const edge_t {} = graph.column_edges[{}];", name(stmt.edge), index));
  statements(stmt.body);
  line("}");
}

// Passes over the edges of a batch, unrolled: the neighbors, what is read of them, the work.
void FunctionPrinter::batch_by_batch(const Stmt& stmt, const std::string& first, const std::string& end,
                                     const std::string& step) {
  ReadAhead batch{program_names_.policy().gather(stmt.batch), names_.fresh("batch"), names_.fresh("k"), end};
  batch.edge = step == "1" ? batch.at + " + " + batch.index : fmt::format("{} + {} * {}", batch.at, batch.index, step);
  const std::string goes_on = stmt.condition ? " && " + expressions_.print(stmt.condition) : "";
  line(fmt::format("for (edge_t {0} = {1}; {0} < {2}{4}; {0} += {3})", batch.at, first, end,
                   step == "1" ? batch.size : batch.size + " * " + step, goes_on));
  line("{");
  line("// The reads of several edges are under way together.");
  read_edges(stmt, batch);
  const std::vector<std::string> kept = read_ahead(stmt, batch);
  each_of_batch(stmt, batch, stmt.body);
  for (std::size_t k = 0; k < kept.size(); ++k) {
    const ir::Symbol* read = stmt.other[k]->symbol;
    line(fmt::format("{} = {}[{}];", declaration(read->type.scalar, read, true), kept[k], batch.index));
  }
  statements(stmt.body);
  line("}");
  line("}");
}

void FunctionPrinter::read_edges(const Stmt& stmt, ReadAhead& batch) {
  const bool out = stmt.direction == Direction::Out;
  batch.nodes = names_.fresh(name(stmt.symbol) + "s");
  line(fmt::format("node_t {}[{}];", batch.nodes, batch.size));
  if (!out && stmt.edge && uses(stmt.edge)) {
    batch.ids = names_.fresh(name(stmt.edge) + "s");
    line(fmt::format("edge_t {}[{}];", batch.ids, batch.size));
  }
  each_of_batch(stmt, batch, {});
  line(fmt::format("{}[{}] = graph.{}[{}];", batch.nodes, batch.index, out ? "targets" : "sources", batch.edge));
  if (!batch.ids.empty()) line(fmt::format("{}[{}] = graph.column_edges[{}];", batch.ids, batch.index, batch.edge));
  line("}");
}

std::vector<std::string> FunctionPrinter::read_ahead(const Stmt& stmt, const ReadAhead& batch) {
  std::vector<std::string> kept;
  if (stmt.other.empty()) return kept;
  for (const Stmt* read : stmt.other) {
    kept.push_back(names_.fresh(name(read->symbol) + "s"));
    line(fmt::format("{} {}[{}];", value_type(read->symbol->type.scalar), kept.back(), batch.size));
  }
  each_of_batch(stmt, batch, stmt.other);
  for (std::size_t k = 0; k < kept.size(); ++k)
    line(fmt::format("{}[{}] = {};", kept[k], batch.index, expressions_.print(stmt.other[k]->value)));
  line("}");
  return kept;
}

// Begins the loop over a batch, with the names that `body` has for an edge and its neighbor.
void FunctionPrinter::each_of_batch(const Stmt& stmt, const ReadAhead& batch, const ir::Body& body) {
  line("#pragma unroll");
  line(fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", batch.index, batch.size));
  line("{");
  line(fmt::format("if ({} >= {}) break;", batch.edge, batch.end));
  const std::string id = batch.ids.empty() ? batch.edge : fmt::format("{}[{}]", batch.ids, batch.index);
  if (ir::mentions(body, stmt.symbol))
    line(fmt::format("const node_t {} = {}[{}];", name(stmt.symbol), batch.nodes, batch.index));
  if (stmt.edge && ir::mentions(body, stmt.edge)) line(fmt::format("const edge_t {} = {};", name(stmt.edge), id));
}

}  // namespace maxwarp::emit
