// What is copied to an engine that has memory of its own: each array of a graph once.
#include "runtime/runner/device_graph.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <utility>

#include "runtime/graph/generate/generate.h"

namespace maxwarp::runner {
namespace {

/// Memory apart from the graph's, which counts what is copied to it.
class CountingEngine final : public Engine {
 public:
  std::string name() const override { return "counting"; }
  std::string description() const override { return "host"; }
  EngineStatus allocate(std::size_t bytes, void** result) override {
    *result = std::malloc(bytes);
    return {};
  }
  void release(void* memory) override { std::free(memory); }
  EngineStatus upload(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
    uploaded += bytes;
    return {};
  }
  EngineStatus download(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
    return {};
  }
  EngineStatus fill(void* memory, int byte, std::size_t bytes) override {
    std::memset(memory, byte, bytes);
    return {};
  }
  EngineStatus synchronize() override { return {}; }
  EngineStatus memory_info(MemoryInfo*) override { return {}; }
  EngineStatus start_timer() override { return {}; }
  EngineStatus stop_timer(double*) override { return {}; }
  std::string error_text(int) const override { return ""; }

  /// Bytes since the last call.
  std::size_t taken() { return std::exchange(uploaded, 0); }
  std::size_t uploaded = 0;
};

void expect_rows(const GraphView& seen, const Graph& graph) {
  ASSERT_EQ(std::memcmp(seen.row_offsets, graph.row_offsets.data(), graph.row_offsets.size() * sizeof(edge_t)), 0);
  ASSERT_EQ(std::memcmp(seen.targets, graph.targets.data(), graph.targets.size() * sizeof(node_t)), 0);
}

TEST(DeviceGraph, ArraysAreCopiedOnce) {
  Graph graph = *generate_graph("rmat:6:4", 1);
  add_forms(graph, FormColumns | FormEdgeSources);
  const std::size_t rows = 65 * sizeof(edge_t), edges = static_cast<std::size_t>(graph.edges());
  CountingEngine engine;
  DeviceGraph copy(engine);
  ASSERT_TRUE(copy.upload(graph, FormRows));
  EXPECT_EQ(engine.taken(), rows + edges * sizeof(node_t));
  ASSERT_TRUE(copy.upload(graph, FormRows | FormColumns));
  EXPECT_EQ(engine.taken(), rows + edges * (sizeof(node_t) + sizeof(edge_t)));
  EXPECT_NE(copy.view().column_offsets, nullptr);
  ASSERT_TRUE(copy.upload(graph, FormRows));
  EXPECT_EQ(copy.view().column_offsets, nullptr);
  ASSERT_TRUE(copy.upload(graph, FormRows | FormColumns | FormEdgeSources));
  EXPECT_EQ(engine.taken(), edges * sizeof(node_t));  // the sources by edge alone
  expect_rows(copy.view(), graph);
}

TEST(DeviceGraph, NarrowArraysReplaceWideOnes) {
  Graph graph = *generate_graph("rmat:6:4", 1);
  CountingEngine engine;
  DeviceGraph copy(engine);
  ASSERT_TRUE(copy.upload(graph, FormRows));
  engine.taken();
  for (int i = 0; i < 2; ++i) {
    ASSERT_TRUE(copy.upload(graph, FormRows | FormNarrow));
    EXPECT_EQ(engine.taken(), i == 0 ? 65 * sizeof(narrow_edge_t) : 0);
    for (node_t v = 0; v <= graph.nodes; ++v) ASSERT_EQ(copy.view().narrow.row_offsets[v], graph.row_offsets[v]);
    EXPECT_EQ(copy.view().row_offsets, nullptr);
  }
  ASSERT_TRUE(copy.upload(graph, FormRows));
  EXPECT_EQ(engine.taken(), 65 * sizeof(edge_t));
  expect_rows(copy.view(), graph);
}

// Another graph may have its arrays where those of the last one were.
TEST(DeviceGraph, AnotherGraphIsCopied) {
  Graph graph = *generate_graph("rmat:6:4", 1);
  CountingEngine engine;
  DeviceGraph copy(engine);
  ASSERT_TRUE(copy.upload(graph, FormRows));
  std::swap(graph.targets[0], graph.targets[graph.edges() - 1]);
  copy.forget();
  ASSERT_TRUE(copy.upload(graph, FormRows));
  expect_rows(copy.view(), graph);
}

}  // namespace
}  // namespace maxwarp::runner
