// Good files of every text format.
#include "runtime/graph/write/write.h"
#include "support.h"

namespace maxwarp::test {
namespace {

std::vector<Edge> edges_as(const std::string& name, const std::string& text, const ReadOptions& options = {}) {
  auto read = read_text_as(name, text, options);
  EXPECT_TRUE(read) << read.error();
  return read ? labelled_edges(read->graph) : std::vector<Edge>{};
}

TEST(EdgeListReader, KeepsSparseIdsAsAscendingLabels) {
  auto read = read_text_as("g.el", "# c\n% c\n\n70000000000 5\n5\t9\r\n  9   70000000000  \n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 3);
  EXPECT_EQ(read->graph.labels.list, (std::vector<std::int64_t>{5, 9, 70000000000}));
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{5, 9, 1}, {9, 70000000000, 1}, {70000000000, 5, 1}}));
  EXPECT_EQ(read->graph.weight_kind, WeightKind::None);
}

TEST(EdgeListReader, NumbersFarApartIds) {
  auto edges = edges_as("g.el", "9223372036854775807 0\n0 4611686018427387904\n");
  EXPECT_EQ(edges, (std::vector<Edge>{{0, 4611686018427387904, 1}, {9223372036854775807, 0, 1}}));
}

TEST(EdgeListReader, RowsKeepTheOrderOfTheFile) {
  EXPECT_EQ(edges_as("g.wel", "0 2 5\n1 0 7\n0 1 6\n0 2 4"),
            (std::vector<Edge>{{0, 2, 5}, {0, 1, 6}, {0, 2, 4}, {1, 0, 7}}));
}

TEST(EdgeListReader, IntegerWeightsAreInt) {
  auto read = read_text_as("g.wel", "0 1 -2147483648\n1 0 2147483646\n0 0 +3\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.weight_kind, WeightKind::Int);
  EXPECT_EQ(read->graph.int_weights, (std::vector<std::int32_t>{-2147483647 - 1, 3, 2147483646}));
}

TEST(EdgeListReader, OneWeightThatIsNoIntegerMakesAllDouble) {
  for (const char* weight : {"1.0", "1e0", "2147483647", "-2147483649", "0.1"}) {
    auto read = read_text_as("g.wel", std::string("0 1 3\n1 0 ") + weight + "\n");
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->graph.weight_kind, WeightKind::Double) << weight;
    EXPECT_EQ(read->graph.double_weights, (std::vector<double>{3, std::stod(weight)})) << weight;
  }
}

TEST(EdgeListReader, IntegersThatADoubleHoldsAreWeights) {
  for (const char* weight : {"9007199254740992", "100000000000000000", "-100000000000000000", "+0009007199254740994",
                             "9223372036854775808", "100000000000000000000"}) {
    auto read = read_text_as("g.wel", std::string("0 1 ") + weight + "\n");
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->graph.double_weights, std::vector<double>{std::stod(weight)}) << weight;
  }
}

TEST(EdgeListReader, AWeightedOneWithoutEdgesHasIntWeights) {
  ReadOptions options;
  options.nodes = 3;
  auto read = read_text_as("g.wel", "# none\n", options);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.weight_kind, WeightKind::Int);
}

TEST(EdgeListReader, DenseAddsTheMissingIds) {
  ReadOptions options;
  options.dense = true;
  auto read = read_text_as("g.txt", "2 5\n", options);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 6);
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{2, 5, 1}}));
  options.base = 1;
  read = read_text_as("g.txt", "2 5\n", options);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 5);
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{2, 5, 1}}));
}

TEST(EdgeListReader, NumberOfNodesMayBeGiven) {
  ReadOptions options;
  options.nodes = 10;
  auto read = read_text_as("g.txt", "2 5\n", options);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 10);
  read = read_text_as("g.txt", "# nothing\n", options);
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 10);
  EXPECT_EQ(read->graph.edges(), 0);
}

TEST(MatrixMarketReader, GeneralIsDirected) {
  const char* text = "%%MatrixMarket matrix coordinate integer general\n% c\n3 3 3\n1 2 7\n3 1 8\n\n2 2 9\n";
  EXPECT_EQ(edges_as("g.mtx", text), (std::vector<Edge>{{1, 2, 7}, {2, 2, 9}, {3, 1, 8}}));
}

TEST(MatrixMarketReader, SymmetricStandsForBothDirections) {
  auto read = read_text_as("g.mtx",
                           "%%matrixmarket MATRIX Coordinate Real Symmetric\n3 3 3\n2 1 .5\n3 3 2\n3 2 -1e2\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(labelled_edges(read->graph),
            (std::vector<Edge>{{1, 2, .5}, {2, 1, .5}, {2, 3, -100}, {3, 3, 2}, {3, 2, -100}}));
  EXPECT_EQ(read->graph.symmetric, true);
}

TEST(MatrixMarketReader, SkewSymmetricNegates) {
  EXPECT_EQ(edges_as("g.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 4\n"),
            (std::vector<Edge>{{1, 2, -4}, {2, 1, 4}}));
  auto read = read_text_as("g.mtx",
                           "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -2147483648\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->graph.weight_kind, WeightKind::Double);
  EXPECT_EQ(read->graph.double_weights, (std::vector<double>{2147483648.0, -2147483648.0}));
  read = read_text_as("g.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 -2147483647\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->graph.double_weights, (std::vector<double>{2147483647.0, -2147483647.0}));
  EXPECT_EQ(read->note, "skew-symmetric: each entry in both directions, negated in the other");
  read = read_text_as("g.mtx", "%%MatrixMarket matrix coordinate pattern skew-symmetric\n2 2 1\n2 1\n");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->note, "skew-symmetric: each entry in both directions");
}

TEST(MatrixMarketReader, IntegersOfARealMatrixAreRounded) {
  const auto text = [](const char* field) {
    return "%%MatrixMarket matrix coordinate " + std::string(field) + " general\n2 2 1\n1 2 9007199254740993\n";
  };
  EXPECT_EQ(edges_as("g.mtx", text("real")), (std::vector<Edge>{{1, 2, 9007199254740992.0}}));
  EXPECT_FALSE(read_text_as("g.mtx", text("integer")));
}

TEST(MatrixMarketReader, MayHaveManyNodesInFewBytes) {
  for (const char* name : {"g.mtx", "g.mtx.gz"}) {
    Folder folder;
    const Graph graph = graph_of(10'000'001, {{0, 10'000'000}});
    ASSERT_FALSE(write_graph(folder.at(name), graph));
    auto read = read_graph(folder.at(name));
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->graph.nodes, graph.nodes);
  }
}

TEST(MatrixMarketReader, KeepsItsWeightsWithoutEntries) {
  for (const char* field : {"integer", "real"})
    EXPECT_EQ(read_text_as("g.mtx", std::string("%%MatrixMarket matrix coordinate ") + field + " general\n3 3 0\n")
                  ->graph.weight_kind,
              WeightKind::Int);
}

TEST(MatrixMarketReader, IsKnownByItsBannerInAText) {
  EXPECT_EQ(edges_as("g.txt", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n"),
            (std::vector<Edge>{{1, 2, 1}}));
  EXPECT_EQ(edges_as("g.el", "%%matrixmarket MATRIX coordinate pattern general\n2 2 1\n1 2\n"),
            (std::vector<Edge>{{1, 2, 1}}));
}

TEST(MatrixMarketReader, BaseMayBeZero) {
  ReadOptions options;
  options.base = 0;
  EXPECT_EQ(edges_as("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n0 1\n", options),
            (std::vector<Edge>{{0, 1, 1}}));
}

TEST(DimacsReader, ReadsArcsFromOne) {
  auto read = read_text_as("g.gr", "c hello\np sp 3 2\nc\na 3 1 10\na 1 2 20\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->format, "DIMACS");
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{1, 2, 20}, {3, 1, 10}}));
  EXPECT_EQ(read->graph.labels.find(3, 3), 2);
}

TEST(DimacsReader, ReadsAGraphWithoutEdges) {
  auto read = read_text_as("g.gr", "p sp 5 0\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 5);
  EXPECT_EQ(read->graph.weight_kind, WeightKind::Int);
}

TEST(PaceReader, ReadsEachEdgeInBothDirections) {
  auto read = read_text_as("g.gr", "c\np tw 3 2\n1 2\n3 3\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->format, "PACE");
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{1, 2, 1}, {2, 1, 1}, {3, 3, 1}}));
  EXPECT_EQ(read->graph.symmetric, true);
}

TEST(MetisReader, ReadsALineANodeWithBlankLinesForIsolatedOnes) {
  auto read = read_text_as("g.graph", "% c\n4 2\n2 3\n1\n% c\n1\n\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 4);
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{1, 2, 1}, {1, 3, 1}, {2, 1, 1}, {3, 1, 1}}));
}

TEST(MetisReader, ReadsEdgeWeights) {
  for (const char* format : {"1", "001"})
    EXPECT_EQ(edges_as("g.graph", std::string("2 1 ") + format + "\n2 9\n1 9\n"),
              (std::vector<Edge>{{1, 2, 9}, {2, 1, 9}}));
  EXPECT_EQ(read_text_as("g.graph", "2 0 1\n\n\n")->graph.weight_kind, WeightKind::Int);
}

TEST(MetisReader, PassesOverSizesAndWeightsOfNodes) {
  auto read = read_text_as("g.graph", "2 1 111 2\n50 60 61 2 9\n51 62 63 1 9\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{1, 2, 9}, {2, 1, 9}}));
  EXPECT_EQ(read->note, "weights of nodes ignored");
}

class Graphalytics : public testing::Test {
 protected:
  Graphalytics() {
    folder.write("g.v", "30\n10\n20\n");
    folder.write("g.e", "10 20 0.5\n30 10 2\n");
  }
  std::vector<Edge> read(const std::string& part) {
    auto read = read_graph(folder.at(part));
    EXPECT_TRUE(read) << read.error();
    return read ? labelled_edges(read->graph) : std::vector<Edge>{};
  }
  Folder folder;
};

TEST_F(Graphalytics, IsDirectedWhereThePropertiesSaySo) {
  folder.write("g.properties", "# c\ngraph.g.vertex-file = g.v\ngraph.g.directed = true\n");
  for (const char* part : {"g.v", "g.e", "g.properties"})
    EXPECT_EQ(read(part), (std::vector<Edge>{{10, 20, .5}, {30, 10, 2}}));
}

TEST_F(Graphalytics, ListsUndirectedEdgesOnce) {
  folder.write("g.properties", "graph.g.directed=false\n");
  EXPECT_EQ(read("g.v"), (std::vector<Edge>{{10, 20, .5}, {10, 30, 2}, {20, 10, .5}, {30, 10, 2}}));
}

TEST_F(Graphalytics, FindsVerticesWithFewManyAndNoGaps) {
  const std::pair<const char*, std::vector<Edge>> files[] = {{"5\n6\n7\n", {{5, 7, 1}, {7, 6, 1}}},
                                                             {"5\n7\n6\n9\n", {{5, 7, 1}, {7, 6, 1}}},
                                                             {"5\n7\n6\n9000000000000\n", {{5, 7, 1}, {7, 6, 1}}}};
  folder.write("g.properties", "graph.g.directed = true\n");
  for (const auto& [vertices, edges] : files) {
    folder.write("g.v", vertices);
    folder.write("g.e", "5 7\n7 6\n");
    EXPECT_EQ(read("g.v"), edges);
    for (const char* missing : {"4", "8", "10", "0", "9223372036854775807"}) {
      folder.write("g.e", std::string("5 7\n7 ") + missing + "\n");
      EXPECT_EQ(read_graph(folder.at("g.v")).error(),
                folder.at("g.e") + ":2: vertex " + missing + "; expected one that the .v file lists");
    }
  }
}

TEST_F(Graphalytics, SaysThatItAssumedADirectedGraph) {
  auto read = read_graph(folder.at("g.v"));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->note, "no .properties file: taken as directed");
}

#if !defined(MAXWARP_WITHOUT_ZLIB)
TEST_F(Graphalytics, TakesThePartsThatArePackedAsTheNamedOne) {
  ASSERT_FALSE(write_graph(folder.at("g.v.gz"), graph_of(4, {{3, 0}})));
  for (const char* part : {"g.v.gz", "g.e.gz"}) EXPECT_EQ(read(part), (std::vector<Edge>{{3, 0, 1}})) << part;
  std::filesystem::remove(folder.at("g.v"));
  EXPECT_EQ(read("g.v.gz"), (std::vector<Edge>{{3, 0, 1}}));
  EXPECT_EQ(read_graph(folder.at("g.v")).error(), folder.at("g.v") + ": No such file or directory");
}
#endif

TEST_F(Graphalytics, MayHaveNoEdgesAndNoNodes) {
  folder.write("g.e", "");
  auto read = read_graph(folder.at("g.v"));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 3);
  EXPECT_EQ(read->graph.edges(), 0);
  folder.write("g.v", "");
  read = read_graph(folder.at("g.v"));
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->graph.nodes, 0);
}

TEST_F(Graphalytics, NamesMayHoldAnEqualsSign) {
  ASSERT_FALSE(write_graph(folder.at("a=b.v"), graph_of(2, {{0, 1}})));
  EXPECT_EQ(read("a=b.v"), (std::vector<Edge>{{0, 1, 1}}));
}

TEST(GapReader, ReadsBothKinds) {
  EXPECT_EQ(edges_as("g.sg", bytes_of(false, L(2), L(2), L(0), L(1), L(2), I(1), I(0))),
            (std::vector<Edge>{{0, 1, 1}, {1, 0, 1}}));
  std::string out = bytes_of(L(0), L(1), L(1), I(1), I(7)), in = bytes_of(L(0), L(0), L(1), I(0), I(7));
  EXPECT_EQ(edges_as("g.wsg", bytes_of(true, L(1), L(2)) + out + in), (std::vector<Edge>{{0, 1, 7}}));
}

TEST(BinaryReaders, TheInfiniteIntegerIsAFiniteWeight) {
  const std::string gap = bytes_of(false, L(2), L(2), L(0), L(1), L(2), I(1), I(2147483647), I(0), I(2147483647)),
                    galois = bytes_of(L(1), L(4), L(2), L(2), L(1), L(2), I(1), I(0), I(2147483647), I(2147483647));
  for (const auto& [name, bytes] : {std::pair("g.wsg", gap), std::pair("g.gr", galois)}) {
    auto read = read_text_as(name, bytes);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->graph.double_weights, (std::vector<double>{2147483647.0, 2147483647.0})) << name;
    EXPECT_TRUE(read->graph.int_weights.empty()) << name;
  }
}

TEST(GaloisReader, ReadsBothVersions) {
  // The single target is padded to 8 bytes before the weights in version 1.
  EXPECT_EQ(edges_as("g.gr", bytes_of(L(1), L(4), L(2), L(1), L(1), L(1), I(1), I(0), I(9))),
            (std::vector<Edge>{{0, 1, 9}}));
  EXPECT_EQ(edges_as("g.gr", bytes_of(L(2), L(0), L(2), L(1), L(0), L(1), L(0))), (std::vector<Edge>{{1, 0, 1}}));
}

}  // namespace
}  // namespace maxwarp::test
