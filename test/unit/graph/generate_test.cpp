// Generators: sizes, shapes, determinism.
#include "runtime/graph/generate/generate.h"

#include <algorithm>
#include <set>

#include "runtime/graph/hash.h"
#include "runtime/graph/parallel.h"
#include "runtime/graph/transform.h"
#include "support.h"

namespace maxwarp::test {
namespace {

Graph make(const std::string& spec, std::uint64_t seed = 1) {
  auto graph = generate_graph(spec, seed);
  EXPECT_TRUE(graph) << graph.error();
  return graph ? *std::move(graph) : Graph{};
}

struct SizeCase {
  const char* spec;
  node_t nodes;
  edge_t edges;
  bool symmetric;
};
const SizeCase size_cases[] = {
    {"rmat:10:8", 1024, 8192, false},
    {"rmat:6:4:.25,.25,.25", 64, 256, false},
    {"rmat:n=1000,m=5000", 1000, 5000, false},
    {"rmat:n=7,m=40:0,0,0", 7, 40, true},
    {"rmat:0:3", 1, 3, true},
    {"kron:9:16", 512, 8192, false},
    {"uniform:100:700", 100, 700, false},
    {"uniform:0:0", 0, 0, true},
    {"grid:4:3", 12, 2 * (3 * 3 + 4 * 2), true},
    {"grid:1:1", 1, 0, true},
    {"grid:0:5", 0, 0, true},
    {"mesh:4:3", 12, 2 * (3 * 3 + 4 * 2 + 3 * 2), true},
    {"road:4:3:1:0", 12, 34, true},
    {"road:4:3:1:1", 12, 34 + 2 * 2 * 3 * 2, true},
    {"road:4:3:0:0", 12, 0, true},
    {"grid:3:2:2", 12, 2 * (2 * 2 * 2 + 3 * 2 + 3 * 2), true},
    {"grid:4:3:1", 12, 34, true},
    {"mesh:2:2:2", 8, 2 * 19, true},
    {"mesh:4:3:1", 12, 2 * (3 * 3 + 4 * 2 + 3 * 2), true},
    {"small-world:10:4:0", 10, 40, true},
    {"small-world:10:4:1", 10, 40, true},
    {"small-world:0:0:0", 0, 0, true},
    {"tree:0", 0, 0, true},
    {"tree:7", 7, 6, false},
    {"tree:8:3", 8, 7, false},
    {"octree:0", 0, 0, true},
    {"octree:1", 2, 1, false},
    {"star:5", 5, 4, false},
    {"star:0", 0, 0, true},
    {"chain:5", 5, 4, false},
    {"chain:1", 1, 0, true},
    {"clique:5", 5, 20, true},
};

TEST(Generator, SizesAreAsAsked) {
  for (const SizeCase& c : size_cases) {
    Graph graph = make(c.spec);
    EXPECT_EQ(graph.nodes, c.nodes) << c.spec;
    EXPECT_EQ(graph.edges(), c.edges) << c.spec;
    graph.symmetric.reset();  // what the generator claims must be what the edges say
    EXPECT_EQ(is_symmetric(graph), c.symmetric) << c.spec;
    for (node_t w : graph.targets) ASSERT_TRUE(w >= 0 && w < graph.nodes) << c.spec;
  }
}

TEST(Generator, PlaneGraphsAreSimple) {
  for (const char* spec : {"grid:5:4", "mesh:5:4", "road:5:4:1:1", "clique:6"}) {
    EXPECT_EQ(count_duplicates(make(spec)), 0) << spec;
    EXPECT_EQ(count_self_loops(make(spec)), 0) << spec;
  }
}

TEST(Generator, InnerNodesOfAMeshHaveSixNeighbors) {
  Graph graph = make("mesh:3:3");
  EXPECT_EQ(graph.row_offsets[5] - graph.row_offsets[4], 6);
}

TEST(Generator, InnerNodesInSpaceHaveTheirNeighbors) {
  Graph grid = make("grid:3:3:3"), mesh = make("mesh:3:3:3");
  EXPECT_EQ(grid.row_offsets[14] - grid.row_offsets[13], 6);
  EXPECT_EQ(mesh.row_offsets[14] - mesh.row_offsets[13], 14);
  EXPECT_EQ(count_duplicates(mesh), 0);
}

TEST(Generator, TreesLeadFromParentsToChildren) {
  EXPECT_EQ(labelled_edges(make("tree:6")), (std::vector<Edge>{{0, 1, 1}, {0, 2, 1}, {1, 3, 1}, {1, 4, 1}, {2, 5, 1}}));
  EXPECT_FALSE(find_no_tree(make("tree:1000:7")).has_value());
  EXPECT_EQ(make("tree:50:1").targets, make("chain:50").targets);
}

// Every node stands after its children, which are eight at most; the root is the last, and the bodies are the leaves.
TEST(Generator, OctreesLeadFromCellsToBodies) {
  const Graph graph = make("octree:5000", 3);
  EXPECT_FALSE(find_no_tree(graph).has_value());
  EXPECT_EQ(graph.edges(), graph.nodes - 1);
  for (node_t v = 0; v < graph.nodes; ++v) {
    const edge_t children = graph.row_offsets[v + 1] - graph.row_offsets[v];
    EXPECT_TRUE(v < 5000 ? children == 0 : children >= 1 && children <= 8) << v;
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) EXPECT_LT(graph.targets[e], v);
  }
}

// The same bodies divided by hand: the first bits of their places tell the octants.
TEST(Generator, BodiesOfAnOctreeShareACellWhileTheirPlacesAgree) {
  std::vector<std::uint64_t> places;
  for (std::uint64_t i = 0; i < 200; ++i) places.push_back(random_bits(9, i) >> 1);
  std::set<std::pair<int, std::uint64_t>> cells{{0, 0}};
  for (std::size_t i = 0; i < places.size(); ++i)
    for (std::size_t k = 0; k < i; ++k)
      for (int level = 1; level <= 21 && places[i] >> (63 - 3 * level) == places[k] >> (63 - 3 * level); ++level)
        cells.emplace(level, places[i] >> (63 - 3 * level));
  EXPECT_EQ(make("octree:200", 9).nodes, static_cast<node_t>(places.size() + cells.size()));
}

TEST(Generator, SmallWorldsAreRingsWithSomeEdgesElsewhere) {
  Graph ring = make("small-world:12:4:0");
  for (node_t v = 0; v < 12; ++v)
    for (edge_t e = ring.row_offsets[v]; e < ring.row_offsets[v + 1]; ++e) {
      const node_t distance = (ring.targets[e] - v + 12) % 12;
      EXPECT_TRUE(distance <= 2 || distance >= 10) << v;
    }
  Graph some = make("small-world:20000:10:0.1");
  EXPECT_EQ(count_self_loops(some), 0);
  edge_t far = 0;
  for (node_t v = 0; v < some.nodes; ++v)
    for (edge_t e = some.row_offsets[v]; e < some.row_offsets[v + 1]; ++e) {
      const node_t distance = (some.targets[e] - v + some.nodes) % some.nodes;
      far += distance > 5 && distance < some.nodes - 5;
    }
  EXPECT_NEAR(double(far) / double(some.edges()), 0.1, 0.005);
}

TEST(Generator, TheSeedDecides) {
  for (const char* spec :
       {"rmat:12:8", "kron:12:8", "uniform:1000:9000", "road:60:60:0.7:0.03", "small-world:500:6:0.3"}) {
    EXPECT_EQ(make(spec, 3).targets, make(spec, 3).targets) << spec;
    EXPECT_NE(make(spec, 3).targets, make(spec, 4).targets) << spec;
  }
}

TEST(Generator, RmatIsTheSameEverywhere) {
  // Pins the stream: published timings name a graph by its seed.
  EXPECT_EQ(rmat_edge(1 << 20, {}, 1, 0), (std::pair<node_t, node_t>{283124, 606708}));
  EXPECT_EQ(rmat_edge(1 << 20, {}, 1, 1), (std::pair<node_t, node_t>{727717, 731754}));
  EXPECT_EQ(rmat_edge(1 << 20, {}, 1, 2), (std::pair<node_t, node_t>{464841, 424461}));
}

/// Everything of a graph that a generator could get wrong, in one number.
std::uint64_t fingerprint(const Graph& graph) {
  std::uint64_t print = mix(static_cast<std::uint64_t>(graph.nodes));
  for (node_t v = 0; v < graph.nodes; ++v)
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      print = mix(print ^ (static_cast<std::uint64_t>(v) << 32 | static_cast<std::uint64_t>(graph.targets[e])));
  return print;
}

TEST(Generator, NoGraphDependsOnTheNumberOfThreads) {
  for (const char* spec :
       {"rmat:14:16", "kron:13:16", "uniform:5000:300000", "small-world:30000:10:0.1", "grid:300:400", "grid:40:50:60",
        "mesh:300:400", "mesh:30:40:50", "road:300:300", "star:200000", "chain:200000", "tree:200000:3",
        "octree:200000", "clique:500", "rmat:n=70000,m=400000"}) {
    std::set<std::uint64_t> prints;
    for (int threads : {1, 2, 3, 8}) {
      use_threads(threads);
      prints.insert(fingerprint(make(spec, 5)));
    }
    use_threads(0);
    EXPECT_EQ(prints.size(), 1u) << spec;
  }
}

TEST(Generator, GraphsOfASeedStayTheSame) {
  // Timings and expected values elsewhere name graphs by their seeds.
  const std::pair<const char*, std::uint64_t> prints[] = {
      {"rmat:10:8", 850859697360095865u},
      {"rmat:n=1000,m=5000", 16150681381714163655u},
      {"rmat:8:8:.6,.1,.1", 17715760255432636101u},
      {"kron:10:16", 16118518555400179887u},
      {"uniform:1000:9000", 14212428882246561239u},
      {"grid:7:9", 7267821446379898412u},
      {"grid:1:9", 15482232178884433245u},
      {"mesh:12:11", 16572220810882496906u},
      {"road:20:30:0.70:0.03", 6451524847285181112u},
      {"road:9:9:.5:.5", 1466257395237997132u},
      {"star:300", 8937501523473138991u},
      {"chain:70", 13822370224071364636u},
      {"clique:40", 18263106394504510953u},
  };
  for (auto [spec, print] : prints) EXPECT_EQ(fingerprint(make(spec)), print) << spec;
}

TEST(Generator, RmatIsSkewedAndUniformIsNot) {
  EXPECT_GT(make("rmat:14:16").max_outdegree, 100);
  EXPECT_LT(make("uniform:16384:262144").max_outdegree, 50);
}

TEST(Generator, RmatQuadrantsHaveTheirProbabilities) {
  double count[2][2] = {};
  for (std::uint64_t i = 0; i < 100000; ++i) {
    auto [source, target] = rmat_edge(2, {0.5, 0.3, 0.15}, 7, i);
    count[source][target] += 1e-5;
  }
  EXPECT_NEAR(count[0][0], 0.5, 0.01);
  EXPECT_NEAR(count[0][1], 0.3, 0.01);
  EXPECT_NEAR(count[1][0], 0.15, 0.01);
  EXPECT_NEAR(count[1][1], 0.05, 0.01);
}

TEST(Generator, KroneckerNamesAreShuffled) {
  // Without relabelling node 0 has the largest expected degree.
  Graph plain = rmat_graph(1 << 12, 1 << 16, {0.57, 0.19, 0.19}, 1, false), shuffled = make("kron:12:16");
  auto degrees = [](const Graph& graph) {
    std::vector<edge_t> degree;
    for (node_t v = 0; v < graph.nodes; ++v) degree.push_back(graph.row_offsets[v + 1] - graph.row_offsets[v]);
    return degree;
  };
  auto a = degrees(plain), b = degrees(shuffled);
  EXPECT_NE(a, b);
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  EXPECT_EQ(a, b);
}

TEST(Generator, RoadKeepsItsShareOfEdges) {
  Graph graph = make("road:300:300:0.70:0.03");
  double grid = 2.0 * (2 * 299 * 300), diagonals = 2.0 * (2 * 299 * 299);
  EXPECT_NEAR(double(graph.edges()), 0.70 * grid + 0.03 * diagonals, 0.01 * grid);
}

TEST(Generator, AllDirectedGraphsFollowTheirBits) {
  EXPECT_EQ(all_directed_graph(3, 0).edges(), 0);
  EXPECT_EQ(all_directed_graph(3, 511).edges(), 9);
  EXPECT_EQ(labelled_edges(all_directed_graph(3, 1u << 5)), (std::vector<Edge>{{1, 2, 1}}));
}

TEST(Hash, BoundedStaysInsideAndReachesBothEnds) {
  bool low = false, high = false;
  for (std::uint64_t i = 0; i < 1000; ++i) {
    std::uint64_t value = bounded(random_bits(1, i), 10);
    ASSERT_LT(value, 10u);
    low |= value == 0;
    high |= value == 9;
  }
  EXPECT_TRUE(low && high);
  EXPECT_EQ(bounded(UINT64_MAX, 7), 6u);
  EXPECT_EQ(bounded(0, 7), 0u);
}

}  // namespace
}  // namespace maxwarp::test
