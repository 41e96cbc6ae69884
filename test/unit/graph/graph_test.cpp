// Rows, columns, edge sources, sorted rows, and the transforms.
#include "maxwarp/outliers.h"
#include "maxwarp/split.h"
#include "runtime/graph/transform.h"
#include "support.h"

namespace maxwarp::test {
namespace {

template <typename T>
std::vector<T> copied(const T* begin, std::int64_t count) {
  return std::vector<T>(begin, begin + count);
}

TEST(Graph, EmptyGraphHasAView) {
  Graph graph;
  add_forms(graph, FormRows | FormColumns | FormEdgeSources | FormSortedRows | FormTwins);
  GraphView all = view(graph);
  EXPECT_EQ(all.nodes, 0);
  EXPECT_EQ(all.edges, 0);
  EXPECT_EQ(all.row_offsets[0], 0);
  EXPECT_EQ(all.column_offsets[0], 0);
  constexpr unsigned forms = FormRows | FormColumns | FormEdgeSources | FormSortedRows | FormTwins;
  EXPECT_EQ(all.forms, forms | FormOwnNumbers);  // there is no node whose number could be missing
}

TEST(Graph, TwinsAreTheEdgesBack) {
  // 0: edges 0, 1, 2 to 2, 1, 2; 1: edge 3 to 0; 2: edges 4, 5, 6 to 0, 2, 0.
  Graph graph = graph_of(3, {{0, 2}, {0, 1}, {0, 2}, {1, 0}, {2, 0}, {2, 2}, {2, 0}});
  add_forms(graph, FormTwins);
  EXPECT_EQ(copied(view(graph).twins, 7), (std::vector<edge_t>{4, 3, 6, 1, 0, 5, 2}));
}

TEST(Graph, MoreEdgesInOneDirectionShareTheLastTwin) {
  Graph graph = graph_of(2, {{0, 1}, {0, 1}, {1, 0}});
  add_forms(graph, FormTwins);
  EXPECT_EQ(copied(view(graph).twins, 3), (std::vector<edge_t>{2, 2, 0}));
}

TEST(Graph, AnEdgeWithoutOneBackHasNoTwin) {
  Graph graph = graph_of(3, {{0, 1}, {0, 2}, {2, 0}});
  add_forms(graph, FormTwins);
  EXPECT_EQ(copied(view(graph).twins, 3), (std::vector<edge_t>{no_edge, 2, 1}));
}

TEST(Graph, ColumnsListTheEdgesByTarget) {
  Graph graph = graph_of(3, {{0, 2}, {0, 1}, {2, 1}, {1, 1}});
  EXPECT_EQ(view(graph).forms, unsigned(FormRows));
  EXPECT_EQ(view(graph).column_offsets, nullptr);
  add_forms(graph, FormColumns);
  GraphView columns = view(graph);
  EXPECT_EQ(columns.forms, unsigned(FormRows | FormColumns));
  EXPECT_EQ(copied(columns.column_offsets, 4), (std::vector<edge_t>{0, 0, 3, 4}));
  EXPECT_EQ(copied(columns.sources, 4), (std::vector<node_t>{0, 1, 2, 0}));
  EXPECT_EQ(copied(columns.column_edges, 4), (std::vector<edge_t>{1, 2, 3, 0}));
  EXPECT_EQ(columns.max_outdegree, 2);
  EXPECT_EQ(columns.max_indegree, 3);
}

TEST(Graph, EdgeSourcesRepeatTheRow) {
  Graph graph = graph_of(3, {{2, 0}, {0, 2}, {0, 1}});
  add_forms(graph, FormEdgeSources);
  EXPECT_EQ(copied(view(graph).edge_sources, 3), (std::vector<node_t>{0, 0, 2}));
}

TEST(Graph, SortedRowsMoveTheWeightsAndRemakeTheColumns) {
  Graph graph = weighted_graph_of(3, {{0, 2, 5}, {0, 1, 6}, {0, 2, 4}, {1, 0, 7}});
  add_forms(graph, FormColumns);
  add_forms(graph, FormSortedRows);
  EXPECT_EQ(labelled_edges(graph), (std::vector<Edge>{{0, 1, 6}, {0, 2, 5}, {0, 2, 4}, {1, 0, 7}}));
  EXPECT_EQ(view(graph).forms, unsigned(FormRows | FormColumns | FormSortedRows));
  EXPECT_EQ(copied(view(graph).column_edges, 4), (std::vector<edge_t>{3, 0, 1, 2}));
}

TEST(Graph, EdgeListAndBack) {
  Graph graph = weighted_graph_of(3, {{2, 1, -3}, {0, 2, 5}});
  EXPECT_EQ(labelled_edges(build_graph(to_edge_list(graph))), labelled_edges(graph));
}

TEST(Labels, AreFoundOrNot) {
  Labels contiguous{5, {}}, listed{3, {3, 10, 400}};
  EXPECT_EQ(contiguous.find(5, 2), 0);
  EXPECT_EQ(contiguous.find(6, 2), 1);
  EXPECT_EQ(contiguous.find(7, 2), no_node);
  EXPECT_EQ(contiguous.find(4, 2), no_node);
  EXPECT_EQ(contiguous.find(5, 0), no_node);
  EXPECT_EQ(contiguous.find(INT64_MIN, 2), no_node);
  EXPECT_EQ(listed.find(400, 3), 2);
  EXPECT_EQ(listed.find(11, 3), no_node);
}

TEST(Transform, SelfLoopsAreDropped) {
  Graph graph = weighted_graph_of(2, {{0, 0, 1}, {0, 1, 2}, {1, 1, 3}, {0, 0, 4}});
  EXPECT_EQ(count_self_loops(graph), 3);
  EXPECT_EQ(drop_self_loops(graph), 3);
  EXPECT_EQ(labelled_edges(graph), (std::vector<Edge>{{0, 1, 2}}));
  EXPECT_EQ(graph.max_indegree, 1);
}

TEST(Transform, DuplicatesAreMergedAtTheFirstPlace) {
  const Graph graph = weighted_graph_of(3, {{0, 1, 5}, {0, 2, 1}, {0, 1, 3}, {0, 1, 4}, {2, 1, 9}});
  struct Case {
    Duplicates policy;
    double weight;
  };
  for (Case c : {Case{Duplicates::First, 5}, Case{Duplicates::Min, 3}, Case{Duplicates::Sum, 12}}) {
    Graph merged = graph;
    EXPECT_EQ(*merge_duplicates(merged, c.policy), 2);
    EXPECT_EQ(labelled_edges(merged), (std::vector<Edge>{{0, 1, c.weight}, {0, 2, 1}, {2, 1, 9}}));
    EXPECT_EQ(merged.weight_kind, WeightKind::Int);
  }
  Graph kept = graph;
  EXPECT_EQ(*merge_duplicates(kept, Duplicates::Keep), 0);
  EXPECT_EQ(count_duplicates(kept), 2);
}

TEST(Transform, ASumBeyondIntBecomesDouble) {
  Graph graph = weighted_graph_of(2, {{0, 1, 2000000000}, {0, 1, 2000000000}, {1, 0, 1}});
  ASSERT_TRUE(merge_duplicates(graph, Duplicates::Sum));
  EXPECT_EQ(graph.weight_kind, WeightKind::Double);
  EXPECT_EQ(labelled_edges(graph), (std::vector<Edge>{{0, 1, 4e9}, {1, 0, 1}}));
}

TEST(Transform, ASumMayLeaveIntOnTheWay) {
  Graph graph = weighted_graph_of(2, {{0, 1, 2000000000}, {0, 1, 2000000000}, {0, 1, -2000000000}});
  ASSERT_TRUE(merge_duplicates(graph, Duplicates::Sum));
  EXPECT_EQ(graph.int_weights, std::vector<std::int32_t>{2000000000});
}

TEST(Transform, ASumBeyondDoubleIsRefused) {
  EdgeList list{4, {3, 2, 2, 2}, {0, 0, 1, 1}, {1, 1e308, 1e308, 1e308}, WeightKind::Double};
  Graph graph = build_graph(list, Labels{10, {}});
  EXPECT_EQ(merge_duplicates(graph, Duplicates::Sum).error(),
            "--duplicates=sum: the weights of the edges from 12 to 11 add up to more than a double holds; "
            "take --duplicates=min or --duplicates=first");
}

TEST(Transform, SymmetrizeAddsTheOtherDirectionBehind) {
  Graph graph = weighted_graph_of(3, {{0, 1, 5}, {2, 0, 6}, {1, 1, 7}});
  graph.labels.first = 10;
  EXPECT_EQ(symmetrize(graph), 2);
  EXPECT_EQ(labelled_edges(graph),
            (std::vector<Edge>{{10, 11, 5}, {10, 12, 6}, {11, 11, 7}, {11, 10, 5}, {12, 10, 6}}));
  EXPECT_TRUE(is_symmetric(graph, true));
  EXPECT_EQ(symmetrize(graph), 0);
}

TEST(Transform, SymmetrizeTreatsDifferentWeightsAsDifferentEdges) {
  Graph graph = weighted_graph_of(2, {{0, 1, 3}, {1, 0, 5}});
  EXPECT_TRUE(is_symmetric(graph));
  EXPECT_FALSE(is_symmetric(graph, true));
  EXPECT_EQ(symmetrize(graph), 2);
  ASSERT_TRUE(merge_duplicates(graph, Duplicates::Min));
  EXPECT_EQ(labelled_edges(graph), (std::vector<Edge>{{0, 1, 3}, {1, 0, 3}}));
}

TEST(Facts, SymmetryCountsRepeats) {
  EXPECT_TRUE(is_symmetric(graph_of(2, {{0, 1}, {1, 0}, {0, 0}})));
  EXPECT_FALSE(is_symmetric(graph_of(2, {{0, 1}, {1, 0}, {0, 1}})));
  EXPECT_FALSE(is_symmetric(graph_of(3, {{0, 1}, {1, 2}, {2, 0}})));
  EXPECT_TRUE(is_symmetric(Graph{}));
}

TEST(Facts, StatisticsDescribeTheGraph) {
  Graph graph = graph_of(6, {{0, 1}, {0, 1}, {1, 2}, {3, 3}, {5, 3}});
  GraphStatistics facts = statistics(graph);
  EXPECT_EQ(facts.self_loops, 1);
  EXPECT_EQ(facts.duplicates, 1);
  EXPECT_EQ(facts.max_outdegree, 2);
  EXPECT_EQ(facts.max_indegree, 2);
  EXPECT_DOUBLE_EQ(facts.mean_outdegree, 5.0 / 6);
  EXPECT_EQ(facts.isolated, 1);
  EXPECT_EQ(facts.components, 3);
  EXPECT_EQ(facts.largest_component, 3);
  EXPECT_FALSE(facts.symmetric);
  EXPECT_EQ(largest_component(graph), (std::vector<node_t>{0, 1, 2}));
}

/// Of `nodes` nodes the first `many` have `degree` edges, the others one.
std::int64_t outlier_degree_of(node_t nodes, node_t many, edge_t degree) {
  std::vector<edge_t> offsets{0};
  for (node_t v = 0; v < nodes; ++v) offsets.push_back(offsets.back() + (v < many ? degree : 1));
  return outlier_degree(offsets.data(), nodes);
}

TEST(Graph, OneNodeInSixtyFourMayBeAnOutlier) {
  EXPECT_EQ(outlier_degree_of(0, 0, 0), 32);
  EXPECT_EQ(outlier_degree_of(640, 10, 100), 32);
  EXPECT_EQ(outlier_degree_of(640, 11, 100), 128);
  EXPECT_EQ(outlier_degree_of(640, 11, 128), 128);
  EXPECT_EQ(outlier_degree_of(640, 11, 129), 256);
  EXPECT_EQ(outlier_degree_of(100, 100, 40), 64);
  EXPECT_EQ(outlier_degree_of(2, 2, edge_t{1} << 50), std::int64_t{1} << 47);
}

std::int64_t split_degree_of(const std::vector<edge_t>& degrees) {
  std::vector<edge_t> offsets{0};
  for (const edge_t degree : degrees) offsets.push_back(offsets.back() + degree);
  return split_degree(offsets.data(), static_cast<node_t>(degrees.size()));
}

TEST(Graph, RowsAreCutAtTheEndOfTheFullestOfTenBins) {
  EXPECT_EQ(split_degree_of({1181, 1, 2, 3, 118, 0}), 118) << "the largest degrees of [R], Fig. 10";
  EXPECT_EQ(split_degree_of({10, 3, 3, 3, 2, 4}), 3);
  EXPECT_EQ(split_degree_of({1181, 119, 119}), 236) << "119 is in the second bin, 118 in the first";
  EXPECT_EQ(split_degree_of({10, 10, 10, 1}), 10) << "nobody has more";
  EXPECT_EQ(split_degree_of({10, 2, 3}), 2) << "of bins with as many nodes the first counts";
  EXPECT_EQ(split_degree_of({4, 0, 0, 0}), 1) << "one edge at least";
  EXPECT_EQ(split_degree_of({}), 1);
  EXPECT_EQ(split_degree_of({0, 0}), 1);
}

}  // namespace
}  // namespace maxwarp::test
