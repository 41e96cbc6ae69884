// Real graphs and outside answers, where they are at hand: counts of a published table, LDBC's example, the
// GAP benchmark's small graph in all its formats.
#include <cstdlib>
#include <map>
#include <sstream>

#include "runtime/graph/info.h"
#include "runtime/graph/options.h"
#include "runtime/graph/read/file.h"
#include "runtime/reference/reference.h"
#include "support.h"

namespace maxwarp::test {
namespace {

/// A file of the shared folder: of the environment's MAXWARP_SHARED_DIR, else of the one built in.
std::string shared(const std::string& path) {
  const char* folder = std::getenv("MAXWARP_SHARED_DIR");
  return std::string(folder ? folder : MAXWARP_SHARED_DIR) + "/" + path;
}

#define NEEDS_FILE(path) \
  if (!file_exists(path)) GTEST_SKIP() << path << " is not at hand (set MAXWARP_SHARED_DIR)"

struct RealGraph {
  const char *file, *format;
  node_t nodes;
  edge_t edges;
  std::int64_t max_outdegree, max_indegree;
  edge_t self_loops;
  bool symmetric;
  WeightKind weights;
  std::int64_t triangles;
  node_t components, largest;
};

class RealGraphs : public testing::TestWithParam<RealGraph> {};

TEST_P(RealGraphs, HaveTheirPublishedCounts) {
  const RealGraph& expected = GetParam();
  NEEDS_FILE(shared(expected.file));
  auto read = read_graph(shared(expected.file));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->format, expected.format);
  EXPECT_EQ(read->graph.weight_kind, expected.weights);
  GraphStatistics facts = statistics(read->graph);
  EXPECT_EQ(facts.nodes, expected.nodes);
  EXPECT_EQ(facts.edges, expected.edges);
  EXPECT_EQ(facts.max_outdegree, expected.max_outdegree);
  EXPECT_EQ(facts.max_indegree, expected.max_indegree);
  EXPECT_EQ(facts.self_loops, expected.self_loops);
  EXPECT_EQ(facts.symmetric, expected.symmetric);
  EXPECT_EQ(facts.components, expected.components);
  EXPECT_EQ(facts.largest_component, expected.largest);
  EXPECT_EQ(reference::triangles(view(read->graph)), expected.triangles);
}

INSTANTIATE_TEST_SUITE_P(Table, RealGraphs,
                         testing::Values(RealGraph{"graphs/USA-road-d.NY.gr.xz", "DIMACS", 264346, 730100, 8, 8, 0,
                                                   true, WeightKind::Int, 6529, 1, 264346},
                                         RealGraph{"graphs/web-NotreDame.txt.gz", "edge list", 325729, 1497134, 3445,
                                                   10721, 27455, false, WeightKind::None, 8910005, 1, 325729},
                                         RealGraph{"graphs/amazon0601.txt.xz", "edge list", 403394, 3387388, 10, 2751,
                                                   0, false, WeightKind::None, 3986507, 7, 403364},
                                         RealGraph{"graphs/mdual.graph.xz", "METIS", 258569, 2 * 513132, 4, 4, 0, true,
                                                   WeightKind::None, 21635, 1, 258569},
                                         RealGraph{"graphs/USA-road.BAY.tw.gr.xz", "PACE", 321270, 2 * 397415, 7, 7, 0,
                                                   true, WeightKind::None, 5505, 1, 321270},
                                         RealGraph{"graphs/bremen_dist.gr.xz", "DIMACS", 40461, 86475, 5, 6, 305, false,
                                                   WeightKind::Int, 1147, 343, 33419}),
                         [](const auto& info) {
                           std::string name = info.param.file;
                           name = name.substr(name.find('/') + 1);
                           std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

/// The rest of the table without the counting of triangles, whose oracle takes long; through all of `info`. Self-loops
/// that the table does not tell were counted with awk.
struct TableRow {
  const char* file;
  node_t nodes;
  edge_t edges, self_loops;
  std::int64_t max_outdegree, max_indegree;
  node_t components, largest;
};

class TableRows : public testing::TestWithParam<TableRow> {};

TEST_P(TableRows, AreDescribed) {
  const TableRow& expected = GetParam();
  GraphOptions options;
  options.graph = shared(std::string("graphs/") + expected.file);
  NEEDS_FILE(options.graph);
  auto loaded = load_graph(options);
  ASSERT_TRUE(loaded) << loaded.error();
  const GraphInfo info = describe(loaded->graph);
  EXPECT_EQ(info.facts.nodes, expected.nodes);
  EXPECT_EQ(info.facts.edges, expected.edges);
  EXPECT_EQ(info.facts.self_loops, expected.self_loops);
  EXPECT_EQ(info.facts.max_outdegree, expected.max_outdegree);
  EXPECT_EQ(info.facts.max_indegree, expected.max_indegree);
  EXPECT_EQ(info.facts.components, expected.components);
  EXPECT_EQ(info.facts.largest_component, expected.largest);
  std::int64_t in_bins = 0;
  for (std::int64_t count : info.in.bins) in_bins += count;
  EXPECT_EQ(in_bins, expected.nodes);
}

// PACE lists each edge once: both directions are read, so the largest degree is that of the simple graph.
INSTANTIATE_TEST_SUITE_P(Table, TableRows,
                         testing::Values(TableRow{"USA-road.FLA.tw.gr.xz", 1070376, 2 * 1343951, 0, 8, 8, 1, 1070376},
                                         TableRow{"USA-road.NE.tw.gr.xz", 1524453, 2 * 1934010, 0, 9, 9, 1, 1524453},
                                         TableRow{"luxembourg_osm.txt.xz", 114599, 119666, 0, 4, 5, 1, 114599},
                                         TableRow{"ego-Twitter.txt.xz", 81306, 1768149, 14, 1205, 3383, 1, 81306},
                                         TableRow{"soc-Slashdot0902.txt.xz", 82168, 948464, 78303, 2511, 2553, 1,
                                                  82168},
                                         TableRow{"soc-Epinions1.txt.gz", 75879, 508837, 0, 1801, 3035, 2, 75877},
                                         TableRow{"facebook_combined.txt.xz", 4039, 88234, 0, 1043, 251, 1, 4039},
                                         TableRow{"cit-HepPh.txt.xz", 34546, 421578, 44, 411, 846, 61, 34401},
                                         TableRow{"cnr-2000.txt.xz", 325557, 3216152, 87442, 2716, 18235, 1, 325557},
                                         TableRow{"p2p-Gnutella31.txt.xz", 62586, 147892, 0, 78, 68, 12, 62561},
                                         TableRow{"delaunay_n16.txt.xz", 65536, 196575, 0, 14, 14, 1, 65536},
                                         TableRow{"yago-taxonomy.txt.xz", 568293, 569628, 0, 5, 44938, 5, 568265}),
                         [](const auto& info) {
                           std::string name = info.param.file;
                           std::erase_if(name, [](char c) { return !std::isalnum(static_cast<unsigned char>(c)); });
                           return name;
                         });

TEST(RealFiles, DenseCountsTheIdsThatDoNotOccur) {
  std::string path = shared("graphs/soc-Epinions1.txt.gz");
  NEEDS_FILE(path);
  EXPECT_EQ(read_graph(path)->graph.nodes, 75879);
  ReadOptions options;
  options.dense = true;
  EXPECT_EQ(read_graph(path, options)->graph.nodes, 75888);
}

TEST(RealFiles, LevelsInNewYork) {
  NEEDS_FILE(shared("suites/chai-road/NYR-bfs-from-0.out.xz"));
  auto text = read_file(shared("suites/chai-road/NYR-bfs-from-0.out.xz"));
  ASSERT_TRUE(text) << text.error();
  auto read = read_graph(shared("graphs/USA-road-d.NY.gr.xz"));
  ASSERT_TRUE(read) << read.error();
  auto level = reference::bfs_levels(view(read->graph), 0);
  std::istringstream lines(*text);
  std::size_t count = 0, v = 0;
  std::int64_t value = 0;
  lines >> count;
  ASSERT_EQ(count, level.size());
  for (std::size_t i = 0; i < count && lines >> v >> value; ++i) ASSERT_EQ(level.at(v), value) << v;
  ASSERT_TRUE(lines);
}

/// `vertex value` lines by vertex.
std::map<std::int64_t, double> expected_values(const std::string& path) {
  std::map<std::int64_t, double> values;
  std::ifstream file(path);
  std::int64_t vertex;
  std::string value;
  while (file >> vertex >> value)
    values[vertex] = value == "Infinity" || value == "9223372036854775807" ? infinity<double>() : std::stod(value);
  return values;
}

struct Example {
  const char* name;
  std::int64_t source;
};

class GraphalyticsExample : public testing::TestWithParam<Example> {};

TEST_P(GraphalyticsExample, HasItsPublishedResults) {
  std::string stem = shared(std::string("suites/ldbc-graphalytics/") + GetParam().name);
  NEEDS_FILE(stem + ".v");
  auto read = read_graph(stem + ".properties");
  ASSERT_TRUE(read) << read.error();
  const Graph& graph = read->graph;
  GraphView rows = view(graph);
  node_t source = graph.labels.find(GetParam().source, graph.nodes);
  auto level = reference::bfs_levels(rows, source);
  auto distance = reference::shortest_paths(rows, graph.double_weights.data(), source);
  auto rank = reference::pagerank(rows, 0.85, 0, 2).rank;
  ASSERT_TRUE(distance);
  std::size_t checked = 0;
  for (auto [vertex, value] : expected_values(stem + "-BFS")) {
    std::int32_t found = level.at(graph.labels.find(vertex, graph.nodes));
    EXPECT_EQ(found == infinity<int>() ? infinity<double>() : found, value) << vertex;
    ++checked;
  }
  for (auto [vertex, value] : expected_values(stem + "-SSSP")) {
    double found = distance->at(graph.labels.find(vertex, graph.nodes));
    EXPECT_TRUE(found == value || std::abs(found - value) <= 1e-4 * value) << vertex << " " << found << " " << value;
    ++checked;
  }
  for (auto [vertex, value] : expected_values(stem + "-PR")) {
    EXPECT_NEAR(rank.at(graph.labels.find(vertex, graph.nodes)), value, 1e-4 * value) << vertex;
    ++checked;
  }
  for (auto [vertex, value] : expected_values(stem + "-WCC"))
    EXPECT_EQ(reference::components(rows).at(graph.labels.find(vertex, graph.nodes)),
              graph.labels.find(static_cast<std::int64_t>(value), graph.nodes));
  EXPECT_EQ(checked, 3 * static_cast<std::size_t>(graph.nodes));
}

INSTANTIATE_TEST_SUITE_P(Ldbc, GraphalyticsExample,
                         testing::Values(Example{"example-directed", 1}, Example{"example-undirected", 2}),
                         [](const auto& info) { return std::string(info.param.name).substr(8); });

TEST(RealFiles, GapsSmallGraphIsTheSameInAllFormats) {
  for (const char* file : {"4.el", "4.wel", "4.gr", "4.mtx"}) {
    GraphOptions options;
    options.graph = shared(std::string("suites/gapbs/graphs/") + file);
    NEEDS_FILE(options.graph);
    options.dense = std::string_view(file).ends_with("el");  // node 5 has no edge, so no line in an edge list
    options.self_loops = SelfLoops::Drop;
    options.duplicates = Duplicates::First;
    auto loaded = load_graph(options);
    ASSERT_TRUE(loaded) << loaded.error();
    EXPECT_EQ(loaded->graph.nodes, 14) << file;
    EXPECT_EQ(loaded->graph.edges(), 53) << file;
  }
}

}  // namespace
}  // namespace maxwarp::test
