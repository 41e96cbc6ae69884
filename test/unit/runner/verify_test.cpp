// A reference is computed once for all results of the same graph and arguments.
#include "runtime/runner/verify.h"

#include <gtest/gtest.h>

#include "runtime/graph/generate/generate.h"

namespace maxwarp::runner {
namespace {

constexpr ParameterInfo parameters[] = {{"source", ScalarType::Node, ValueSpace::Global, false, {}}};
constexpr ResultInfo results[] = {{"level", ScalarType::Int, ValueSpace::Node, nullptr}};
constexpr Algorithm bfs = {"bfs", "", "openmp", parameters, 1, results, 1, nullptr, 0, false, false};

TEST(Verify, WhatTheReferenceSaidIsKept) {
  const Graph graph = *generate_graph("chain:3", 1);
  ArgumentSet arguments;
  arguments.values.resize(1);
  RunResult result;
  result.arrays.push_back({ScalarType::Int, {}});
  result.arrays[0].resize(3);
  for (node_t v = 0; v < 3; ++v) result.arrays[0].set(v, {v, 0});
  std::any expected;
  EXPECT_EQ(first_difference(bfs, graph, arguments, result, expected), "");
  ASSERT_TRUE(expected.has_value());
  expected = std::vector<std::int32_t>{0, 1, 7};  // what is kept decides
  EXPECT_EQ(first_difference(bfs, graph, arguments, result, expected), "level[2] is 2, the reference says 7");
}

}  // namespace
}  // namespace maxwarp::runner
