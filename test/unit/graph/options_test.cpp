// Loading with options: order of the policies, weights, the summary.
#include "runtime/graph/options.h"

#include <algorithm>

#include "support.h"

namespace maxwarp::test {
namespace {

using Settings = std::vector<std::pair<const char*, const char*>>;

Result<LoadedGraph> load_text(const std::string& name, const std::string& text, const Settings& settings) {
  Folder folder;
  GraphOptions options;
  set_graph_option(options, "graph", folder.write(name, text));
  for (auto [option, value] : settings) {
    auto failure = set_graph_option(options, option, value);
    EXPECT_FALSE(failure) << failure->message;
  }
  return load_graph(options);
}

std::string summary(const std::string& name, const std::string& text, const Settings& settings) {
  auto loaded = load_text(name, text, settings);
  return loaded ? loaded->summary : loaded.error();
}

const char* const messy = "0 1 5\n0 1 3\n1 0 4\n2 2 1\n";

TEST(Options, DefaultKeepsEverything) {
  EXPECT_EQ(summary("m.wel", messy, {}),
            "read m.wel (edge list): 3 nodes, 4 edges, integer weights; directed; kept 1 self-loop, 1 duplicate");
  EXPECT_EQ(summary("m.gr", "p sp 2 2\na 1 2 1\na 2 1 1\n", {}),
            "read m.gr (DIMACS): 2 nodes, 2 edges, integer weights; symmetric; kept 0 self-loops, 0 duplicates");
}

TEST(Options, PoliciesSayWhatTheyDid) {
  EXPECT_EQ(summary("m.wel", messy, {{"duplicates", "min"}, {"symmetrize", ""}, {"self-loops", "drop"}}),
            "read m.wel (edge list): 3 nodes, 2 edges, integer weights; dropped 1 self-loop; symmetrized, "
            "added 3 edges; "
            "kept the smallest of each edge, dropped 4 duplicates");
  EXPECT_EQ(summary("m.el", "0 1\n", {{"weights", "random:1:9"}}),
            "read m.el (edge list): 2 nodes, 1 edge, random integer weights 1..9; directed; kept 0 "
            "self-loops, 0 duplicates");
}

TEST(Options, DuplicatesComeAfterSymmetrize) {
  auto loaded = load_text("m.wel", messy, {{"symmetrize", "true"}, {"duplicates", "min"}});
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(labelled_edges(loaded->graph), (std::vector<Edge>{{0, 1, 3}, {1, 0, 3}, {2, 2, 1}}));
  EXPECT_EQ(loaded->graph.symmetric, true);
  loaded = load_text("m.wel", messy, {{"symmetrize", "true"}, {"duplicates", "sum"}});
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(labelled_edges(loaded->graph), (std::vector<Edge>{{0, 1, 12}, {1, 0, 12}, {2, 2, 1}}));
}

TEST(Options, UnitWeightsCountRepeatsWhenSummed) {
  auto loaded = load_text("m.el", "0 1\n0 1\n1 0\n", {{"weights", "unit"}, {"duplicates", "sum"}});
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_EQ(labelled_edges(loaded->graph), (std::vector<Edge>{{0, 1, 2}, {1, 0, 1}}));
  EXPECT_EQ(summary("m.el", "0 1\n", {{"duplicates", "sum"}}),
            "--duplicates=sum needs weights and the graph has none; add --weights=unit to count repeated "
            "edges, or take "
            "--duplicates=first");
}

TEST(Options, SumsThatAreNoIntegersAreCalledReal) {
  EXPECT_EQ(summary("m.el", "0 1\n0 1\n", {{"weights", "random:2000000000:2000000000"}, {"duplicates", "sum"}}),
            "read m.el (edge list): 2 nodes, 1 edge, random integer weights 2000000000..2000000000 with sums that "
            "are real; "
            "summed up each edge, dropped 1 duplicate; directed; kept 0 self-loops");
}

TEST(Options, RandomWeightsAgreeInBothDirections) {
  auto loaded = load_text("m.el", "0 1\n1 0\n1 2\n2 1\n0 1\n", {{"weights", "random:-5:1000000"}});
  ASSERT_TRUE(loaded) << loaded.error();
  const auto& weights = loaded->graph.int_weights;
  EXPECT_EQ(weights[0], weights[1]);
  EXPECT_EQ(weights[0], weights[2]);
  EXPECT_NE(weights[0], weights[3]);
  EXPECT_TRUE(is_symmetric(loaded->graph) == false && loaded->duplicates == 1);
  EXPECT_TRUE(std::all_of(weights.begin(), weights.end(), [](int w) { return w >= -5 && w <= 1000000; }));
}

TEST(Options, GeneratorsTakeTheSeedAndNoFileOptions) {
  GraphOptions options;
  options.graph = "rmat:6:4";
  options.seed = 9;
  auto loaded = load_graph(options);
  ASSERT_TRUE(loaded) << loaded.error();
  EXPECT_TRUE(
      loaded->summary.starts_with("generated rmat:6:4 (seed 9): 64 nodes, 256 edges, no weights; directed; kept "))
      << loaded->summary;
  options.dense = true;
  EXPECT_EQ(load_graph(options).error(), "rmat:6:4: --base and --nodes do not apply to generators");
  EXPECT_EQ(load_graph({}).error(), "no graph; expected --graph=FILE or a generator such as --graph=rmat:20:16");
}

TEST(Options, BaseRefusesSmallerIds) {
  EXPECT_TRUE(load_text("m.el", "1 2\n", {{"base", "1"}}));
  auto loaded = load_text("m.el", "0 2\n", {{"base", "1"}});
  ASSERT_FALSE(loaded);
  EXPECT_TRUE(loaded.error().ends_with("m.el:1: node id 0; expected at least 1")) << loaded.error();
}

TEST(Options, TheSummarySaysWhatIsOutsideOfTheLargestComponent) {
  EXPECT_EQ(
      summary("m.el", "1 3\n5 7\n7 5\n9 5\n", {{"component", "largest"}}),
      "read m.el (edge list): 3 nodes, 3 edges, no weights; kept the largest component, dropped 2 nodes; directed; "
      "kept 0 self-loops, 0 duplicates");
}

TEST(Options, HonouredSymmetryIsKnown) {
  EXPECT_EQ(summary("m.gr", "p tw 3 2\n1 2\n2 3\n", {{"symmetrize", ""}}),
            "read m.gr (PACE): 3 nodes, 4 edges, no weights; symmetric already; kept 0 self-loops, 0 duplicates");
}

TEST(Options, TheSummarySaysWhatTheReaderDecided) {
  EXPECT_EQ(summary("m.mtx", "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n", {}),
            "read m.mtx (MatrixMarket; symmetric: each entry in both directions): 2 nodes, 2 edges, no "
            "weights; symmetric; "
            "kept 0 self-loops, 0 duplicates");
  EXPECT_EQ(summary("m.mtx", "%%MatrixMarket matrix coordinate integer skew-symmetric\n2 2 1\n2 1 3\n", {}),
            "read m.mtx (MatrixMarket; skew-symmetric: each entry in both directions, negated in the other): "
            "2 nodes, 2 edges, "
            "integer weights; symmetric; kept 0 self-loops, 0 duplicates");
  EXPECT_EQ(summary("m.el", "1 3\n", {{"nodes", "dense"}, {"base", "1"}}),
            "read m.el (edge list; all ids from 1 on are nodes): 3 nodes, 1 edge, no weights; directed; kept "
            "0 self-loops, 0 "
            "duplicates");
  EXPECT_EQ(summary("m.el", "1 3\n", {{"nodes", "5"}}),
            "read m.el (edge list; 5 nodes from 0 on): 5 nodes, 1 edge, no weights; directed; kept 0 "
            "self-loops, 0 duplicates");
}

TEST(Options, KnowsItsNames) {
  for (const char* name : {"graph", "seed", "symmetrize", "duplicates", "self-loops", "component", "weights", "base",
                           "nodes", "max-bytes"})
    EXPECT_TRUE(is_graph_option(name));
  EXPECT_FALSE(is_graph_option("source"));
}

}  // namespace
}  // namespace maxwarp::test
