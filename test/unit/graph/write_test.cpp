// Writers: what is written reads back the same; damage of the binary format is noticed.
#include "runtime/graph/write/write.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/info.h"
#include "runtime/graph/read/binary_file.h"
#include "runtime/graph/write/binary.h"
#include "support.h"

namespace maxwarp::test {
namespace {

Graph round_trip(const std::string& name, const Graph& graph) {
  Folder folder;
  auto failure = write_graph(folder.at(name), graph);
  EXPECT_FALSE(failure) << failure->message;
  for (const auto& entry : std::filesystem::directory_iterator(folder.at("")))
    EXPECT_EQ(entry.path().string().find(".tmp"), std::string::npos) << "unfinished: " << entry.path();
  auto read = read_graph(folder.at(name));
  EXPECT_TRUE(read) << read.error();
  return read ? std::move(read->graph) : Graph{};
}

Graph sample(WeightKind kind) {
  EdgeList list;
  list.nodes = 4;
  list.sources = {0, 0, 3, 1};
  list.targets = {2, 1, 3, 0};
  list.weight_kind = kind;
  if (kind == WeightKind::Int) list.weights = {5, -2147483648.0, 0, 2147483646};
  if (kind == WeightKind::Double) list.weights = {0.1, 1e-300, 3, -2.5};
  return build_graph(list);
}

TEST(Writer, BinaryKeepsEverything) {
  for (WeightKind kind : {WeightKind::None, WeightKind::Int, WeightKind::Double})
    for (bool listed : {false, true}) {
      Graph graph = sample(kind);
      graph.labels.first = 7;
      if (listed) graph.labels.list = {7, 9, 1000000000000, 1000000000001};
      graph.symmetric = false;
      Graph back = round_trip("g.mwg", graph);
      EXPECT_EQ(back.nodes, 4);
      EXPECT_EQ(back.weight_kind, kind);
      EXPECT_EQ(back.symmetric, false);
      EXPECT_EQ(labelled_edges(back), labelled_edges(graph));
      EXPECT_EQ(back.max_outdegree, 2);
      EXPECT_EQ(back.max_indegree, 1);
    }
  EXPECT_EQ(round_trip("g.mwg", Graph{}).nodes, 0);
  EXPECT_FALSE(round_trip("g.mwg", sample(WeightKind::None)).symmetric.has_value());
}

TEST(Writer, TextFormatsKeepEdgesAndWeights) {
  for (WeightKind kind : {WeightKind::Int, WeightKind::Double})
    for (const char* name : {"g.mtx", "g.gr"}) {
      Graph graph = sample(kind), back = round_trip(name, graph);
      EXPECT_EQ(back.weight_kind, kind) << name;
      EXPECT_EQ(back.targets, graph.targets) << name;
      EXPECT_EQ(back.row_offsets, graph.row_offsets) << name;
      EXPECT_EQ(back.int_weights, graph.int_weights) << name;
      EXPECT_EQ(back.double_weights, graph.double_weights) << name;
    }
  EXPECT_EQ(round_trip("g.mtx", sample(WeightKind::None)).weight_kind, WeightKind::None);
}

TEST(Writer, DoublesWithoutFractionStayDoubles) {
  Graph graph = sample(WeightKind::Double);
  graph.double_weights = {1, 2, 3e20, -4};
  for (const char* name : {"g.mtx", "g.gr", "g.wel"})
    EXPECT_EQ(round_trip(name, graph).double_weights, graph.double_weights) << name;
}

TEST(Writer, MetisTakesUndirectedGraphsOnly) {
  Graph graph = weighted_graph_of(4, {{0, 1, 5}, {1, 0, 5}, {1, 3, 6}, {3, 1, 6}}), back = round_trip("g.graph", graph);
  EXPECT_EQ(back.nodes, 4);
  EXPECT_EQ(back.targets, graph.targets);
  EXPECT_EQ(back.int_weights, graph.int_weights);
  EXPECT_EQ(round_trip("g.graph", graph_of(3, {{0, 1}, {1, 0}})).nodes, 3);
  Folder folder;
  const char* reason =
      ": a METIS file holds undirected graphs without self-loops; expected one, as with --symmetrize "
      "--self-loops=drop";
  EXPECT_EQ(write_graph(folder.at("g.graph"), graph_of(2, {{0, 1}}))->message, folder.at("g.graph") + reason);
  EXPECT_EQ(write_graph(folder.at("g.graph"), graph_of(2, {{0, 0}}))->message, folder.at("g.graph") + reason);
}

TEST(Writer, EdgeListsKeepTheLabels) {
  Graph graph = sample(WeightKind::Int);
  graph.labels.list = {7, 9, 40, 50};
  EXPECT_EQ(labelled_edges(round_trip("g.wel", graph)), labelled_edges(graph));
  EXPECT_EQ(labelled_edges(round_trip("g.txt", graph)), labelled_edges(graph));
  EXPECT_EQ(round_trip("g.el", graph).weight_kind, WeightKind::None);
}

TEST(Writer, RefusesUnknownEndingsAndFolders) {
  Folder folder;
  EXPECT_EQ(write_graph(folder.at("g.xyz"), Graph{})->message,
            folder.at("g.xyz") +
                ": unknown ending; expected .mwg, .mtx, .gr, .graph, .el, .wel, .txt, .sg, .wsg or .v, each "
                "also with .gz, "
                ".xz or .zst");
  EXPECT_EQ(write_graph(folder.at("no/g.el"), Graph{})->message,
            "cannot write `" + folder.at("no/g.el") + "`: No such file or directory");
}

TEST(Writer, WritesThroughLinksAndIntoPipes) {
  Folder folder;
  std::filesystem::create_symlink("g.el", folder.at("link.el"));
  folder.write("g.el", "old");
  EXPECT_FALSE(write_graph(folder.at("link.el"), graph_of(2, {{0, 1}})));
  EXPECT_TRUE(std::filesystem::is_symlink(folder.at("link.el")));
  EXPECT_EQ(read_graph(folder.at("g.el"))->graph.edges(), 1);
  ASSERT_EQ(mkfifo(folder.at("pipe.el").c_str(), 0600), 0);
  const int reader = open(folder.at("pipe.el").c_str(), O_RDONLY | O_NONBLOCK);
  EXPECT_FALSE(write_graph(folder.at("pipe.el"), graph_of(2, {{0, 1}})));
  EXPECT_TRUE(std::filesystem::is_fifo(folder.at("pipe.el")));
  char text[64] = {};
  EXPECT_GT(read(reader, text, sizeof text), 0);
  EXPECT_NE(std::string(text).find("0 1"), std::string::npos);
  close(reader);
}

TEST(Writer, LeavesWhatAnotherProcessHasNotFinished) {
  Folder folder;
  const std::string other = folder.write("g.el.tmp1", "half"), older = folder.write("g.el.part", "half");
  EXPECT_FALSE(write_graph(folder.at("g.el"), graph_of(2, {{0, 1}})));
  for (const std::string& file : {other, older}) EXPECT_EQ(std::filesystem::file_size(file), 4u) << file;
}

TEST(Writer, ReplacesAllPartsOfAGraphOrNone) {
  Folder folder;
  for (const char* blocked : {"g.v", "g.e", "g.properties"}) {
    std::filesystem::create_directory(folder.at(blocked));
    EXPECT_EQ(write_graph(folder.at("g.v"), graph_of(2, {{0, 1}}))->message,
              "cannot write `" + folder.at(blocked) + "`: Is a directory");
    EXPECT_TRUE(std::filesystem::remove(folder.at(blocked)));
    EXPECT_TRUE(std::filesystem::is_empty(folder.at("")));
  }
}

TEST(Writer, GapKeepsRowsAndIntegerWeights) {
  for (const Graph& graph : {sample(WeightKind::Int), weighted_graph_of(2, {{0, 1, 5}, {1, 0, 5}})}) {
    Graph back = round_trip("g.wsg", graph);
    EXPECT_EQ(back.row_offsets, graph.row_offsets);
    EXPECT_EQ(back.targets, graph.targets);
    EXPECT_EQ(back.int_weights, graph.int_weights);
    EXPECT_EQ(round_trip("g.sg", graph).targets, graph.targets);
    EXPECT_EQ(round_trip("g.sg", graph).weight_kind, WeightKind::None);
  }
  EXPECT_EQ(round_trip("g.wsg", weighted_graph_of(2, {{0, 1, 5}, {1, 0, 5}})).symmetric, true);
  Folder folder;
  EXPECT_EQ(write_graph(folder.at("g.wsg"), sample(WeightKind::Double))->message,
            folder.at("g.wsg") +
                ": no integer weights; expected them in a .wsg file, as with --weights=unit, or an .sg file");
}

TEST(Writer, GraphalyticsKeepsLabelsAndDirection) {
  Graph graph = sample(WeightKind::Double);
  graph.labels.list = {7, 9, 40, 50};
  EXPECT_EQ(labelled_edges(round_trip("g.v", graph)), labelled_edges(graph));
  Graph both = weighted_graph_of(3, {{0, 1, 5}, {0, 2, 6}, {1, 0, 5}, {1, 1, 9}, {2, 0, 6}}),
        back = round_trip("g.e", both);
  EXPECT_EQ(labelled_edges(back), labelled_edges(both));
  EXPECT_EQ(back.symmetric, true);
}

TEST(Writer, PacksByTheSecondEnding) {
  Graph graph = sample(WeightKind::Int);
  std::vector<std::string> packings;
#if !defined(MAXWARP_WITHOUT_ZLIB)
  packings.push_back(".gz");
#endif
#if !defined(MAXWARP_WITHOUT_LZMA)
  packings.push_back(".xz");
#endif
#if !defined(MAXWARP_WITHOUT_ZSTD)
  packings.push_back(".zst");
#endif
  for (const std::string& packing : packings)
    for (const char* name : {"g.mwg", "g.mtx", "g.wsg", "g.v"})
      EXPECT_EQ(labelled_edges(round_trip(name + packing, graph)).size(), 4u) << name << packing;
  // More than a buffer full.
  auto large = generate_graph("uniform:3000:200000", 3);
  ASSERT_TRUE(large);
  for (const std::string& packing : packings) {
    EXPECT_EQ(round_trip("g.mtx" + packing, *large).targets, large->targets) << packing;
    EXPECT_EQ(round_trip("g.mwg" + packing, *large).targets, large->targets) << packing;
  }
}

TEST(BinaryReader, TakesTheLargestLabels) {
  Graph graph = graph_of(2, {{0, 1}});
  graph.labels.first = INT64_MAX - 1;
  EXPECT_EQ(labelled_edges(round_trip("g.mwg", graph)), (std::vector<Edge>{{INT64_MAX - 1, INT64_MAX, 1}}));
  Folder folder;
  graph.labels.first = INT64_MAX;
  ASSERT_FALSE(write_graph(folder.at("g.mwg"), graph));
  EXPECT_EQ(read_graph(folder.at("g.mwg")).error(), folder.at("g.mwg") + ": header holds impossible values");
}

TEST(BinaryReader, RefusesInfiniteWeights) {
  Folder folder;
  ASSERT_FALSE(write_graph(folder.at("g.mwg"), weighted_graph_of(2, {{0, 1, 5}, {1, 0, 2147483647}})));
  EXPECT_EQ(read_graph(folder.at("g.mwg")).error(), folder.at("g.mwg") + ": a weight is not finite");
}

TEST(BinaryReader, EveryChangedByteAndEveryMissingOneIsNoticed) {
  Folder folder;
  ASSERT_FALSE(write_graph(folder.at("g.mwg"), sample(WeightKind::Int)));
  std::ifstream file(folder.at("g.mwg"), std::ios::binary);
  std::string good((std::istreambuf_iterator<char>(file)), {});
  ASSERT_TRUE(read_graph(folder.at("g.mwg")));
  for (std::size_t i = 0; i < good.size(); ++i) {
    std::string bad = good;
    bad[i] ^= 0x10;
    EXPECT_FALSE(read_graph(folder.write("b.mwg", bad))) << i;
    if (i % 64 < 2) {
      EXPECT_FALSE(read_graph(folder.write("b.mwg", good.substr(0, i)))) << i;
    }
  }
}

/// The file with another value at `offset`, and a checksum that fits.
std::string forged(std::string file, std::uint64_t offset, std::int64_t value) {
  std::memcpy(file.data() + offset, &value, sizeof value);
  std::memset(file.data() + offsetof(BinaryHeader, checksum), 0, 8);
  std::uint64_t sum = 0;
  for (std::uint64_t block = 0; block * checksum_block < file.size(); ++block)
    sum += block_checksum(block, std::string_view(file).substr(block * checksum_block, checksum_block));
  std::memcpy(file.data() + offsetof(BinaryHeader, checksum), &sum, sizeof sum);
  return file;
}

std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Nodes enough for offsets and labels of several blocks, each with an edge to the next.
Graph long_ring() {
  EdgeList list;
  list.nodes = 300000;
  Labels labels;
  labels.list = Array<std::int64_t>(300000);
  for (node_t v = 0; v < list.nodes; ++v) {
    list.sources.push_back(v);
    list.targets.push_back((v + 1) % list.nodes);
    labels.list[v] = 2 * v;
  }
  return build_graph(list, std::move(labels));
}

TEST(BinaryReader, WhereTwoBlocksMeetIsCheckedAsElsewhere) {
  Folder folder;
  ASSERT_FALSE(write_graph(folder.at("g.mwg"), long_ring()));
  const std::string good = contents(folder.at("g.mwg"));
  BinaryHeader header;
  std::memcpy(&header, good.data(), sizeof header);
  const std::uint64_t labels = binary_layout(header).labels;
  EXPECT_TRUE(read_graph(folder.write("b.mwg", forged(good, labels, -5))));
  const std::uint64_t seam_of_labels = (labels / checksum_block + 1) * checksum_block;
  ASSERT_LT(seam_of_labels, good.size());
  EXPECT_EQ(read_graph(folder.write("b.mwg", forged(good, seam_of_labels, 0))).error(),
            folder.at("b.mwg") + ": labels do not ascend");
  // Less than the offset before, more than the degree that the header knows, and far out.
  for (const std::int64_t offset : {std::int64_t{0}, std::int64_t{140000}, std::int64_t{1} << 60, INT64_MIN})
    EXPECT_EQ(read_graph(folder.write("b.mwg", forged(good, checksum_block, offset))).error(),
              folder.at("b.mwg") + ": row offsets do not ascend from 0 to the number of edges as the header says");
}

TEST(BinaryReader, AForgedDegreeLeadsToNoIndexOutOfBounds) {
  Folder folder;
  EdgeList list;
  list.nodes = 101;  // 100 edges into node 0, none back
  for (node_t v = 1; v <= 100; ++v) list.sources.push_back(v), list.targets.push_back(0);
  ASSERT_FALSE(write_graph(folder.at("g.mwg"), build_graph(list)));
  std::string file = forged(contents(folder.at("g.mwg")), offsetof(BinaryHeader, max_indegree), 0);
  auto graph = read_graph(folder.write("b.mwg", file));
  ASSERT_TRUE(graph) << graph.error();
  EXPECT_EQ(describe(graph->graph).in.bins.back(), 1);
}

TEST(BinaryReader, NoChangeOfTheFileReachesTheGraph) {
  for (const char* name : {"g.mwg", "g.sg"}) {
    Folder folder;
    Graph ring = long_ring();
    ring.labels.list.clear();
    ASSERT_FALSE(write_graph(folder.at(name), ring));
    const auto back = read_graph(folder.at(name));
    ASSERT_TRUE(back) << back.error();
    std::fstream(folder.at(name), std::ios::binary | std::ios::in | std::ios::out) << std::string(4000000, '\xff');
    EXPECT_EQ(back->graph.targets, ring.targets) << name;
    std::filesystem::resize_file(folder.at(name), 0);
    EXPECT_EQ(back->graph.row_offsets, ring.row_offsets) << name;
  }
}

TEST(BinaryReader, AFileThatIsCutOffMeanwhileIsNoEndOfTheProcess) {
  Folder folder;
  const std::string path = folder.write("g.mwg", std::string(3000000, 'x'));
  auto file = BinaryFile::open(path, 0);
  ASSERT_TRUE(file) << file.error();
  std::filesystem::resize_file(path, 5000);
  std::string bytes(3000000, '\0');
  const std::string expected = path + ": has changed while it was read; expected a file that stays as it is";
  EXPECT_EQ(file->copy(0, bytes.data(), bytes.size())->message, expected);
  EXPECT_EQ(file->read(4000, bytes.data(), 2000)->message, expected);
  EXPECT_FALSE(file->read(4000, bytes.data(), 1000));
}

}  // namespace
}  // namespace maxwarp::test
