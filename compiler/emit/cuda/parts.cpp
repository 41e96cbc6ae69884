// Stages whose items go to teams of several sizes: bins of items, and the operator as a function that any team may
// call.
#include <fmt/format.h>

#include "compiler/emit/cuda/stage.h"
#include "compiler/emit/words.h"

namespace maxwarp::emit {

using mapped::TeamKind;

namespace {

std::string type_of(const mapped::Part& part) {
  switch (part.kind) {
    case TeamKind::Lane: return "Lane";
    case TeamKind::Tile: return fmt::format("Tile<{}>", part.width);
    default: return "Block";
  }
}

const char* plural_of(const mapped::Part& part) {
  switch (part.kind) {
    case TeamKind::Lane: return "the threads, each its own";
    case TeamKind::Tile: return "the warps";
    default: return "the block, one after the other";
  }
}

}  // namespace

// The item itself is passed last, with the edge and the neighbor where an item is an edge.
std::vector<const ir::Symbol*> CudaStagePrinter::item_symbols() {
  std::vector<const ir::Symbol*> symbols{stage_.item, stage_.first, stage_.end, stage_.target};
  std::erase_if(symbols, [&](const ir::Symbol* symbol) { return !uses(symbol); });
  return symbols;
}

// What the operator names of the kernel, and what its threads collect.
std::string CudaStagePrinter::operator_function() {
  std::vector<std::string> list = parameters_of(operator_interface_of(program_, stage_));
  for (const mapped::Accumulator& part : stage_.accumulators)
    list.push_back(fmt::format(
        "{}& {}",
        part.wide ? wide_type(part.reduction, part.partial->type.scalar) : element_type(part.cell->type.scalar),
        name(part.partial)));
  for (const mapped::Batch& batch : stage_.batches)
    list.push_back(fmt::format("{}& {}", batch_type(program_names_, batch), name(batch.batch)));
  for (const ir::Symbol* symbol : item_symbols())
    list.push_back(fmt::format("{} {}", value_type(symbol->type.scalar), name(symbol)));
  text_.clear();
  statements(stage_.operation());
  const bool teams = !stage_.team.parts.empty();
  if (teams) list.insert(list.begin(), words_of(text_).contains("team") ? "const Team& team" : "const Team&");
  const std::string what = fmt::format("{} of `{}`{}", stage_.target ? "one edge" : "one item",
                                       program_names_.of(stage_), teams && !stage_.target ? ", by a team" : "");
  const char* head = stage_.by_index
                         ? (teams ? "template <typename edge_t, class Team>\n" : "template <typename edge_t>\n")
                     : teams ? "template <class Team>\n"
                             : "";
  return fmt::format("{}{}__device__ __forceinline__ void {}({}) {{\n{}}}\n\n",
                     line_comment(program_, stage_.location, what), head, program_names_.operator_of(stage_),
                     fmt::join(list, ", "), text_);
}

void CudaStagePrinter::items_body() {
  if (!stage_.outlined) return FunctionPrinter::items_body();
  call_operator("", name(stage_.item));
}

// `team` is empty for the thread itself.
void CudaStagePrinter::call_operator(const std::string& team, const std::string& item) {
  const Interface interface = operator_interface_of(program_, stage_);
  std::vector<std::string> list;
  if (!team.empty()) list.push_back(team);
  if (interface.graph) list.push_back("graph");
  for (const auto& [storage, written] : interface.storages) list.push_back(name(storage->symbol));
  for (const ir::Symbol* scalar : interface.scalars) list.push_back(name(scalar));
  for (const mapped::Accumulator& partial : stage_.accumulators) list.push_back(name(partial.partial));
  for (const mapped::Batch& batch : stage_.batches) list.push_back(name(batch.batch));
  for (const ir::Symbol* symbol : item_symbols()) list.push_back(symbol == stage_.item ? item : name(symbol));
  line(fmt::format("{}{}({});", program_names_.operator_of(stage_), stage_.outlined->by_index ? "<edge_t>" : "",
                   fmt::join(list, ", ")));
}

// Each thread finds the bin of its item; whether it keeps the item is in `alone`.
void CudaStagePrinter::fill_bins(const Counted& items, const std::string& base, const std::string& end) {
  line("// Phase 1: one item per thread; those with much work wait for larger teams.");
  line("bins.start();");
  line("bool alone = false;");
  line(fmt::format("if ({} + threadIdx.x < {})", base, end));
  line("{");
  line(fmt::format("const {} {} = {};", value_type(stage_.item->type.scalar), name(stage_.item),
                   items.at(base + " + threadIdx.x")));
  if (stage_.team.packed) line(fmt::format("if ({})", expressions_.print(stage_.body.front()->condition)));
  line(fmt::format("alone = !bins.add({});", expressions_.print(stage_.team.work)));
  line("}");
  line("bins.filled();");
}

void CudaStagePrinter::by_size() {
  const Counted items = counted();
  const std::string base = names_.fresh("base"), count = names_.fresh("count"), k = names_.fresh("k");
  std::string limits;
  for (std::size_t part = 0; part + 1 < stage_.team.parts.size(); ++part)
    limits += fmt::format(", {}", stage_.team.parts[part].least);
  line(fmt::format("__shared__ Bins<{}{}> bins;", program_names_.policy().block(stage_.block), limits));
  line(fmt::format("const std::int64_t {} = {};", count, items.count));
  Span span{"thread_index() - threadIdx.x", count};
  std::string stride = "thread_count()";
  if (stage_.work_counter) {
    line("const Block block;");
    span = pieces("block", "block.count()", "blockDim.x", count);
    stride = "blockDim.x";
  }
  line(fmt::format("for (std::int64_t {0} = {1}; {0} < {2}; {0} += {3})", base, span.begin, span.end, stride));
  line("{");
  fill_bins(items, base, span.end);
  for (std::size_t part = 0; part < stage_.team.parts.size(); ++part) {
    const mapped::Part& team = stage_.team.parts[part];
    const bool last = part + 1 == stage_.team.parts.size(), tile = team.kind == TeamKind::Tile;
    line(fmt::format("// Phase {}: items for {}.", part + 2, plural_of(team)));
    if (last)
      line("if (alone)");
    else
      line(fmt::format("for (int {0} = {1}; {0} < bins.size({2}); {3})", k,
                       tile ? fmt::format("threadIdx.x / {}", team.width) : "0", part,
                       tile ? fmt::format("{} += blockDim.x / {}", k, team.width) : "++" + k));
    line("{");
    call_operator(type_of(team) + "{}",
                  items.at(base + (last ? " + threadIdx.x" : fmt::format(" + bins.at({}, {})", part, k))));
    line("}");
  }
  line("bins.done();");
  line("}");
  close(span);
}

}  // namespace maxwarp::emit
