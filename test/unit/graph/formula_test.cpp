// Formulas as factor graphs: the reader of DIMACS CNF, the generator, and the check of assignments.
#include <set>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/options.h"
#include "runtime/reference/reference.h"
#include "support.h"

namespace maxwarp::test {
namespace {

std::vector<Edge> edges_of_formula(const std::string& text) {
  auto read = read_text_as("f.cnf", text);
  EXPECT_TRUE(read) << read.error();
  return read ? labelled_edges(read->graph) : std::vector<Edge>{};
}

std::string failure_of(const std::string& text, const ReadOptions& options = {}) {
  auto read = read_text_as("f.cnf", text, options);
  if (read) return "read";
  return read.error().substr(read.error().find("f.cnf"));
}

TEST(CnfReader, MakesEdgesFromClausesToVariables) {
  auto read = read_text_as("f.cnf", "c hello\np cnf 3 2\n1 -2 0\nc more\n3 2 -1 0\n");
  ASSERT_TRUE(read) << read.error();
  EXPECT_EQ(read->format, "CNF");
  EXPECT_EQ(read->graph.nodes, 5);
  EXPECT_EQ(read->graph.weight_kind, WeightKind::Int);
  EXPECT_EQ(labelled_edges(read->graph), (std::vector<Edge>{{4, 1, 1}, {4, 2, -1}, {5, 3, 1}, {5, 2, 1}, {5, 1, -1}}));
}

TEST(CnfReader, ClausesEndAtTheirZeros) {
  const std::vector<Edge> edges{{4, 1, 1}, {4, 2, -1}, {5, 3, 1}};
  EXPECT_EQ(edges_of_formula("p cnf 3 2\n1\n-2\n0 3 0\n"), edges);
  EXPECT_EQ(edges_of_formula("p cnf 3 2\n1 -2 0 3 0"), edges);
  EXPECT_EQ(edges_of_formula("p cnf 3 2\n 1 -2 0\n3 0\n%\n0\n\n"), edges);  // as SATLIB has it
  EXPECT_EQ(read_text_as("f.cnf", "p cnf 3 0\n")->graph.nodes, 3);
}

TEST(CnfReader, RefusesWhatIsNoFormula) {
  EXPECT_EQ(failure_of("p sat 3 2\n"), "f.cnf:1: `p sat`; expected the header `p cnf VARIABLES CLAUSES`");
  EXPECT_EQ(failure_of("p cnf 3 -2\n"), "f.cnf:1: header count -2 is negative; expected `p cnf VARIABLES CLAUSES`");
  EXPECT_EQ(failure_of("p cnf 3 99\n1 0\n"),
            "f.cnf:2: header announces 99 clauses; the rest of the file has only 4 bytes");
  EXPECT_EQ(failure_of("p cnf 3 2\n1 0\n2 -4 0\n"), "f.cnf:3: literal -4; the header announces 3 variables");
  EXPECT_EQ(failure_of("p cnf 3 1\n1 0\n2 0\n"), "f.cnf:3: more than 1 clauses; the header announces 1");
  EXPECT_EQ(failure_of("p cnf 3 2\n1 0\n2\n"), "f.cnf:4: the file ends after 1 clauses; the header announces 2");
  EXPECT_EQ(failure_of("p cnf 3 2\n1 0\n0\n"), "f.cnf: clause 2 has no literals; expected at least one");
  EXPECT_EQ(failure_of("p cnf 2 1\n1 x 0\n"),
            "f.cnf:2: `x` is not a number; expected a literal, or 0 at the end of a clause");
  ReadOptions options;
  options.base = 0;
  EXPECT_EQ(failure_of("p cnf 2 1\n1 0\n", options),
            "f.cnf: --base does not apply to formulas; variables count from 1");
}

TEST(CnfReader, ReadsClausesAcrossPieces) {
  constexpr int clauses = 300'000;
  std::string text = "p cnf 1000 " + std::to_string(clauses) + "\n", as_lines = text;
  for (int c = 0; c < clauses; ++c) {
    const std::string first = std::to_string(c % 1000 + 1), second = std::to_string(-(c % 997 + 1));
    text += first + "\n" + second + "\n0\n";
    as_lines += first + " " + second + " 0\n";
  }
  Folder folder;
  const auto expected = read_graph(folder.write("lines.cnf", as_lines));
  ASSERT_TRUE(expected) << expected.error();
  for (int count : {1, 2, 5}) {
    Threads threads(count);
    const auto read = read_graph(folder.write("pieces.cnf", text));
    ASSERT_TRUE(read) << read.error();
    EXPECT_TRUE(labelled_edges(read->graph) == labelled_edges(expected->graph)) << count << " threads";
  }
}

TEST(FormulaGenerator, ClausesHaveDifferentVariablesAndRandomSigns) {
  const Graph graph = *generate_graph("ksat:500:4.2:7", 1);
  EXPECT_EQ(graph.nodes, 500 + 2100);
  EXPECT_EQ(graph.edges(), 3 * 2100);
  std::int64_t negated = 0;
  for (node_t v = 0; v < graph.nodes; ++v) {
    std::set<node_t> variables;
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) variables.insert(graph.targets[e]);
    EXPECT_EQ(variables.size(), v < 500 ? 0u : 3u);
    if (!variables.empty()) EXPECT_LT(*variables.rbegin(), 500);
  }
  for (std::int32_t weight : graph.int_weights) {
    EXPECT_EQ(weight * weight, 1);
    negated += weight < 0;
  }
  EXPECT_NEAR(static_cast<double>(negated) / static_cast<double>(graph.edges()), 0.5, 0.03);
}

TEST(FormulaGenerator, TheSeedDecidesWhateverTheNumberOfThreads) {
  const Graph graph = *generate_graph("ksat:30000:4.2:7", 1);
  for (int count : {1, 2, 5}) {
    Threads threads(count);
    const Graph again = *generate_graph("ksat:30000:4.2", 7);
    EXPECT_EQ(graph.targets, again.targets);
    EXPECT_EQ(graph.int_weights, again.int_weights);
  }
  EXPECT_NE(graph.targets, generate_graph("ksat:30000:4.2:8", 1)->targets);
}

TEST(FormulaGenerator, TheSeedOfTheTextIsTold) {
  EXPECT_EQ(seed_of("ksat:9:4.2:7", 1), 7u);
  EXPECT_EQ(seed_of("ksat:9:4.2", 3), 3u);
  EXPECT_EQ(seed_of("grid:9:4:2", 3), 3u);
  GraphOptions options;
  options.graph = "ksat:9:4:7";
  EXPECT_TRUE(load_graph(options)->summary.starts_with("generated ksat:9:4:7 (seed 7): "));
}

TEST(FormulaGenerator, RefusesClausesWithoutEnoughVariables) {
  EXPECT_EQ(generate_graph("ksat:2:1", 1).error(), "ksat:2:1: `2`; expected at least 3 variables for a clause");
  EXPECT_EQ(generate_graph("ksat:9:x", 1).error(),
            "ksat:9:x: `x`; expected clauses per variable as a number of at least 0");
  EXPECT_EQ(generate_graph("ksat:2:1:1:2", 1)->edges(), 4);
}

TEST(ReferenceAssignment, CountsClausesThatDoNotHold) {
  const Graph graph = read_text_as("f.cnf", "p cnf 3 2\n1 -2 0\n2 -1 0\n")->graph;
  const auto check = [&](std::vector<std::int32_t> value, std::int64_t open) {
    return reference::check_assignment(view(graph), graph.int_weights.data(), value.data(), open).value_or("good");
  };
  EXPECT_EQ(check({1, 1, 0, 0, 0}, 0), "good");
  EXPECT_EQ(check({1, -1, 0, 0, 0}, 1), "good");
  EXPECT_EQ(check({1, -1, 0, 0, 0}, 0), "1 clauses do not hold, open is 0");
  EXPECT_EQ(check({1, 0, 0, 0, 0}, 1), "node 1 has the value 0, and is a variable");
  EXPECT_EQ(check({1, 1, 1, 0, 0}, 0), "node 2 has the value 1, and is no variable");
}

}  // namespace
}  // namespace maxwarp::test
