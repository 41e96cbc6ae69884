// Chunks of items that virtual warps take, copied to warp-private shared memory or read in place ([H] §3.1, Fig. 4).
#include <fmt/format.h>

#include "compiler/emit/cuda/stage.h"
#include "compiler/mapped/effects.h"

namespace maxwarp::emit {

using mapped::SourceKind;

// The items that a team takes at a time.
std::string CudaStagePrinter::chunk_text() const {
  return stage_.team.scaled ? fmt::format("{} * W", stage_.team.chunk)
                            : program_names_.policy().chunk(stage_.team.chunk);
}

void CudaStagePrinter::chunks() {
  const Counted items = counted();
  const std::string chunk = chunk_text();
  const std::string base = names_.fresh("base"), k = names_.fresh("i"), count = names_.fresh("count"),
                    size = names_.fresh("size");
  line("const Tile<W> tile;");
  if (stage_.team.staged) {
    const std::string type = fmt::format("Chunk<{}{}>", chunk, stage_.by_index ? ", edge_t" : "");
    line(fmt::format("__shared__ WarpPrivate<{}, W, {}> chunks;", type, program_names_.policy().block(stage_.block)));
    line(fmt::format("{} &mine = chunks.of(tile);", type));
    for (const mapped::CopiedValue& value : stage_.copied) {
      const std::string type = fmt::format("ChunkValues<{}, {}>", value_type(value.read->scalar), chunk);
      const std::string all = names_.fresh(name(value.read->symbol) + "_chunks");
      copies_[&value] = names_.fresh("own_" + name(value.read->symbol));
      line(
          fmt::format("__shared__ WarpPrivate<{}, W, {}> {};", type, program_names_.policy().block(stage_.block), all));
      line(fmt::format("{}& {} = {}.of(tile);", type, copies_[&value], all));
    }
  }
  line(fmt::format("const std::int64_t {} = {};", count, items.count));
  const Span span = stage_.donation        ? donated_chunks(items, base, count)
                    : stage_.takes_turns() ? chunks_in_turns(base, count)
                                           : shared_chunks(base, count);
  const std::string whole = stage_.team.packed ? names_.fresh("whole") : size;
  line(
      fmt::format("const int {} = static_cast<int>(min_of<std::int64_t>({}, {} - {}));", whole, chunk, span.end, base));
  if (stage_.team.packed)
    packed_chunk(items, base, whole, size);
  else if (stage_.team.staged)
    staged_chunk(items, base, size, k);
  chunk_items(items, base, size, k);
  if (stage_.team.staged && !mapped::lanes_meet_at_items(stage_))
    line("tile.sync();  // the warp-private memory is about to be overwritten");
  if (stage_.takes_turns()) turn_ends();
  line("}");
  close(span);
}

// The loop over the first items of a tile's chunks. A warp takes pieces for all of its tiles with one atomic addition.
CudaStagePrinter::Span CudaStagePrinter::shared_chunks(const std::string& base, const std::string& count) {
  const std::string chunk = chunk_text();
  Span span{fmt::format("{} * {}", share().begin, chunk), count};
  std::string stride = fmt::format("{} * {}", share().stride, chunk);
  if (stage_.work_counter) {
    const std::string warp = names_.fresh("warp"), own = names_.fresh("own");
    line(fmt::format("const Tile<32> {};", warp));
    span = pieces(warp, "tile.count()", chunk, count, "32 / W");
    line(fmt::format("const std::int64_t {} = {} + tile.index_in_warp() * {};", own, span.begin, span.piece));
    line(fmt::format("const std::int64_t {} = min_of({} + {}, {});", span.end, own, span.piece, count));
    span.begin = own;
    stride = chunk;
  }
  line(fmt::format("for (std::int64_t {0} = {1}; {0} < {2}; {0} += {3})", base, span.begin, span.end, stride));
  line("{");
  return span;
}

// All of the block go on together. Who is beyond the last item has a chunk of none.
CudaStagePrinter::Span CudaStagePrinter::chunks_in_turns(const std::string& base, const std::string& count) {
  const std::string first = names_.fresh("first"), chunk = chunk_text();
  line("// The block takes a chunk for each of its virtual warps, and then appends what they push.");
  line(
      fmt::format("for (std::int64_t {0} = (thread_index() - threadIdx.x) / W * {1}; {0} < {2}; "
                  "{0} += tile.count() * {1})",
                  first, chunk, count));
  line("{");
  line(fmt::format("const std::int64_t {} = {} + tile.index_in_block() * {};", base, first, chunk));
  return {first, count};
}

void CudaStagePrinter::chunk_items(const Counted& items, const std::string& base, const std::string& size,
                                   const std::string& k) {
  line(fmt::format("// {} (SISD): the {} of the chunk, one by one.", stage_.team.staged ? "Phase 2" : "Phase 1",
                   stage_.source.kind == SourceKind::Range ? "indices" : "nodes"));
  line(fmt::format("for (int {0} = 0; {0} < {1}; ++{0})", k, size));
  line("{");
  if (stage_.team.staged) {
    declare_item(fmt::format("mine.node[{}]", k));
    line(fmt::format("const edge_t {} = mine.first[{}];", name(stage_.first), k));
    line(fmt::format("const edge_t {} = mine.end[{}];", name(stage_.end), k));
    for (const mapped::CopiedValue& value : stage_.copied)
      if (uses(value.local))
        line(fmt::format("const {} {} = {}.of[{}];", value_type(value.read->scalar), name(value.local),
                         copies_.at(&value), k));
  } else if (stage_.first) {
    bounds_of_leader(items.at(base + " + " + k));
  } else {
    declare_item(items.at(base + " + " + k));
  }
  items_body();
  line("}");
}

// Lane 0 reads the item and the bounds of its row for all. The last group may have members that are no nodes.
void CudaStagePrinter::bounds_of_leader(const std::string& item) {
  const std::string node = name(stage_.item), first = name(stage_.first), end = name(stage_.end), bounds = row_bounds();
  line(fmt::format("node_t {} = no_node;", node));
  line(fmt::format("edge_t {} = 0;", first));
  line(fmt::format("edge_t {} = 0;", end));
  line("if (tile.leader()) {");
  line(fmt::format("{} = {};", node, item));
  if (stage_.source.group > 1) line(fmt::format("if ({} < graph.nodes) {{", node));
  line(fmt::format("{} = {}[{}];", first, bounds, node));
  line(fmt::format("{} = {}[{} + 1];", end, bounds, node));
  if (stage_.source.group > 1) line("}");
  line("}");
  for (const std::string& name : {node, first, end}) line(fmt::format("{0} = tile.broadcast({0});", name));
}

// What is kept of the item, at place k of the chunk; `value`: its number, unless it is known by its name.
void CudaStagePrinter::copy_item(const std::string& value, const std::string& k) {
  const std::string item = name(stage_.item), bounds = row_bounds();
  if (!value.empty()) line(fmt::format("const node_t {} = {};", item, value));
  line(fmt::format("mine.node[{}] = {};", k, item));
  line(fmt::format("mine.first[{}] = {}[{}];", k, bounds, item));
  line(fmt::format("mine.end[{}] = {}[{} + 1];", k, bounds, item));
  for (const mapped::CopiedValue& copied : stage_.copied)
    line(fmt::format("{}.of[{}] = {};", copies_.at(&copied), k, expressions_.print(copied.read)));
}

void CudaStagePrinter::staged_chunk(const Counted& items, const std::string& base, const std::string& size,
                                    const std::string& k) {
  line("// Phase 1 (SIMD): the chunk's nodes and the bounds of their rows, to warp-private memory.");
  line(fmt::format("for (int {0} = tile.lane(); {0} < {1}; {0} += W)", k, size));
  line("{");
  copy_item(items.at(base + " + " + k), k);
  line("}");
  line("tile.sync();  // the chunk is complete");
}

// The condition of the body, asked by the lane that copies the item.
void CudaStagePrinter::packed_chunk(const Counted& items, const std::string& base, const std::string& whole,
                                    const std::string& size) {
  const std::string k = names_.fresh("k"), acts = names_.fresh("acts"), place = names_.fresh("place"),
                    item = name(stage_.item);
  line(
      "// Phase 1 (SIMD): the nodes of the chunk that take part and the bounds of their rows, to warp-private memory.");
  line(fmt::format("int {} = 0;", size));
  line(fmt::format("for (int {0} = 0; {0} < {1}; {0} += W)", k, whole));
  line("{");
  line(fmt::format("node_t {} = no_node;", item));
  line(fmt::format("bool {} = false;", acts));
  line(fmt::format("if ({} + tile.lane() < {})", k, whole));
  line("{");
  line(fmt::format("{} = {};", item, items.at(fmt::format("{} + {} + tile.lane()", base, k))));
  line(fmt::format("{} = {};", acts, expressions_.print(stage_.body.front()->condition)));
  line("}");
  line(fmt::format("const int {} = tile.place({}, {});", place, acts, size));
  line(fmt::format("if ({})", acts));
  line("{");
  copy_item("", place);
  line("}");
  line("}");
  line("tile.sync();  // the chunk is complete");
}

}  // namespace maxwarp::emit
