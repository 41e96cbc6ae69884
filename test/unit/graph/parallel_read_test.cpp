// Texts of several pieces, read by different numbers of threads: the same graph, and the same first error.
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>

#include <map>

#include "runtime/graph/hash.h"
#include "runtime/graph/options.h"
#include "runtime/graph/read/pieces.h"
#include "runtime/graph/write/write.h"
#include "support.h"

namespace maxwarp::test {
namespace {

constexpr int thread_counts[] = {1, 2, 5};

/// `count` lines, each made by `line(i)`.
template <typename Line>
std::string lines(std::int64_t count, Line line) {
  std::string text;
  for (std::int64_t i = 0; i < count; ++i) text += line(i);
  return text;
}

std::int64_t pick(std::int64_t i, std::uint64_t which, std::int64_t below) {
  return static_cast<std::int64_t>(
      bounded(random_bits(7, static_cast<std::uint64_t>(i), which), static_cast<std::uint64_t>(below)));
}

std::string pair_line(std::int64_t i, std::int64_t nodes, std::int64_t base) {
  return std::to_string(base + pick(i, 0, nodes)) + " " + std::to_string(base + pick(i, 1, nodes));
}

/// What the file of `pair_line`s must become: the edges of a node in the order of the file.
std::vector<Edge> expected_edges(std::int64_t count, std::int64_t nodes, std::int64_t base,
                                 double (*weight)(std::int64_t)) {
  std::map<std::int64_t, std::vector<Edge>> rows;
  for (std::int64_t i = 0; i < count; ++i)
    rows[pick(i, 0, nodes)].emplace_back(base + pick(i, 0, nodes), base + pick(i, 1, nodes), weight(i));
  std::vector<Edge> edges;
  for (const auto& [source, row] : rows) edges.insert(edges.end(), row.begin(), row.end());
  return edges;
}

double one(std::int64_t) { return 1; }
double remainder_of(std::int64_t i) { return static_cast<double>(i % 100); }

constexpr std::int64_t many = 400'000, some_nodes = 50'000;  // about five pieces

void expect_edges(const std::string& path, const std::vector<Edge>& expected, WeightKind kind) {
  for (int count : thread_counts) {
    Threads threads(count);
    auto read = read_graph(path);
    ASSERT_TRUE(read) << read.error();
    EXPECT_EQ(read->graph.weight_kind, kind);
    EXPECT_TRUE(labelled_edges(read->graph) == expected) << path << " with " << count << " threads";
  }
}

TEST(ManyPieces, EdgeListsAreTheSameForAllThreads) {
  Folder folder;
  const std::string text = lines(many, [](std::int64_t i) { return pair_line(i, some_nodes, 0) + "\n"; });
  ASSERT_GT(text.size(), 4 * TextPieces::piece_bytes);
  expect_edges(folder.write("g.el", text), expected_edges(many, some_nodes, 0, one), WeightKind::None);
}

TEST(ManyPieces, SparseIdsAreTheSameForAllThreads) {
  // From small over 32 to more than 40 bits, the wide ones only in the last pieces.
  Folder folder;
  const auto id = [](std::int64_t node) { return node < 40'000 ? 3 * node : (node << 32) + 5 * node; };
  const auto range = [](std::int64_t i) { return i < 300'000 ? 40'000 : some_nodes; };
  std::map<std::int64_t, std::vector<Edge>> rows;
  for (std::int64_t i = 0; i < many; ++i)
    rows[id(pick(i, 0, range(i)))].emplace_back(id(pick(i, 0, range(i))), id(pick(i, 1, range(i))), remainder_of(i));
  std::vector<Edge> expected;
  for (const auto& [source, row] : rows) expected.insert(expected.end(), row.begin(), row.end());
  const std::string path = folder.write("g.wel", lines(many, [&](std::int64_t i) {
                                          return std::to_string(id(pick(i, 0, range(i)))) + "\t" +
                                                 std::to_string(id(pick(i, 1, range(i)))) + " " +
                                                 std::to_string(i % 100) + "\n";
                                        }));
  expect_edges(path, expected, WeightKind::Int);
}

TEST(ManyPieces, FarApartIdsBelow32BitsAreNumbered) {
  Folder folder;
  const std::string path = folder.write("g.el", "4294967295 0\n0 4294967295\n7 4294967294\n");
  expect_edges(path, {{0, 4294967295, 1}, {7, 4294967294, 1}, {4294967295, 0, 1}}, WeightKind::None);
  expect_edges(folder.write("h.el", "4294967296 0\n0 4294967295\n"), {{0, 4294967295, 1}, {4294967296, 0, 1}},
               WeightKind::None);
}

TEST(ManyPieces, OneRealWeightInTheLastPieceMakesAllReal) {
  Folder folder;
  const auto weight = [](std::int64_t i) { return i == many - 1 ? 0.5 : remainder_of(i); };
  const std::string path = folder.write("g.wel", lines(many, [](std::int64_t i) {
                                          return pair_line(i, some_nodes, 0) +
                                                 (i == many - 1 ? " 0.5\n" : " " + std::to_string(i % 100) + "\n");
                                        }));
  expect_edges(path, expected_edges(many, some_nodes, 0, weight), WeightKind::Double);
}

TEST(ManyPieces, HeadersLongerThanAPieceAreSkipped) {
  Folder folder;
  const std::string comments = lines(60'000, [](std::int64_t) { return "% a line of comment before anything else\n"; });
  ASSERT_GT(comments.size(), 2 * TextPieces::piece_bytes);
  const std::string body = lines(many, [](std::int64_t i) { return pair_line(i, some_nodes, 1) + "\n"; });
  const auto expected = expected_edges(many, some_nodes, 1, one);
  expect_edges(folder.write("g.mtx", "%%MatrixMarket matrix coordinate pattern general\n" + comments +
                                         "50000 50000 400000\n" + body),
               expected, WeightKind::None);
  expect_edges(folder.write("g.el", comments + body), expected, WeightKind::None);
  const std::string wrong = comments + body + "1 x\n";
  EXPECT_EQ(read_graph(folder.write("w.el", wrong)).error(),
            folder.at("w.el") + ":460001: `x` is not a number; expected the edge's target as an integer");
}

TEST(ManyPieces, DimacsAndPaceCountTheirLines) {
  Folder folder;
  const std::string arcs = lines(many, [](std::int64_t i) {
    return "a " + pair_line(i, some_nodes, 1) + " " + std::to_string(i % 100) + "\n" +
           (i % 1000 == 0 ? "c between\n" : "");
  });
  expect_edges(folder.write("g.gr", "p sp 50000 400000\n" + arcs), expected_edges(many, some_nodes, 1, remainder_of),
               WeightKind::Int);
  for (int count : thread_counts) {
    Threads threads(count);
    EXPECT_EQ(read_graph(folder.write("m.gr", "p sp 50000 399999\n" + arcs)).error(),
              folder.at("m.gr") + ":400401: more than 399999 edges; the header announces 399999");
    EXPECT_EQ(read_graph(folder.write("f.gr", "p sp 50000 400001\n" + arcs)).error(),
              folder.at("f.gr") + ":400402: the file ends after 400000 edges; the header announces 400001");
  }
}

/// Rows of a ring, with comments and blank rows between; row 0 is longer than a piece.
struct MetisRing {
  static constexpr std::int64_t nodes = 300'000, last = 200'000;  // rows after `last` are blank
  std::string text;
  std::vector<Edge> edges;

  MetisRing() {
    text = std::to_string(nodes) + " " + std::to_string(last) + "\n";
    for (std::int64_t v = 0; v < nodes; ++v) {
      if (v % 777 == 3) text += "% between\n";
      if (v == 0) {
        for (std::int64_t w = 1; w <= last; ++w) add(0, w);
      } else if (v <= last) {
        add(v, 0);
      }
      text += "\n";
    }
  }
  void add(std::int64_t v, std::int64_t w) {
    text += " " + std::to_string(w + 1);
    edges.emplace_back(v + 1, w + 1, 1);
  }
};

TEST(ManyPieces, MetisRowsKnowTheirNodes) {
  Folder folder;
  MetisRing ring;
  ASSERT_GT(ring.text.find('\n', 20), TextPieces::piece_bytes);
  expect_edges(folder.write("g.graph", ring.text), ring.edges, WeightKind::None);
  for (int count : thread_counts) {
    Threads threads(count);
    EXPECT_EQ(read_graph(folder.write("m.graph", ring.text + "\n\n\n% c\n\n7\n")).error(),
              folder.at("m.graph") + ":300394: a line after the last node; the header announces 300000 nodes");
    EXPECT_TRUE(read_graph(folder.write("m.graph", ring.text + "\n\n\n")));
  }
}

TEST(ManyPieces, AMetisNodeThatIsNotListedInReturnIsFound) {
  Folder folder;
  MetisRing ring;
  // The last node that has a neighbor gets another one, twice.
  ring.text.insert(ring.text.find_last_of("1") + 1, " 7 7");
  ring.text.replace(0, ring.text.find('\n'), "300000 200001");
  for (int count : thread_counts) {
    Threads threads(count);
    EXPECT_EQ(read_graph(folder.write("m.graph", ring.text)).error(),
              folder.at("m.graph") +
                  ":200260: neighbor 7 does not list this node; expected each edge on the lines of both its nodes");
  }
}

TEST(ManyPieces, TheFirstWrongLineIsReported) {
  Folder folder;
  std::vector<std::string> each;
  for (std::int64_t i = 0; i < many; ++i) each.push_back(pair_line(i, some_nodes, 0) + "\n");
  // Many wrong lines: later ones may be found first.
  for (std::int64_t i : {390'000, 250'123, 250'124, 300'000, 399'999}) each[i] = "1 2 3\n";
  std::string text;
  for (const std::string& line : each) text += line;
  const std::string path = folder.write("g.el", text);
  for (int round = 0; round < 4; ++round)
    for (int count : thread_counts) {
      Threads threads(count);
      EXPECT_EQ(read_graph(path).error(), path + ":250124: 3 columns; expected 2 as on the first edge's line");
    }
}

TEST(ManyPieces, AWrongLineAmongWideIdsKeepsItsPlace) {
  Folder folder;
  const std::string path = folder.write("g.el", lines(many, [](std::int64_t i) {
                                          return i == 350'000 ? std::string("8589934592\n")
                                                              : std::to_string((i % 900) << 33) + " 4\n";
                                        }));
  for (int count : thread_counts) {
    Threads threads(count);
    EXPECT_EQ(read_graph(path).error(), path + ":350001: the line ends; expected the edge's target as an integer");
  }
}

#if !defined(MAXWARP_WITHOUT_ZSTD)
TEST(PackedText, IsReadByPieceAndBounded) {
  Folder folder;
  auto graph = read_text_as("g.el", lines(many, [](std::int64_t i) { return pair_line(i, some_nodes, 0) + "\n"; }));
  ASSERT_TRUE(graph);
  ASSERT_FALSE(write_graph(folder.at("g.el.zst"), graph->graph));
  expect_edges(folder.at("g.el.zst"), labelled_edges(graph->graph), WeightKind::None);
  GraphOptions options;
  ASSERT_FALSE(set_graph_option(options, "graph", folder.at("g.el.zst")));
  ASSERT_FALSE(set_graph_option(options, "max-bytes", "1000000"));
  auto loaded = load_graph(options);
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error(),
            folder.at("g.el.zst") + ": unpacks to more than 1000000 bytes; expected less, or a higher --max-bytes");
  ASSERT_FALSE(write_graph(folder.at("g.mwg.zst"), graph->graph));
  options.graph = folder.at("g.mwg.zst");
  EXPECT_EQ(load_graph(options).error(),
            folder.at("g.mwg.zst") + ": unpacks to more than 1000000 bytes; expected less, or a higher --max-bytes");
}
#endif

TEST(SpecialFiles, AreRefusedWithoutWaiting) {
  Folder folder;
  for (const char* name : {"f.el", "f.mwg", "f.el.gz"}) {
    ASSERT_EQ(mkfifo(folder.at(name).c_str(), 0600), 0);
    EXPECT_EQ(read_graph(folder.at(name)).error(), folder.at(name) + ": is not a regular file; expected a graph file");
  }
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  folder.at("s.el").copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(bind(server, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  EXPECT_EQ(read_graph(folder.at("s.el")).error(),
            folder.at("s.el") + ": is not a regular file; expected a graph file");
  close(server);
}

}  // namespace
}  // namespace maxwarp::test
