// Loops over work items for each source and team; phases carry their numbers and barriers their reasons.
#include "compiler/emit/cuda/stage.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

namespace maxwarp::emit {

using ir::Stmt;
using ir::StmtKind;
using mapped::SourceKind;
using mapped::TeamKind;

std::string CudaStagePrinter::template_head() const {
  const bool tile = stage_.team.kind == TeamKind::Tile;
  std::vector<std::string> parameters;
  if (stage_.by_index) parameters.push_back("typename edge_t");
  if (tile) parameters.push_back("int W");
  if (stage_.gather) parameters.push_back("int " + program_names_.policy().gather(stage_.gather->edges));
  return parameters.empty() ? "" : fmt::format("template <{}>\n", fmt::join(parameters, ", "));
}

void CudaStagePrinter::items() {
  if (stage_.source.kind == SourceKind::Once) return once();
  if (stage_.source.kind == SourceKind::Grid) return items_body();
  accumulators_begin();
  batches_begin();
  if (stage_.local) levels_begin();
  if (stage_.source.kind == SourceKind::Edges)
    edges();
  else if (stage_.source.kind == SourceKind::EdgeBalanced)
    edge_balanced();
  else if (stage_.team.kind == TeamKind::Lane)
    lanes();
  else if (stage_.team.kind == TeamKind::Block)
    blocks();
  else if (stage_.team.kind == TeamKind::BySize)
    by_size();
  else
    chunks();
  if (stage_.local) levels_end();
  batches_end();
  accumulators_end();
}

void CudaStagePrinter::batches_begin() {
  for (const mapped::Batch& batch : stage_.batches) {
    const std::string own = name(batch.batch),
                      kind = (batch.shared ? "__shared__ " : "") + batch_type(program_names_, batch);
    const std::string links = batch.links
                                  ? fmt::format("({}{})", name(batch.links), batch.repeats ? ", graph.nodes" : "")
                                  : "";
    const char* wait = batch.slots ? "are counted" : "wait for room";
    line(fmt::format("{} {}{};  // nodes for `{}` that {}", kind, own, links, name(batch.list), wait));
    if (batch.shared) line(own + ".start();");
  }
}

std::string CudaStagePrinter::target_of(const ir::Symbol* batch, const ir::Symbol* list) {
  const auto own = std::ranges::find(stage_.batches, batch, &mapped::Batch::batch);
  if (own == stage_.batches.end() || !own->into) return name(list);
  return fmt::format("{}({}, {})", own->shared ? "ThreadLevel" : "BlockLevel", name(own->into), name(list));
}

void CudaStagePrinter::batches_end() {
  for (const mapped::Batch& batch : stage_.batches) {
    if (batch.appended == mapped::Appended::AtItem || batch.appended == mapped::Appended::ByTurn) continue;
    if (batch.slots) {
      line(fmt::format("{}.leave({});  // how many, and where they are", name(batch.batch), name(batch.slots)));
      continue;
    }
    const bool block = batch.appended == mapped::Appended::ByBlock;
    if (batch.shared && batch.into) {
      line(fmt::format("{}.append_to({});  // each thread has a part of it", name(batch.batch),
                       target_of(batch.batch, batch.list)));
      continue;
    }
    line(fmt::format("{}.append_to({}{});  // room for all of the {} at once", name(batch.batch),
                     target_of(batch.batch, batch.list), block && !batch.shared ? ", Block{}" : "",
                     block ? "block" : "thread"));
  }
}

// low + index * step, without the parts that do nothing.
CudaStagePrinter::Counted CudaStagePrinter::range() {
  const mapped::Source& source = stage_.source;
  const bool from_zero = source.low->kind == ir::ExprKind::Integer && source.low->integer == 0;
  std::string index = source.step ? "@ * " + expressions_.print(source.step, 7) : "@";
  if (!from_zero) index = expressions_.print(source.low, 6) + " + " + index;
  const std::string type = value_type(stage_.item->type.scalar);
  if (type != "std::int64_t") index = fmt::format("static_cast<{}>({})", type, index);
  return {expressions_.index_count(source), index};
}

// The item at an index, which is a name or a sum.
std::string CudaStagePrinter::Counted::at(const std::string& index) const {
  const std::size_t place = node.find('@');
  const bool factor = node.compare(place, 3, "@ *") == 0 && index.find(' ') != std::string::npos;
  return node.substr(0, place) + (factor ? "(" + index + ")" : index) + node.substr(place + 1);
}

CudaStagePrinter::Counted CudaStagePrinter::counted() {
  const mapped::Source& source = stage_.source;
  switch (source.kind) {
    case SourceKind::Nodes: return {"graph.nodes", "static_cast<node_t>(@)"};
    case SourceKind::Set: return {name(source.list) + ".count", name(source.list) + ".nodes[@]"};
    case SourceKind::Worklist:
      if (stage_.local) return {name(stage_.local->symbol) + ".count()", name(stage_.local->symbol) + ".node(@)"};
      if (source.step) {
        const std::string step = expressions_.print(source.step);
        return {fmt::format("index_count(0, *{}.size, {})", name(source.list), step),
                fmt::format("{}.nodes[@ * {}]", name(source.list), step)};
      }
      if (source.group == 1) return {"*" + name(source.list) + ".size", name(source.list) + ".nodes[@]"};
      return {fmt::format("std::int64_t{{*{}.size}} * {}", name(source.list), source.group),
              fmt::format("member({}, @, {})", name(source.list), source.group)};
    case SourceKind::Range: return range();
    case SourceKind::Once:
    case SourceKind::Grid:
    case SourceKind::Edges:
    case SourceKind::EdgeBalanced: break;
  }
  assert(false && "these sources have loops of their own");
  return {};
}

void CudaStagePrinter::declare_item(const std::string& value) {
  if (uses(stage_.item))
    line(fmt::format("const {} {} = {};", value_type(stage_.item->type.scalar), name(stage_.item), value));
}

void CudaStagePrinter::once() {
  const bool block = stage_.team.kind == TeamKind::Block;
  line(block ? "if (blockIdx.x == 0)" : "if (thread_index() == 0)");
  line("{");
  items_body();
  line("}");
}

// The loop over pieces that a team takes, if the distribution is dynamic. `step`: items that it works on at once;
// `parts`: pieces that it takes together, where it stands for several smaller teams.
CudaStagePrinter::Span CudaStagePrinter::pieces(const std::string& team, const std::string& teams,
                                                const std::string& step, const std::string& count,
                                                const std::string& parts) {
  Span span{names_.fresh("first"), names_.fresh("last"), 1, names_.fresh("piece")};
  line(fmt::format(
      "const std::int64_t {} = {};", span.piece,
      stage_.piece ? std::to_string(stage_.piece) : fmt::format("piece_of({}, {}, {})", count, teams, step)));
  if (stage_.processors) {
    line(fmt::format("if (runs_on_sm({})) {{", stage_.processors));
    ++span.depth;
  }
  line("// The next items are taken when the last ones are done.");
  const std::string taken = parts.empty() ? span.piece : fmt::format("{} * {}", parts, span.piece);
  const std::string next = fmt::format("take({}, {}, {})", team, name(stage_.work_counter), taken);
  line(fmt::format("for (std::int64_t {0} = {1}; {0} < {2}; {0} = {1})", span.begin, next, count));
  line("{");
  if (parts.empty())
    line(fmt::format("const std::int64_t {} = min_of({} + {}, {});", span.end, span.begin, span.piece, count));
  return span;
}

void CudaStagePrinter::close(const Span& span) {
  for (int i = 0; i < span.depth; ++i) line("}");
}

void CudaStagePrinter::waiters() {
  const Counted items = counted();
  declare_item(items.at(retry_begins("thread_index()", items.count, "thread_count()")));
  items_body();
  retry_ends();
}

// The block takes an item for each of its threads. What they push stays in the order of the items then, but for the
// blocks, which is the order of rows beside each other.
void CudaStagePrinter::turns() {
  const Counted items = counted();
  const std::string i = names_.fresh("i"), first = names_.fresh("first"), count = names_.fresh("count");
  line(fmt::format("const std::int64_t {} = {};", count, items.count));
  line("// The block takes an item for each of its threads, and then appends what they push.");
  line(fmt::format("for (std::int64_t {0} = thread_index() - threadIdx.x; {0} < {1}; {0} += thread_count())", first,
                   count));
  line("{");
  line(fmt::format("const std::int64_t {} = {} + threadIdx.x;", i, first));
  line(fmt::format("if ({} < {})", i, count));
  line("{");
  declare_item(items.at(i));
  if (stage_.source.most) declare_piece();
  items_body();
  line("}");
  turn_ends();
  line("}");
}

void CudaStagePrinter::turn_ends() {
  for (const mapped::Batch& batch : stage_.batches)
    line(fmt::format("{}.append_to({}, Block{{}});  // room for all of this turn at once", name(batch.batch),
                     name(batch.list)));
}

void CudaStagePrinter::lanes() {
  if (stage_.donation) return donating_lanes();
  if (stage_.unready) return waiters();
  if (stage_.takes_turns()) return turns();
  const Counted items = counted();
  // Where the items are the indices themselves, the loop runs over them by their own name.
  const bool same = items.node == "@";
  const std::string i = same ? name(stage_.item) : names_.fresh("i"), count = names_.fresh("count");
  line(fmt::format("const std::int64_t {} = {};", count, items.count));
  auto [begin, stride] = share();
  Span span{begin, count};
  std::string first = begin;
  if (stage_.work_counter) {
    const std::string warp = names_.fresh("warp");
    line(fmt::format("const Tile<32> {};", warp));
    span = pieces(warp, warp + ".count()", "32", count);
    first = fmt::format("{} + {}.lane()", span.begin, warp);
    stride = "32";
  }
  if (stage_.rolled) line("#pragma unroll 1");
  line(fmt::format("for (std::int64_t {0} = {1}; {0} < {2}; {0} += {3})", i, first, span.end, stride));
  line("{");
  if (!same) declare_item(items.at(i));
  if (stage_.source.most) declare_piece();
  items_body();
  line("}");
  close(span);
}

// The array with the bounds of the rows that the stage walks.
std::string CudaStagePrinter::row_bounds() const {
  return stage_.source.direction == ir::Direction::Out ? "graph.row_offsets" : "graph.column_offsets";
}

// The edges of the item that are at hand.
void CudaStagePrinter::declare_piece() {
  const mapped::Source& source = stage_.source;
  const std::string bounds = row_bounds(), node = name(stage_.item), first = name(stage_.first);
  line(fmt::format("const edge_t {} = {}[{}]{};", first, bounds, node, source.done ? " + " + name(source.done) : ""));
  const char* sum = stage_.by_index ? "std::int64_t" : "edge_t";  // it may be beyond the last edge
  line(fmt::format("const edge_t {} = min_of<{}>({} + {}, {}[{} + 1]);", name(stage_.end), sum, first,
                   expressions_.print(source.most, 7), bounds, node));
}

// The loop of all threads over the edges first .. end - 1. Far beyond the last edge there may be no edge_t.
void CudaStagePrinter::edge_loop(const std::string& edge, const std::string& first, const std::string& end) {
  const std::string i = stage_.by_index ? names_.fresh("i") : edge;
  line(fmt::format("for ({0} {1} = {2}; {1} < {3}; {1} += thread_count())", stage_.by_index ? "std::int64_t" : "edge_t",
                   i, first, end));
  line("{");
  if (stage_.by_index) line(fmt::format("const auto {} = static_cast<edge_t>({});", edge, i));
}

// One thread per edge of one node, whose row or column it walks with all the others.
void CudaStagePrinter::edges_of_one() {
  const bool out = stage_.source.direction == ir::Direction::Out;
  const char* bounds = out ? "row_offsets" : "column_offsets";
  const std::string k = out && stage_.first ? name(stage_.first) : names_.fresh("k");
  line(fmt::format("const node_t {} = {}.nodes[{}];", name(stage_.item), name(stage_.source.list),
                   name(stage_.source.entry)));
  edge_loop(k, fmt::format("graph.{}[{}] + thread_index()", bounds, name(stage_.item)),
            fmt::format("graph.{}[{} + 1]", bounds, name(stage_.item)));
  if (!out && stage_.first && uses(stage_.first))
    line(fmt::format("const edge_t {} = graph.column_edges[{}];", name(stage_.first), k));
  declare_node(stage_.target, fmt::format("graph.{}[{}]", out ? "targets" : "sources", k));
  items_body();
  line("}");
}

// One thread per edge on a list: an edge, or a place in the columns.
void CudaStagePrinter::edges_on_list() {
  const bool out = stage_.source.direction == ir::Direction::Out;
  const std::string i = names_.fresh("i"), count = names_.fresh("count"), list = name(stage_.source.list);
  const std::string k = out && stage_.first ? name(stage_.first) : names_.fresh("k");
  line(fmt::format("const std::int64_t {} = *{}.size;", count, list));
  line(fmt::format("for (std::int64_t {0} = thread_index(); {0} < {1}; {0} += thread_count())", i, count));
  line("{");
  if (uses(stage_.item) || uses(stage_.target) || (stage_.first && uses(stage_.first)))
    line(fmt::format("const edge_t {} = {}.edges[{}];", k, list, i));
  if (!out && stage_.first && uses(stage_.first))
    line(fmt::format("const edge_t {} = graph.column_edges[{}];", name(stage_.first), k));
  declare_item(out ? fmt::format("graph.edge_sources[{}]", k)
                   : fmt::format("graph.targets[graph.column_edges[{}]]", k));
  declare_node(stage_.target, fmt::format("graph.{}[{}]", out ? "targets" : "sources", k));
  items_body();
  line("}");
}

// One thread per edge. Turned around, the neighbor of an edge is its source.
void CudaStagePrinter::edges() {
  if (stage_.source.entry) return edges_of_one();
  if (stage_.source.list) return edges_on_list();
  if (stage_.source.dead) return living_edges();
  const std::string e = stage_.first ? name(stage_.first) : names_.fresh("e");
  const bool out = stage_.source.direction == ir::Direction::Out;
  edge_loop(e, "thread_index()", "graph.edges");
  declare_item(fmt::format("graph.{}[{}]", out ? "edge_sources" : "targets", e));
  declare_node(stage_.target, fmt::format("graph.{}[{}]", out ? "targets" : "edge_sources", e));
  items_body();
  line("}");
}

// The same for the edges that are not left out. The lanes of a warp go round together, as they share words of bits.
void CudaStagePrinter::living_edges() {
  living_ = names_.fresh("living");
  line(
      "// The edges that are not left out, 32 neighboring ones at a time: one that is not kept is left out next time.");
  line(fmt::format("LivingEdges {}({}, graph.edges);", living_, name(stage_.source.dead)));
  line(fmt::format("while ({}.next())", living_));
  line("{");
  line(fmt::format("if (!{}.has_edge()) continue;", living_));
  const std::string e = stage_.first ? name(stage_.first) : names_.fresh("e");
  line(fmt::format("const edge_t {} = {}.edge();", e, living_));
  declare_item(fmt::format("graph.edge_sources[{}]", e));
  declare_node(stage_.target, fmt::format("graph.targets[{}]", e));
  items_body();
  line("}");
}

// The lanes of a warp find the nodes of their edges together, so all of them go round as often; threads that have their
// own shares find them alone.
void CudaStagePrinter::edge_balanced() {
  const std::string share = names_.fresh("share");
  stage_.source.pieces ? share_of_pieces(share) : even_share(share);
  if (stage_.source.by_thread) return parts_of_share(share);
  const bool out = stage_.source.direction == ir::Direction::Out;
  const std::string item = name(stage_.item), k = out && stage_.first ? name(stage_.first) : names_.fresh("k");
  line(fmt::format("while ({}.next())", share));
  line("{");
  line(fmt::format("if (!{}.has_edge()) continue;", share));
  if (uses(stage_.item)) line(fmt::format("const node_t {} = {}.node();", item, share));
  if (uses(stage_.target) || (stage_.first && uses(stage_.first)))
    line(fmt::format("const edge_t {} = {}.edge();", k, share));
  if (!out && stage_.first && uses(stage_.first))
    line(fmt::format("const edge_t {} = graph.column_edges[{}];", name(stage_.first), k));
  declare_node(stage_.target, fmt::format("graph.{}[{}]", out ? "targets" : "sources", k));
  items_body();
  line("}");
}

// The nodes of a thread's share, with those of their edges that are in it.
void CudaStagePrinter::parts_of_share(const std::string& share) {
  line(fmt::format("while ({}.next())", share));
  line("{");
  if (uses(stage_.item)) line(fmt::format("const node_t {} = {}.node();", name(stage_.item), share));
  line(fmt::format("const edge_t {} = {}.first();", name(stage_.first), share));
  line(fmt::format("const edge_t {} = {}.end();", name(stage_.end), share));
  items_body();
  line("}");
}

void CudaStagePrinter::share_of_pieces(const std::string& share) {
  line("// The edges of this warp's pieces: each lane has one at a time, and finds its node among the pieces.");
  line(fmt::format("PieceShare {}({});", share, name(stage_.source.list)));
}

void CudaStagePrinter::even_share(const std::string& share) {
  const mapped::Source& source = stage_.source;
  const std::string bounds = row_bounds(), count = names_.fresh("count");
  std::string sums = source.offsets ? name(source.offsets) : bounds;
  line(fmt::format("const std::int64_t {} = {};", count,
                   source.list ? "*" + name(source.list) + ".size" : "graph.nodes"));
  if (source.sums_of_block) {
    const std::string own = names_.fresh("sums");
    line(fmt::format("__shared__ BlockSums<{}{}> {};", source.sums_of_block, stage_.by_index ? ", edge_t" : "", own));
    line(fmt::format("{}.add_up({}, {}{});  // of the degrees", own, bounds, name(source.list),
                     source.done ? ", " + name(source.done) : ""));
    sums = own + ".of";
  }
  line(source.by_thread
           ? "// This thread's share of the edges, node after node; it finds the first one in the running sums."
           : "// This warp's share of the edges, 32 at a time: a lane has an edge, and finds its node in the running "
             "sums.");
  line(fmt::format("{} {}({}, {}, {}, {}{});", source.by_thread ? "ThreadShare" : "EvenShare", share, sums, count,
                   source.list ? name(source.list) + ".nodes" : "nullptr", bounds,
                   source.done ? ", " + name(source.done) : ""));
}

void CudaStagePrinter::blocks() {
  const Counted items = counted();
  const std::string i = names_.fresh("i"), count = names_.fresh("count");
  bool by_columns = false;  // which are teams of their own
  ir::walk(stage_.body, [&](const Stmt* stmt) { by_columns = by_columns || stmt->stride == ir::Stride::Columns; });
  line(by_columns ? "[[maybe_unused]] const Block block;" : "const Block block;");
  line(fmt::format("const std::int64_t {} = {};", count, items.count));
  const auto [begin, stride] = share();
  Span span{begin, count};
  if (stage_.work_counter) span = pieces("block", stride, "1", count);
  line(fmt::format("for (std::int64_t {0} = {1}; {0} < {2}; {3})", i, span.begin, span.end,
                   stage_.work_counter ? "++" + i : i + " += " + stride));
  line("{");
  declare_item(items.at(i));
  items_body();
  line("}");
  close(span);
}

}  // namespace maxwarp::emit
