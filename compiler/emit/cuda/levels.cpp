// Blocks that run what they activate: the loop over levels around the loop over items.
#include <fmt/format.h>

#include "compiler/emit/cuda/stage.h"

namespace maxwarp::emit {

using mapped::TeamKind;

void CudaStagePrinter::levels_begin() {
  const ir::LocalList& local = *stage_.local;
  const std::string places = names_.fresh("places"), own = name(local.symbol);
  line(fmt::format("__shared__ BlockLists<{}> {};", local.places, places));
  line(fmt::format("BlockLevels {}({}, {}, {});", own, places, local.levels, name(stage_.source.list)));
  line("// The worklist, and then what the block itself has activated, level by level.");
  line(fmt::format("while ({}.next())", own));
  line("{");
}

void CudaStagePrinter::levels_end() {
  const std::string own = name(stage_.local->symbol), i = names_.fresh("i");
  if (stage_.local->fenced) line("fence();  // of all who have changed a node, the last sees what all of them have");
  line("}");
  line("// Nodes of a level that is not run.");
  line(fmt::format("for (std::int64_t {0} = {1}.begin(1); {0} < {1}.count(); {0} += {1}.stride(1))", i, own));
  line("{");
  line(fmt::format("const node_t {} = {}.node({});", name(stage_.left_over), own, i));
  statements(stage_.leave);
  line("}");
}

// Where the items of this team begin, and how far apart they are.
CudaStagePrinter::Share CudaStagePrinter::share() {
  if (stage_.local) {
    const std::string own = name(stage_.local->symbol);
    const char* width = stage_.team.kind == TeamKind::Lane    ? "1"
                        : stage_.team.kind == TeamKind::Block ? "blockDim.x"
                                                              : "W";
    return {fmt::format("{}.begin({})", own, width), fmt::format("{}.stride({})", own, width)};
  }
  switch (stage_.team.kind) {
    case TeamKind::Lane: return {"thread_index()", "thread_count()"};
    case TeamKind::Tile: return {"tile.index()", "tile.count()"};
    case TeamKind::Block:
    case TeamKind::BySize: break;
  }
  return {"blockIdx.x", "gridDim.x"};
}

}  // namespace maxwarp::emit
