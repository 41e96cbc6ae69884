// Node arguments: what they mean and how they fail.
#include "runtime/graph/node_set.h"

#include <set>

#include "support.h"

namespace maxwarp::test {
namespace {

/// Labels 10, 20, 30, 40; 10-20-30 hang together.
Graph labelled() {
  Graph graph = graph_of(4, {{0, 1}, {2, 1}});
  graph.labels = {10, {10, 20, 30, 40}};
  return graph;
}

std::vector<node_t> nodes(const std::string& text) {
  auto set = resolve_nodes(labelled(), "source", text);
  EXPECT_TRUE(set) << set.error();
  return set ? *set : std::vector<node_t>{};
}

std::string error(const std::string& text) {
  auto set = resolve_nodes(labelled(), "source", text);
  return set ? "accepted" : set.error();
}

TEST(NodeSet, LabelsListsAndAll) {
  EXPECT_EQ(nodes("30"), (std::vector<node_t>{2}));
  EXPECT_EQ(nodes("40,10"), (std::vector<node_t>{3, 0}));
  EXPECT_EQ(nodes("all"), (std::vector<node_t>{0, 1, 2, 3}));
}

TEST(NodeSet, FromAFile) {
  Folder folder;
  EXPECT_EQ(nodes("@" + folder.write("set", "# two\n20\n\n10\n")), (std::vector<node_t>{1, 0}));
  EXPECT_EQ(error("@" + folder.write("set", "20\n21\n")),
            folder.at("set") + ":2: no node 21; expected a label of the graph (10..40, with gaps)");
  EXPECT_EQ(error("@" + folder.write("set", "20 10\n")),
            folder.at("set") + ":1: `10`; expected one node label per line");
  EXPECT_EQ(error("@" + folder.at("none")), "--source: " + folder.at("none") + ": No such file or directory");
  EXPECT_EQ(error("@" + folder.at("")), "--source: " + folder.at("") + ": is a directory; expected a file of nodes");
  EXPECT_EQ(nodes("@" + folder.write("set", "")), std::vector<node_t>{});
}

TEST(NodeSet, RandomNodesAreDifferentOnesOfTheLargestComponent) {
  auto three = nodes("random:3:9");
  EXPECT_EQ(std::set<node_t>(three.begin(), three.end()), (std::set<node_t>{0, 1, 2}));
  EXPECT_EQ(nodes("random:2:9"), nodes("random:2:9"));
  EXPECT_EQ(error("random:4:9"), "--source: 4 random nodes; expected at most the 3 of the largest component");
  std::set<node_t> seen;
  for (int seed = 0; seed < 50; ++seed) seen.insert(nodes("random:1:" + std::to_string(seed))[0]);
  EXPECT_EQ(seen, (std::set<node_t>{0, 1, 2}));
}

TEST(NodeSet, ErrorsSayWhatIsExpected) {
  EXPECT_EQ(error("15"), "--source: no node 15; expected a label of the graph (10..40, with gaps)");
  EXPECT_EQ(error("x"),
            "--source: `x` is not a node label; expected an integer, a list a,b, all, random:COUNT:SEED or @FILE");
  EXPECT_EQ(error(""),
            "--source: `` is not a node label; expected an integer, a list a,b, all, random:COUNT:SEED or @FILE");
  EXPECT_EQ(error("10,"),
            "--source: `` is not a node label; expected an integer, a list a,b, all, random:COUNT:SEED or @FILE");
  EXPECT_EQ(error("10,20,10"), "--source: node 10 is given twice; expected a set");
  EXPECT_EQ(error("random:0"), "--source: `random:0`; expected random:COUNT[:SEED] with COUNT at least 1");
  EXPECT_EQ(error("random:1:2:3"), "--source: `random:1:2:3`; expected random:COUNT[:SEED] with COUNT at least 1");
  EXPECT_EQ(resolve_nodes(Graph{}, "s", "0").error(), "--s: no node 0; expected nothing, the graph has no nodes");
}

TEST(Node, IsALabelOrOneRandomNode) {
  EXPECT_EQ(*resolve_node(labelled(), "source", "40"), 3);
  EXPECT_TRUE(resolve_node(labelled(), "source", "random:1:5"));
  EXPECT_EQ(resolve_node(labelled(), "source", "random:2:5").error(),
            "--source=random:2:5; expected one node, as random:1:SEED or a label");
}

}  // namespace
}  // namespace maxwarp::test
