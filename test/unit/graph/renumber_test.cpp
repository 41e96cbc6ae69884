// Orders of nodes, and the graph in another numbering: the same nodes, edges and weights under other numbers.
#include "runtime/graph/renumber.h"

#include <algorithm>
#include <filesystem>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/node_order.h"
#include "support.h"

namespace maxwarp::test {
namespace {

constexpr Numbering numberings[] = {Numbering::Given, Numbering::Neighbors, Numbering::Degree, Numbering::BreadthFirst};

/// 0 -> 4, 3;  1;  2 -> 0;  3 -> 1, 1;  4 -> 4, 2, 1
Graph five_nodes() {
  EdgeList list;
  list.nodes = 5;
  list.sources = {0, 0, 2, 3, 3, 4, 4, 4};
  list.targets = {4, 3, 0, 1, 1, 4, 2, 1};
  list.weights = {1, 2, 3, 4, 5, 6, 7, 8};
  list.weight_kind = WeightKind::Int;
  return build_graph(list);
}

std::vector<node_t> order_of(Numbering numbering) {
  const Graph graph = five_nodes();
  return node_order(view(graph), numbering);
}

TEST(Renumber, Degree) { EXPECT_EQ(order_of(Numbering::Degree), (std::vector<node_t>{4, 0, 3, 2, 1})); }

TEST(Renumber, BreadthFirst) { EXPECT_EQ(order_of(Numbering::BreadthFirst), (std::vector<node_t>{0, 4, 3, 2, 1})); }

// 4 and 3 go after 0; 4 is at place 1 then, with 2 and 1 after it.
TEST(Renumber, Neighbors) { EXPECT_EQ(order_of(Numbering::Neighbors), (std::vector<node_t>{0, 4, 2, 1, 3})); }

TEST(Renumber, GivenKeepsAll) { EXPECT_EQ(order_of(Numbering::Given), (std::vector<node_t>{0, 1, 2, 3, 4})); }

TEST(Renumber, EmptyGraph) {
  const Graph graph = build_graph({});
  for (const Numbering numbering : numberings) EXPECT_EQ(renumber(graph, {numbering, true}).graph.nodes, 0);
}

// Every edge is there with its ends, weight and label, parallel ones in their order, and rows ascend or keep theirs.
void expect_same_graph(bool sorted) {
  for (const char* text : {"rmat:10:12:.6,.15,.15", "star:300", "grid:20:30"}) {
    Graph graph = *generate_graph(text, 7);
    graph.weight_kind = WeightKind::Int;
    graph.int_weights.resize(graph.targets.size());
    for (edge_t e = 0; e < graph.edges(); ++e) graph.int_weights[e] = static_cast<std::int32_t>(e);
    for (const Numbering numbering : numberings) {
      const Renumbered other = renumber(graph, {numbering, sorted});
      ASSERT_EQ(other.graph.edges(), graph.edges());
      for (node_t v = 0; v < graph.nodes; ++v) {
        ASSERT_EQ(other.graph.numbered_nodes[other.graph.own_numbers[v]], v);
        ASSERT_EQ(other.graph.labels[v], graph.labels[other.graph.own_numbers[v]]);
        for (edge_t e = other.graph.row_offsets[v]; e < other.graph.row_offsets[v + 1]; ++e) {
          const edge_t old = other.old_edges[e];
          ASSERT_EQ(other.new_edges[old], e);
          ASSERT_EQ(other.graph.int_weights[e], graph.int_weights[old]);
          ASSERT_EQ(other.graph.own_numbers[other.graph.targets[e]], graph.targets[old]);
          ASSERT_GE(old, graph.row_offsets[other.graph.own_numbers[v]]);
          ASSERT_LT(old, graph.row_offsets[other.graph.own_numbers[v] + 1]);
          if (e == other.graph.row_offsets[v]) continue;
          if (sorted) ASSERT_LE(other.graph.targets[e - 1], other.graph.targets[e]);
          if (!sorted || other.graph.targets[e - 1] == other.graph.targets[e]) ASSERT_LT(other.old_edges[e - 1], old);
        }
      }
    }
  }
}

TEST(Renumber, SameGraphWithSortedRows) { expect_same_graph(true); }
TEST(Renumber, SameGraphWithRowsInTheirOrder) { expect_same_graph(false); }

/// Graphs with small and large levels, nodes that nothing reaches, and loops.
constexpr const char* shapes[] = {"rmat:16:6",    "star:70000",          "chain:300",
                                  "grid:300:300", "uniform:90000:60000", "star:1"};

// On several threads the orders are those of one.
TEST(NodeOrder, ThreadsChangeNothing) {
  for (const char* text : shapes) {
    const Graph graph = *generate_graph(text, 3);
    for (const int count : {1, 3, 8}) {
      const Threads threads(count);
      for (const Numbering numbering : numberings)
        ASSERT_EQ(parallel_node_order(graph, numbering), node_order(view(graph), numbering)) << text << count;
    }
  }
}

TEST(NodeOrder, EdgesOfPiecesOfRowsArrive) {
  const Graph graph = *generate_graph("rmat:14:20:.6,.15,.15", 3);
  const auto with_threads = [&](int count) {
    const Threads threads(count);
    return renumber(graph, {Numbering::Degree, true});
  };
  const Renumbered one = with_threads(1), many = with_threads(8);
  EXPECT_TRUE(std::ranges::equal(one.graph.targets, many.graph.targets));
  EXPECT_TRUE(std::ranges::equal(one.old_edges, many.old_edges));
  EXPECT_EQ(renumber(graph, {Numbering::Degree, false, false}).old_edges.size(), 0u);
}

// A file that holds another order of as many nodes is taken at its word; one that is damaged is written anew.
TEST(NodeOrder, IsKeptInAFile) {
  const Folder kept;
  const std::string folder = kept.at("");
  const auto files = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder)) names.push_back(entry.path().filename());
    return names;
  };
  const Graph graph = five_nodes();
  const std::vector<node_t> right = {4, 0, 3, 2, 1}, other = {0, 1, 2, 3, 4};
  EXPECT_EQ(kept_node_order(graph, Numbering::Degree, folder), right);
  ASSERT_EQ(files().size(), 1u);
  const std::string file = files().front();
  const auto write = [&](const std::string& head, const std::vector<node_t>& order) {
    kept.write(file, head + std::string(reinterpret_cast<const char*>(order.data()), order.size() * sizeof(node_t)));
  };
  write("maxwarp order 1\n", other);
  EXPECT_EQ(kept_node_order(graph, Numbering::Degree, folder), other);
  for (const std::vector<node_t>& damaged :
       {std::vector<node_t>{4, 0, 3, 2}, {4, 0, 3, 2, 2}, {4, 0, 3, 2, 5}, {4, 0, 3, 2, -1}, {4, 0, 3, 2, 1, 0}}) {
    write("maxwarp order 1\n", damaged);
    EXPECT_EQ(kept_node_order(graph, Numbering::Degree, folder), right);
  }
  write("maxwarp order 2\n", other);
  EXPECT_EQ(kept_node_order(graph, Numbering::Degree, folder), right);
  EXPECT_EQ(kept_node_order(graph, Numbering::BreadthFirst, folder), (std::vector<node_t>{0, 4, 3, 2, 1}));
  EXPECT_EQ(files().size(), 2u);
  EXPECT_EQ(kept_node_order(graph, Numbering::Degree, "/none/such"), right);
}

}  // namespace
}  // namespace maxwarp::test
