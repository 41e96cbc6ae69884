// libFuzzer target of one graph format, whose ending is MAXWARP_ENDING: any bytes are a consistent graph or one line
// that says why not. The input becomes a file, so that opening, mapping and decompression are part of it; its length
// chooses the policies. A crash, a hang, an inconsistent graph or a message of several lines is a finding.
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "runtime/graph/options.h"

namespace {

using namespace maxwarp;

constexpr std::string_view ending = MAXWARP_ENDING;

/// Files are named after the process, in memory where there is such a folder.
std::string path_of(std::string_view file_ending) {
  const char* folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  return std::string(folder) + "/maxwarp-fuzz-" + std::to_string(getpid()) + "." + std::string(file_ending);
}

void write(const std::string& path, std::string_view text) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  if (!file || std::fwrite(text.data(), 1, text.size(), file) != text.size() || std::fclose(file) != 0) {
    std::perror(path.c_str());
    std::exit(1);
  }
}

/// Graphalytics has two files: the input up to its first `=` are the vertices, the rest the edges.
void write_input(std::string_view input) {
  if (ending != "v") return write(path_of(ending), input);
  const std::size_t cut = input.find('=');
  write(path_of("v"), input.substr(0, cut));
  write(path_of("e"), cut == std::string_view::npos ? "" : input.substr(cut + 1));
}

void require(bool holds) {
  if (!holds) std::abort();
}

void check(const Graph& graph) {
  const auto edges = static_cast<std::size_t>(graph.edges());
  require(graph.row_offsets.size() == static_cast<std::size_t>(graph.nodes) + 1);
  require(graph.row_offsets[0] == 0 && graph.row_offsets[graph.nodes] == graph.edges());
  for (node_t v = 0; v < graph.nodes; ++v) require(graph.row_offsets[v] <= graph.row_offsets[v + 1]);
  for (std::size_t e = 0; e < edges; ++e) require(graph.targets[e] >= 0 && graph.targets[e] < graph.nodes);
  require(graph.int_weights.size() == (graph.weight_kind == WeightKind::Int ? edges : 0));
  require(graph.double_weights.size() == (graph.weight_kind == WeightKind::Double ? edges : 0));
  for (node_t v = 0; v < graph.nodes; ++v) require(graph.labels.find(graph.labels[v], graph.nodes) == v);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  write_input({reinterpret_cast<const char*>(data), size});
  GraphOptions options;
  options.graph = path_of(ending);
  options.symmetrize = size & 1;
  options.self_loops = size & 2 ? SelfLoops::Drop : SelfLoops::Keep;
  options.duplicates = static_cast<Duplicates>(size >> 2 & 3);
  const auto loaded = load_graph(options);
  if (loaded)
    check(loaded->graph);
  else
    require(!loaded.error().empty() && loaded.error().find('\n') == std::string::npos);
  return 0;
}
