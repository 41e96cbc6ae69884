// Which graph is used again: that of the same loop with the same arguments, and no other.
#include "maxwarp/kept_graphs.h"

#include <gtest/gtest.h>

#include <functional>

namespace {

using namespace maxwarp;

cudaGraphExec_t new_graph() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t executable = nullptr;
  EXPECT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphInstantiate(&executable, graph, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  return executable;
}

template <typename... Arguments>
GraphKey key_of(const Arguments&... arguments) {
  GraphKey key;
  (key.add(arguments), ...);
  return key;
}

TEST(KeptGraphs, FindsTheGraphOfTheSameArguments) {
  const int first_loop = 0, second_loop = 0;
  std::int32_t level[2];
  KeptGraphs kept;
  EXPECT_EQ(kept.find(&first_loop, key_of(&level[0], 1.5)), nullptr);
  const cudaGraphExec_t graph = new_graph();
  kept.keep(&first_loop, key_of(&level[0], 1.5), graph);
  EXPECT_EQ(kept.find(&first_loop, key_of(&level[0], 1.5)), graph);
  EXPECT_EQ(kept.find(&first_loop, key_of(&level[1], 1.5)), nullptr) << "another array";
  EXPECT_EQ(kept.find(&first_loop, key_of(&level[0], 2.5)), nullptr) << "another value";
  EXPECT_EQ(kept.find(&first_loop, key_of(&level[0])), nullptr) << "fewer arguments";
  EXPECT_EQ(kept.find(&second_loop, key_of(&level[0], 1.5)), nullptr) << "another loop";
}

TEST(KeptGraphs, KeepsTheLastGraphOfEachLoop) {
  const int first_loop = 0, second_loop = 0;
  KeptGraphs kept;
  const cudaGraphExec_t old_graph = new_graph(), other = new_graph(), next = new_graph();
  kept.keep(&first_loop, key_of(1), old_graph);
  kept.keep(&second_loop, key_of(1), other);
  kept.keep(&first_loop, key_of(2), next);
  EXPECT_EQ(kept.find(&first_loop, key_of(1)), nullptr);
  EXPECT_EQ(kept.find(&first_loop, key_of(2)), next);
  EXPECT_EQ(kept.find(&second_loop, key_of(1)), other);
}

TEST(KeptGraphs, EveryPartOfTheViewAndOfListsCounts) {
  const GraphView graph;
  edge_t offsets[1];
  node_t nodes[1];
  const std::function<void(GraphView&)> changes[] = {[](GraphView& g) { g.nodes = 1; },
                                                     [](GraphView& g) { g.edges = 1; },
                                                     [&](GraphView& g) { g.row_offsets = offsets; },
                                                     [&](GraphView& g) { g.targets = nodes; },
                                                     [&](GraphView& g) { g.column_offsets = offsets; },
                                                     [&](GraphView& g) { g.sources = nodes; },
                                                     [&](GraphView& g) { g.column_edges = offsets; },
                                                     [&](GraphView& g) { g.edge_sources = nodes; },
                                                     [&](GraphView& g) { g.twins = offsets; },
                                                     [&](GraphView& g) { g.own_numbers = nodes; },
                                                     [&](GraphView& g) { g.numbered_nodes = nodes; },
                                                     [](GraphView& g) { g.max_outdegree = 1; },
                                                     [](GraphView& g) { g.max_indegree = 1; },
                                                     [](GraphView& g) { g.outlier_outdegree = 1; },
                                                     [](GraphView& g) { g.outlier_indegree = 1; },
                                                     [](GraphView& g) { g.efficient_outwidth = 1; },
                                                     [](GraphView& g) { g.efficient_inwidth = 1; },
                                                     [](GraphView& g) { g.split_outdegree = 1; },
                                                     [](GraphView& g) { g.split_indegree = 1; },
                                                     [](GraphView& g) { g.symmetric = true; },
                                                     [](GraphView& g) { g.forms = 0; }};
  int number = 0;
  for (const auto& change : changes) {
    GraphView other = graph;
    change(other);
    EXPECT_FALSE(key_of(graph) == key_of(other)) << "change " << number++;
  }
  EXPECT_TRUE(key_of(graph) == key_of(GraphView{}));
  std::int32_t size[2];
  EXPECT_FALSE(key_of(Worklist{nodes, &size[0]}) == key_of(Worklist{nodes, &size[1]}));
  EXPECT_FALSE(key_of(NodeSet{nodes, 1}) == key_of(NodeSet{nodes, 2}));
  EXPECT_FALSE(key_of(Pair<int, float>(1, 2)) == key_of(Pair<int, float>(1, 3)));
}

}  // namespace
