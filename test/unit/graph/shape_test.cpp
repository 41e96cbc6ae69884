// The facts by which a mapping is chosen, and the way through a tree.
#include "runtime/graph/shape.h"

#include <gtest/gtest.h>

#include "runtime/graph/generate/generate.h"

namespace maxwarp {
namespace {

TEST(Shape, OfAStarTheMiddleIsTheHub) {
  const auto graph = generate_graph("star:100", 1);
  ASSERT_TRUE(graph);
  const GraphShape shape = shape_of(*graph);
  EXPECT_EQ(shape.nodes, 100);
  EXPECT_EQ(shape.arcs, 99);
  EXPECT_DOUBLE_EQ(shape.mean_degree, 0.99);
  EXPECT_EQ(shape.max_degree, 99);
  EXPECT_EQ(shape.hub_share, 1);
  EXPECT_NEAR(shape.degree_deviation, 9.95, 0.01);  // sqrt(99 * 99 / 100 - 0.99 * 0.99) / 0.99
}

TEST(Shape, DepthTellsRowsFromClouds) {
  const auto chain = generate_graph("chain:100000", 1), cloud = generate_graph("uniform:100000:1600000", 1);
  ASSERT_TRUE(chain && cloud);
  EXPECT_EQ(shape_of(*chain).depth, 4095);
  EXPECT_LE(shape_of(*cloud).depth, 5);
  EXPECT_LT(shape_of(*chain).degree_deviation, 0.01);
  EXPECT_EQ(shape_of(*chain).hub_share, 0);
}

TEST(Shape, OfNothingIsNothing) {
  const auto empty = generate_graph("uniform:5:0", 1);
  ASSERT_TRUE(empty);
  const GraphShape shape = shape_of(*empty);
  EXPECT_EQ(shape.nodes, 5);
  for (const GraphFact fact : {GraphFact::Arcs, GraphFact::MeanDegree, GraphFact::MaxDegree, GraphFact::DegreeDeviation,
                               GraphFact::HubShare, GraphFact::Depth})
    EXPECT_EQ(fact_of(shape, fact), 0);
  EXPECT_EQ(shape_of(Graph{}).nodes, 0);
}

TEST(Shape, TheTreeIsFollowedToALeaf) {
  const SelectionNode tree[] = {{-1, GraphFact::MeanDegree, 4, 1, 2}, {0}, {-1, GraphFact::Depth, 10, 3, 4}, {1}, {2}};
  GraphShape shape;
  shape.mean_degree = 4;  // not less
  shape.depth = 9.5;
  EXPECT_EQ(select_variant(tree, shape).variant, 1);
  const std::vector<std::string> reasons = {"mean degree 4 is not less than 4", "depth 9.5 is less than 10"};
  EXPECT_EQ(select_variant(tree, shape).reasons, reasons);
  shape.depth = 10;
  EXPECT_EQ(select_variant(tree, shape).variant, 2);
  shape.mean_degree = 3.9;
  EXPECT_EQ(select_variant(tree, shape).variant, 0);
}

}  // namespace
}  // namespace maxwarp
