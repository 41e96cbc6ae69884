// Conversion of graphs, and names of graph files; all formats are the graph room's.
#include "tools/gdsl/graph_files.h"

#include <filesystem>

#include "runtime/graph/read/file.h"
#include "runtime/graph/write/write.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {

llvm::Error convert_graph(const GraphOptions& options, const std::string& output) {
  const auto loaded = [&] {
    Progress progress("reading " + options.graph);
    return load_graph(options);
  }();
  if (!loaded) return fail("{}", loaded.error());
  Progress progress("writing " + output);
  if (auto failure = write_graph(output, loaded->graph)) return fail("{}", failure->message);
  return llvm::Error::success();
}

std::string graph_stem(const std::string& path) {
  const std::filesystem::path name{std::string(strip_compression(path))};
  return name.stem().string();
}

}  // namespace maxwarp::workbench
