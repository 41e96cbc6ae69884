// What the graph tests share: files in a folder of their own, graphs from short texts, edges as triples.
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <tuple>
#include <vector>

#include "runtime/graph/graph.h"
#include "runtime/graph/parallel.h"
#include "runtime/graph/read/read.h"

namespace maxwarp::test {

/// A folder that lives as long as the test.
class Folder {
 public:
  Folder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "maxwarp-graph-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  /// Path of `name` in the folder.
  std::string at(const std::string& name) const { return path_ + "/" + name; }
  /// Writes a file; returns its path.
  std::string write(const std::string& name, const std::string& text) const {
    // Truncating a file makes some file systems write to the disk at once; removing it does not.
    std::filesystem::remove(at(name));
    std::ofstream(at(name), std::ios::binary) << text;
    return at(name);
  }

 private:
  std::string path_;
};

/// Another number of threads, as long as it lives.
class Threads {
 public:
  explicit Threads(int count) { use_threads(count); }
  ~Threads() { use_threads(0); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
};

using Edge = std::tuple<std::int64_t, std::int64_t, double>;

/// The edges in row order by their labels; weight 1 where there are none.
inline std::vector<Edge> labelled_edges(const Graph& graph) {
  std::vector<Edge> edges;
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      edges.emplace_back(graph.labels[v], graph.labels[graph.targets[e]], graph.weight(e));
  return edges;
}

/// A graph from pairs of nodes, without weights.
inline Graph graph_of(node_t nodes, const std::vector<std::pair<node_t, node_t>>& pairs) {
  EdgeList list;
  list.nodes = nodes;
  for (auto [source, target] : pairs) {
    list.sources.push_back(source);
    list.targets.push_back(target);
  }
  return build_graph(list);
}

/// A graph from triples with Int weights.
inline Graph weighted_graph_of(node_t nodes, const std::vector<std::tuple<node_t, node_t, int>>& triples) {
  EdgeList list;
  list.nodes = nodes;
  list.weight_kind = WeightKind::Int;
  for (auto [source, target, weight] : triples) {
    list.sources.push_back(source);
    list.targets.push_back(target);
    list.weights.push_back(weight);
  }
  return build_graph(list);
}

/// Element types of binary files, short because their tests list many values.
using I = std::int32_t;
using L = std::int64_t;

/// The values one after the other, as a binary file has them.
template <typename... T>
std::string bytes_of(T... values) {
  std::string bytes;
  (bytes.append(reinterpret_cast<const char*>(&values), sizeof values), ...);
  return bytes;
}

/// Reads `text` as a file called `name`.
inline Result<ReadGraph> read_text_as(const std::string& name, const std::string& text,
                                      const ReadOptions& options = {}) {
  Folder folder;
  return read_graph(folder.write(name, text), options);
}

}  // namespace maxwarp::test
