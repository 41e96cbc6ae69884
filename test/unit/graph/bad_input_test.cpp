// Damaged files and option values: each gives one line that says where and what, and nothing else happens.
#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"
#include "runtime/graph/options.h"
#include "runtime/graph/read/file.h"
#include "runtime/graph/write/write.h"
#include "support.h"

namespace maxwarp::test {
namespace {

struct BadFile {
  const char *name, *text;
  const char* message;  // the end of the message, after the folder's name
};

const BadFile bad_files[] = {
    {"a.el", "", "a.el: is empty; expected a graph"},
    {"a.el", "# only comments\n",
     "a.el:2: no edges; expected `SOURCE TARGET [WEIGHT]` lines (or --nodes=N for a graph without edges)"},
    {"a.el", "1\n", "a.el:1: the line ends; expected the edge's target as an integer"},
    {"a.el", "1 2\n3", "a.el:2: the file ends; expected the edge's target as an integer"},
    {"a.el", "1 2\n1 x\n", "a.el:2: `x` is not a number; expected the edge's target as an integer"},
    {"a.el", "1,2\n", "a.el:1: `1,2` is not a number; expected the edge's source as an integer"},
    {"a.el", "1.5 2\n", "a.el:1: `1.5` is not a number; expected the edge's source as an integer"},
    {"a.el", "1 -2\n", "a.el:1: node id -2; expected at least 0"},
    {"a.el", "1 9223372036854775808\n",
     "a.el:1: `9223372036854775808` is too large; expected the edge's target as an integer"},
    {"a.el", "1 9999999999999999999\n",
     "a.el:1: `9999999999999999999` is too large; expected the edge's target as an integer"},
    {"a.el", "18446744073709551616 2\n",
     "a.el:1: `18446744073709551616` is too large; expected the edge's source as an integer"},
    {"a.gr", "p sp 2 1\na 1 18446744073709551617 3\n",
     "a.gr:2: `18446744073709551617` is too large; expected the arc's target"},
    {"a.el", "1 2\n\n1 2 3\n", "a.el:3: 3 columns; expected 2 as on the first edge's line"},
    {"a.wel", "1 2 3\n1 2\n", "a.wel:2: 2 columns; expected 3 as on the first edge's line"},
    {"a.wel", "1 2\n", "a.wel:1: 2 columns; expected `SOURCE TARGET WEIGHT` in a .wel file"},
    {"a.wel", "1 2 3 4\n", "a.wel:1: `4` at the end of the line; expected `SOURCE TARGET` or `SOURCE TARGET WEIGHT`"},
    {"a.wel", "1 2 nan\n", "a.wel:1: `nan` is not finite; expected a finite weight"},
    {"a.wel", "1 2 -inf\n", "a.wel:1: `-inf` is not finite; expected a finite weight"},
    {"a.wel", "1 2 1e999\n", "a.wel:1: `1e999` is too large; expected a finite weight"},
    {"a.wel", "1 2 9007199254740993\n",
     "a.wel:1: `9007199254740993` is not a double without rounding; expected a finite weight, with a decimal "
     "point if it may be rounded"},
    {"a.wel", "1 2 99999999999999999999\n",
     "a.wel:1: `99999999999999999999` is not a double without rounding; expected a finite weight, with a "
     "decimal point if it may be rounded"},
    {"a.wel", "1 2 1e-400\n", "a.wel:1: `1e-400` is too close to 0 for a double; expected a finite weight"},
    {"a.wel", "1 2 3x\n", "a.wel:1: `3x` is not a number; expected a finite weight"},
    {"a.mtx", "1 2\n",
     "a.mtx:1: `1` is not a MatrixMarket banner; expected `%%MatrixMarket matrix coordinate "
     "pattern|integer|real general|symmetric|skew-symmetric`"},
    {"a.mtx", "%%MatrixMarket matrix array real general\n",
     "a.mtx:1: `array` is a dense matrix, not a graph; expected `%%MatrixMarket matrix coordinate "
     "pattern|integer|real general|symmetric|skew-symmetric`"},
    {"a.mtx", "%%MatrixMarket matrix coordinate complex general\n",
     "a.mtx:1: `complex` values cannot be weights; expected `%%MatrixMarket matrix coordinate "
     "pattern|integer|real general|symmetric|skew-symmetric`"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real hermitian\n",
     "a.mtx:1: `hermitian` matrices have complex values, which cannot be weights; expected `%%MatrixMarket "
     "matrix coordinate pattern|integer|real general|symmetric|skew-symmetric`"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n",
     "a.mtx:2: the file ends; expected the size line `ROWS COLUMNS ENTRIES`"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 3 0\n",
     "a.mtx:2: matrix of 2 rows and 3 columns; expected a square one, one row per node"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 -1\n",
     "a.mtx:2: size -1 is negative; expected the size line `ROWS COLUMNS ENTRIES`"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 2\n",
     "a.mtx:4: the file ends after 1 entries; the size line announces 2"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2\n2 1\n",
     "a.mtx:4: more entries than the 1 that the size line announces"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n0 1\n",
     "a.mtx:3: node 0; expected an id in 1..2"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 3\n",
     "a.mtx:3: node 3; expected an id in 1..2"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n2 2 1\n1 2 5\n",
     "a.mtx:3: `5` at the end of the line; expected `ROW COLUMN`"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2\n",
     "a.mtx:3: the line ends; expected a finite weight"},
    {"a.mtx", "%%MatrixMarket matrix coordinate real skew-symmetric\n2 2 1\n1 1 1\n",
     "a.mtx:3: entry on the diagonal; expected none in a skew-symmetric matrix"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n9000000000 9000000000 1\n1 1\n",
     "a.mtx:2: header: 9000000000 nodes; expected at most 2147483647"},
    {"a.mtx", "%%MatrixMarket matrix coordinate pattern general\n5 5 9000000000000\n1 1\n",
     "a.mtx:2: header announces 9000000000000 edges; the rest of the file has only 5 bytes"},
    {"a.gr", "c\nc\n", "a.gr:3: no header line; expected `p sp NODES EDGES` (DIMACS) or `p tw NODES EDGES` (PACE)"},
    {"a.gr", "a 1 2 3\n",
     "a.gr:1: `a 1`; expected the header `p sp NODES EDGES` (DIMACS) or `p tw NODES EDGES` (PACE)"},
    {"a.gr", "p max 1 2\n",
     "a.gr:1: `p max`; expected the header `p sp NODES EDGES` (DIMACS) or `p tw NODES EDGES` (PACE)"},
    {"a.gr", "p sp -1 0\n", "a.gr:1: header count -1 is negative; expected `p sp NODES EDGES`"},
    {"a.gr", "p sp 2\n", "a.gr:1: the line ends; expected `p sp NODES EDGES`"},
    {"a.gr", "p sp 2 1000000\na 1 2 3\n",
     "a.gr:1: header announces 1000000 edges; the rest of the file has only 9 bytes"},
    {"a.gr", "p sp 2 2\na 1 2 3\n", "a.gr:3: the file ends after 1 edges; the header announces 2"},
    {"a.gr", "p sp 2 1\na 1 2 3\na 1 2 3\n", "a.gr:3: more than 1 edges; the header announces 1"},
    {"a.gr", "p sp 2 1\na 1 3 3\n", "a.gr:2: node 3; expected an id in 1..2"},
    {"a.gr", "p sp 0 1\na 1 3 3\n", "a.gr:2: node 1; expected no edge at all, the header announces 0 nodes"},
    {"a.gr", "p sp 2 1\na 1 2\n", "a.gr:2: the line ends; expected a finite weight"},
    {"a.gr", "p sp 2 1\ne 1 2\n", "a.gr:2: `e`; expected an arc `a SOURCE TARGET WEIGHT`"},
    {"a.gr", "p tw 2 1\n1 2 3\n", "a.gr:2: `3` at the end of the line; expected `NODE NODE`"},
    {"a.gr", "p tw 2 2\n1 2\n", "a.gr:3: the file ends after 1 edges; the header announces 2"},
    {"a.graph", "x\n", "a.graph:1: `x` is not a number; expected `NODES EDGES [FMT [NCON]]`"},
    {"a.graph", "2 1 7\n2\n1\n", "a.graph:1: format `7`; expected up to three digits 0 or 1, such as 1 or 011"},
    {"a.graph", "3 1\n2\n1\n", "a.graph:4: the file ends after 2 nodes; the header announces 3"},
    {"a.graph", "2 1\n2\n1\n1\n", "a.graph:4: a line after the last node; the header announces 2 nodes"},
    {"a.graph", "2 2\n2\n1\n", "a.graph:4: 2 neighbors in all; expected twice the header's 2 edges"},
    {"a.graph", "3 1\n2\n3\n\n",
     "a.graph:2: neighbor 2 does not list this node; expected each edge on the lines of both its nodes"},
    {"a.graph", "% c\n3 1 1\n\n%\n3 5\n2 6\n",
     "a.graph:5: neighbor 3 does not list this node with the same weight; expected each edge on the lines of "
     "both its nodes"},
    {"a.graph", "2 1\n3\n1\n", "a.graph:2: node 3; expected an id in 1..2"},
    {"a.graph", "1000000 1\n2\n1\n",
     "a.graph:2: header announces 1000000 nodes, one per line; the rest of the file has only 4 bytes"},
    {"a.v", "1\n2\n", "a.e: no such file; expected the edges of the Graphalytics graph"},
    {"a.mwg", "hello", "a.mwg: too short for a maxwarp binary graph"},
    {"a.sg", "hello", "a.sg: too short for a GAP graph"},
    {"a.xyz", "1 2\n",
     "a.xyz: unknown ending; expected .mtx, .gr, .graph, .cnf, .el, .wel, .txt, .v, .e, .sg, .wsg or .mwg, each "
     "also with .gz, .xz or .zst"},
    {"a.el.gz", "1 2\n", "a.el.gz: is not valid gzip data; expected a complete .gz file"},
    {"a.el.xz", "this is no packed data", "a.el.xz: is not valid xz data; expected a complete .xz file"},
    {"a.el.zst", "1 2\n", "a.el.zst: is not valid Zstandard data; expected a complete .zst file"},
};

TEST(BadFile, GivesOneLineThatSaysWhatWasSeenAndWhatIsExpected) {
  for (const BadFile& bad : bad_files) {
    Folder folder;
    auto read = read_graph(folder.write(bad.name, bad.text));
    ASSERT_FALSE(read) << bad.name << ": " << bad.text;
    EXPECT_EQ(read.error(), folder.at("") + bad.message) << bad.text;
  }
}

TEST(BadFile, MissingFileDirectoryAndDeviceAreNamed) {
  Folder folder;
  std::filesystem::create_directory(folder.at("d.el"));
  EXPECT_EQ(read_graph(folder.at("no.el")).error(), folder.at("no.el") + ": No such file or directory");
  EXPECT_EQ(read_graph(folder.at("d.el")).error(), folder.at("d.el") + ": is a directory; expected a graph file");
  std::filesystem::create_symlink("/dev/zero", folder.at("zero.el"));
  EXPECT_EQ(read_graph(folder.at("zero.el")).error(),
            folder.at("zero.el") + ": is not a regular file; expected a graph file");
}

TEST(BadFile, AnEndlessLineIsCutInTheMessage) {
  auto read = read_text_as("a.el", "1 " + std::string(1 << 20, 'x'));
  ASSERT_FALSE(read);
  EXPECT_LT(read.error().size(), 300u);
}

TEST(BadFile, ALineMayHave64Megabytes) {
  const std::string pieces = "0 1\n" + std::string(3000000, ' ') + "1 2\n# ", limit(64000000 - 2, 'x');
  const Threads two(2);
  Folder folder;
  EXPECT_TRUE(read_graph(folder.write("a.el", pieces + limit + "\n2 3\n")));
  EXPECT_EQ(read_graph(folder.write("a.el", pieces + limit + "x")).error(),
            folder.at("a.el") + ":3: a line of more than 64.0 MB; expected text with line ends");
  // The first wrong line is the one that is reported.
  EXPECT_EQ(read_graph(folder.write("a.el", "0 1\n1\n" + pieces + limit + "x")).error(),
            folder.at("a.el") + ":2: the line ends; expected the edge's target as an integer");
}

TEST(BadFile, BinaryNoiseIsNotPrinted) {
  auto read = read_text_as("a.el", std::string("\x01\xff\n", 3));
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().ends_with("a.el:1: `??` is not a number; expected the edge's source as an integer"));
}

TEST(BadFile, GraphalyticsPartsAreCheckedAgainstEachOther) {
  Folder folder;
  folder.write("g.v", "1\n2\n");
  folder.write("g.e", "1 3\n");
  EXPECT_EQ(read_graph(folder.at("g.v")).error(),
            folder.at("g.e") + ":1: vertex 3; expected one that the .v file lists");
  folder.write("g.e", "1 2\n2 1 5\n");
  EXPECT_EQ(read_graph(folder.at("g.v")).error(),
            folder.at("g.e") + ":2: a weight; expected none as on the first edge's line");
  folder.write("g.properties", "graph.g.directed = maybe\n");
  EXPECT_EQ(read_graph(folder.at("g.v")).error(),
            folder.at("g.properties") + ":1: directed = `maybe`; expected true or false");
  folder.write("g.properties", "graph.g.directed = true\n");
  folder.write("g.v", "1\n2\n1\n");
  EXPECT_EQ(read_graph(folder.at("g.v")).error(), folder.at("g.v") + ":3: vertex 1 again; expected each vertex once");
  folder.write("g.properties", "graph.g.meta = 1\n");
  EXPECT_EQ(read_graph(folder.at("g.v")).error(),
            folder.at("g.properties") + ":2: the file ends; expected a line `graph.NAME.directed = true|false`");
}

TEST(BadFile, NodeCountDoesNotApplyToFormatsThatAnnounceIt) {
  ReadOptions options;
  options.dense = true;
  auto read = read_text_as("a.gr", "p sp 1 0\n", options);
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().ends_with("--nodes applies to edge lists only; this format announces its nodes"));
}

TEST(BadFile, IdsBeyondTheGivenNodesAreRefused) {
  ReadOptions options;
  options.nodes = 3;
  auto read = read_text_as("a.el", "0 1\n1 3\n", options);
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().ends_with("a.el:2: node id 3; expected 0..2 (--nodes, --base)")) << read.error();
  options = {};
  options.dense = true;
  read = read_text_as("a.el", "0 1000000000000\n", options);
  ASSERT_FALSE(read);
  EXPECT_TRUE(read.error().ends_with("--nodes: 1000000000001 nodes; expected at most 2147483647")) << read.error();
}

/// Every prefix of a good file is either refused or a graph that is consistent in itself.
TEST(BadFile, NoPrefixOfAGoodFileCrashes) {
  const std::pair<const char*, const char*> files[] = {
      {"g.mtx", "%%MatrixMarket matrix coordinate real symmetric\n% c\n3 3 2\n2 1 0.5\n3 3 1e1\n"},
      {"g.gr", "c x\np sp 3 2\na 1 2 10\na 3 1 20\n"},
      {"g.graph", "3 2 11 1\n5 2 7\n6 1 7 3 8\n7 2 8\n"},
      {"g.wel", "# c\n10 20 1.5\n20 30 2\n"},
  };
  Folder folder;
  for (auto [name, text] : files)
    for (std::size_t length = 0; length < std::string(text).size(); ++length) {
      auto read = read_graph(folder.write(name, std::string(text, length)));
      if (!read) {
        EXPECT_EQ(read.error().find('\n'), std::string::npos);
        continue;
      }
      for (node_t w : read->graph.targets) EXPECT_LT(w, read->graph.nodes);
    }
}

/// Random damage to good files of every format: a clear refusal or a graph that is consistent in itself.
TEST(BadFile, NoDamageCrashes) {
  Folder folder;
  Graph sample = weighted_graph_of(5, {{0, 1, 5}, {1, 0, 5}, {1, 3, 6}, {3, 1, 6}});
  for (const char* name : {"g.mwg", "g.mtx", "g.gr", "g.graph", "g.wel"})
    ASSERT_FALSE(write_graph(folder.at(name), sample));
  folder.write("g.sg", bytes_of(false, L(2), L(2), L(0), L(1), L(2), I(1), I(0)));
  folder.write("h.gr", bytes_of(L(1), L(4), L(2), L(1), L(1), L(1), I(1), I(0), I(9)));
  folder.write("p.gr", "p tw 4 3\n1 2\n2 3\n3 4\n");
  for (const char* name : {"g.mwg", "g.mtx", "g.gr", "g.graph", "g.wel", "g.sg", "h.gr", "p.gr"}) {
    std::string good = *read_file(folder.at(name));
    for (std::uint64_t i = 0; i < 1000; ++i) {
      std::string bad = good;
      for (std::uint64_t k = 0; k <= i % 3; ++k) {
        std::uint64_t bits = random_bits(i, k);
        bad[bits % bad.size()] = bits >> 40 & 1 ? "0123456789 \n-.e%"[bits >> 32 & 15] : static_cast<char>(bits >> 32);
      }
      auto read = read_graph(folder.write(std::string("bad") + name, bad));
      if (read)
        for (node_t w : read->graph.targets) ASSERT_TRUE(w >= 0 && w < read->graph.nodes) << name << i;
      else
        ASSERT_EQ(read.error().find('\n'), std::string::npos) << read.error();
    }
  }
}

std::string option_error(const char* name, const char* value) {
  GraphOptions options;
  auto failure = set_graph_option(options, name, value);
  return failure ? failure->message : "accepted";
}

TEST(BadOption, NamesTheAlternatives) {
  EXPECT_EQ(option_error("duplicates", "all"), "--duplicates=all; expected keep, first, min or sum");
  EXPECT_EQ(option_error("self-loops", ""), "--self-loops=; expected keep or drop");
  EXPECT_EQ(option_error("weights", "random:5:4"),
            "--weights=random:5:4; expected random:LOW:HIGH with integers LOW <= HIGH below 2147483647");
  EXPECT_EQ(option_error("weights", "random:1:2147483647"),
            "--weights=random:1:2147483647; expected random:LOW:HIGH with integers LOW <= HIGH below 2147483647");
  EXPECT_EQ(option_error("weights", "none"), "--weights=none; expected file, unit or random:LOW:HIGH");
  EXPECT_EQ(option_error("base", "2"), "--base=2; expected auto, 0 or 1");
  EXPECT_EQ(option_error("nodes", "0"), "--nodes=0; expected dense or a number of nodes in 1..2147483647");
  EXPECT_EQ(option_error("seed", "-1"), "--seed=-1; expected an integer of at least 0");
  EXPECT_EQ(option_error("max-bytes", "0"), "--max-bytes=0; expected a number of bytes of at least 1");
  EXPECT_EQ(option_error("symmetrize", "yes"), "--symmetrize=yes; expected true or false");
  EXPECT_EQ(option_error("grpah", "x"), "--grpah: unknown graph option");
}

std::string generator_error(const std::string& spec) {
  auto graph = generate_graph(spec, 1);
  return graph ? "accepted" : graph.error();
}

TEST(BadGenerator, SaysWhichValueIsWrong) {
  EXPECT_EQ(generator_error("rmat:31:16"), "rmat:31:16: `31`; expected a scale of at most 30");
  EXPECT_EQ(generator_error("rmat:4"), "rmat:4: 1 value; expected rmat:SCALE:EF or rmat:n=N,m=M");
  EXPECT_EQ(generator_error("rmat:4:4:.5,.5"), "rmat:4:4:.5,.5: `.5,.5`; expected three probabilities A,B,C");
  EXPECT_EQ(generator_error("rmat:4:4:.5,.5,.5"), "rmat:4:4:.5,.5,.5: `.5,.5,.5`; expected A + B + C of at most 1");
  EXPECT_EQ(generator_error("rmat:4:4:.5,2,.5"), "rmat:4:4:.5,2,.5: `2`; expected a probability in 0..1");
  EXPECT_EQ(generator_error("rmat:n=4,k=5"),
            "rmat:n=4,k=5: `n=4,k=5`; expected n=NODES,m=EDGES with counts of at least 0");
  EXPECT_EQ(generator_error("rmat:n=0,m=5"), "rmat:n=0,m=5: edges without nodes; expected at least one node");
  EXPECT_EQ(generator_error("rmat:n=10,m=20:.45,.15,.15:garbage"),
            "rmat:n=10,m=20:.45,.15,.15:garbage: 3 value(s); expected rmat:n=N,m=M[:A,B,C]");
  EXPECT_EQ(generator_error("uniform:5:9007199254740993"),
            "uniform:5:9007199254740993: `9007199254740993`; expected the number of edges as an integer of "
            "at most 9007199254740992");
  EXPECT_EQ(generator_error("chain:99999999999999999999"),
            "chain:99999999999999999999: `99999999999999999999`; expected the number of nodes as an integer "
            "of at most "
            "9007199254740992");
  EXPECT_EQ(generator_error("uniform:0:5"), "uniform:0:5: `0`; expected at least one node for edges");
  EXPECT_EQ(generator_error("uniform:5:-1"),
            "uniform:5:-1: `-1`; expected the number of edges as an integer of at least 0");
  EXPECT_EQ(generator_error("grid:4"), "grid:4: 1 value(s); expected grid:W:H[:D]");
  EXPECT_EQ(generator_error("grid:4:x"), "grid:4:x: `x`; expected the height as an integer of at least 0");
  EXPECT_EQ(generator_error("grid:100000:100000"),
            "grid:100000:100000: 10000000000 nodes; expected at most 2147483647");
  EXPECT_EQ(generator_error("grid:0:9000000000"), "grid:0:9000000000: 9000000000 nodes; expected at most 2147483647");
  EXPECT_EQ(generator_error("grid:2000:2000:2000"),
            "grid:2000:2000:2000: 8000000000 nodes; expected at most 2147483647");
  EXPECT_EQ(generator_error("mesh:2:2:2:2"), "mesh:2:2:2:2: 4 value(s); expected mesh:W:H[:D]");
  EXPECT_EQ(generator_error("small-world:9:3:.1"),
            "small-world:9:3:.1: `3`; expected an even number of neighbors below the number of nodes");
  EXPECT_EQ(generator_error("small-world:4:4:.1"),
            "small-world:4:4:.1: `4`; expected an even number of neighbors below the number of nodes");
  EXPECT_EQ(generator_error("small-world:9:4:2"), "small-world:9:4:2: `2`; expected a probability in 0..1");
  EXPECT_EQ(generator_error("tree:9:0"), "tree:9:0: `0`; expected the number of children as an integer of at least 1");
  EXPECT_NE(generator_error("clique:2000000").find(" edges need "), std::string::npos);
  EXPECT_NE(generator_error("foo:1").find("foo:1: unknown generator; expected one of rmat:SCALE:EF"),
            std::string::npos);
}

TEST(BadGenerator, ANameWithAColonThatIsNoFileListsTheGenerators) {
  GraphOptions options;
  options.graph = "rmta:20:16";
  auto loaded = load_graph(options);
  ASSERT_FALSE(loaded);
  EXPECT_TRUE(loaded.error().starts_with("rmta:20:16: neither a file nor a known generator; expected one of rmat:"))
      << loaded.error();
}

}  // namespace
}  // namespace maxwarp::test
