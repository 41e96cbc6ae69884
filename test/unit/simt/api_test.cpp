// The CUDA runtime API of the SIMT engine: errors as in CUDA, and reports as users see them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "runtime/simt/include/maxwarp_simt.h"
#include "runtime/simt/include/simt/orders.h"
#include "test/unit/simt/cases.h"

namespace simt_test {
namespace {

class Api : public testing::Test {
 protected:
  void SetUp() override {
    maxwarp::simt::clear_findings();
    maxwarp::simt::print_findings(false);
    maxwarp::simt::set_order({});
  }
};

TEST_F(Api, RefusesCooperativeLaunchesThatAreTooLarge) {
  EXPECT_EQ(run_nothing(8, 1024, 0, true), cudaSuccess);
  EXPECT_EQ(run_nothing(9, 32, 0, true), cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(cudaGetLastError(), cudaErrorCooperativeLaunchTooLarge);
  EXPECT_EQ(cudaGetLastError(), cudaSuccess) << "a refused launch does not stick";
  EXPECT_EQ(run_nothing(9, 32, 0, false), cudaSuccess);
}

TEST_F(Api, RunsOneClusterOfUpTo16Blocks) {
  for (unsigned blocks : {1u, 5u, 16u}) {
    int result = 0;
    for (const char* order : {"forward", "reverse", "split", "latest"}) {
      maxwarp::simt::set_order(*maxwarp::simt::parse_order(order));
      ASSERT_EQ(run_cluster(blocks, blocks, &result), cudaSuccess) << order;
      EXPECT_EQ(result, static_cast<int>(64 * blocks)) << order;
    }
  }
  int result = 0;
  EXPECT_EQ(run_cluster(17, 17, &result), cudaErrorInvalidClusterSize);
  EXPECT_EQ(run_cluster(5, 2, &result), cudaErrorInvalidClusterSize);
  EXPECT_EQ(run_cluster(4, 2, &result), cudaErrorNotSupported);
  EXPECT_EQ(maxwarp::simt::findings(), 0u);
}

TEST_F(Api, RunsLoopsAndBranchesOfGraphs) {
  int result = 0;
  EXPECT_EQ(run_graph(5, 1, &result), cudaSuccess);
  EXPECT_EQ(result, 5 + 3 * 10 + 100);
  EXPECT_EQ(run_graph(0, 1, &result), cudaSuccess);
  EXPECT_EQ(result, 100) << "a loop whose condition does not hold at first";
  EXPECT_EQ(run_graph(2, 3, &result), cudaSuccess);
  EXPECT_EQ(result, 3 * (2 + 10 + 100)) << "each launch asks anew, after the graph was destroyed";
}

TEST_F(Api, RefusesNodesThatDoNotBelongToAGraph) {
  cudaGraph_t graph = nullptr, other = nullptr;
  ASSERT_EQ(cudaGraphCreate(&graph, 0), cudaSuccess);
  ASSERT_EQ(cudaGraphCreate(&other, 0), cudaSuccess);
  cudaGraphConditionalHandle handle{};
  ASSERT_EQ(cudaGraphConditionalHandleCreate(&handle, other), cudaSuccess);
  cudaGraphNodeParams node{};
  node.type = cudaGraphNodeTypeConditional;
  node.conditional = {handle, cudaGraphCondTypeWhile, 1, nullptr};
  cudaGraphNode_t first = nullptr, second = nullptr;
  EXPECT_EQ(cudaGraphAddNode(&first, graph, nullptr, nullptr, 0, &node), cudaErrorInvalidValue)
      << "another graph's condition";
  EXPECT_EQ(cudaGraphAddNode(&first, other, nullptr, nullptr, 0, &node), cudaSuccess);
  EXPECT_EQ(cudaGraphAddNode(&second, other, nullptr, nullptr, 0, &node), cudaErrorInvalidValue)
      << "a condition of one node alone";
  cudaGraphConditionalHandle own{};
  ASSERT_EQ(cudaGraphConditionalHandleCreate(&own, graph), cudaSuccess);
  node.conditional.handle = own;
  EXPECT_EQ(cudaGraphAddNode(&second, graph, &first, nullptr, 1, &node), cudaErrorInvalidValue)
      << "behind another graph's node";
  cudaGraphExec_t executable = nullptr;
  EXPECT_EQ(cudaGraphInstantiate(&executable, other, 0), cudaSuccess);
  EXPECT_EQ(cudaGraphConditionalHandleCreate(&own, other), cudaErrorInvalidValue) << "it is instantiated already";
  EXPECT_EQ(cudaGraphExecDestroy(executable), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaSuccess);
  EXPECT_EQ(cudaGraphDestroy(graph), cudaErrorInvalidValue);
  EXPECT_EQ(cudaGraphDestroy(other), cudaSuccess);
}

TEST_F(Api, RefusesImpossibleShapes) {
  EXPECT_EQ(run_nothing(0, 32, 0, false), cudaErrorInvalidConfiguration);
  EXPECT_EQ(run_nothing(1, 1025, 0, false), cudaErrorInvalidConfiguration);
  EXPECT_EQ(run_nothing(1, dim3(32, 33), 0, false), cudaErrorInvalidConfiguration);
  EXPECT_EQ(run_nothing(dim3(1, 65536), 32, 0, false), cudaErrorInvalidConfiguration);
  EXPECT_EQ(run_nothing(1, 32, std::size_t{1} << 30, false), cudaErrorInvalidValue);
}

TEST_F(Api, CopiesOnlyWithinAllocations) {
  std::vector<int> host(65, 3);
  int* device = nullptr;
  ASSERT_EQ(cudaMalloc(&device, 64 * sizeof(int)), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 64 * sizeof(int), cudaMemcpyHostToDevice), cudaSuccess);
  EXPECT_EQ(cudaMemcpy(device, host.data(), 65 * sizeof(int), cudaMemcpyHostToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(device + 1, device, 64 * sizeof(int), cudaMemcpyDeviceToDevice), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), device, 256, cudaMemcpyHostToDevice), cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemset(device, 0, 65 * sizeof(int)), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemset(host.data(), 0, 4), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device + 1), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(device), cudaSuccess);
  EXPECT_EQ(cudaFree(device), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpy(host.data(), device, 4, cudaMemcpyDeviceToHost), cudaErrorInvalidValue);
  EXPECT_EQ(cudaFree(nullptr), cudaSuccess);
}

TEST_F(Api, RunsOutOfMemory) {
  std::size_t free = 0, total = 0;
  ASSERT_EQ(cudaMemGetInfo(&free, &total), cudaSuccess);
  EXPECT_LE(free, total);
  void* memory = &total;
  EXPECT_EQ(cudaMalloc(&memory, total + 1), cudaErrorMemoryAllocation);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(cudaMalloc(&memory, 0), cudaSuccess);
  EXPECT_EQ(memory, nullptr);
  EXPECT_EQ(cudaMalloc(&memory, std::size_t{1} << 20), cudaSuccess);
  std::size_t left = 0;
  ASSERT_EQ(cudaMemGetInfo(&left, &total), cudaSuccess);
  EXPECT_EQ(free - left, std::size_t{1} << 20);
  EXPECT_EQ(cudaFree(memory), cudaSuccess);
}

TEST_F(Api, DescribesTheModelledDevice) {
  int count = 0, processors = 0, blocks = 0;
  ASSERT_EQ(cudaGetDeviceCount(&count), cudaSuccess);
  EXPECT_EQ(count, 1);
  cudaDeviceProp properties;
  ASSERT_EQ(cudaGetDeviceProperties(&properties, 0), cudaSuccess);
  EXPECT_STREQ(properties.name, "SIMT engine");
  EXPECT_EQ(cudaGetDeviceProperties(&properties, 1), cudaErrorInvalidDevice);
  ASSERT_EQ(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, 0), cudaSuccess);
  EXPECT_EQ(processors, 4);
  ASSERT_EQ(resident_blocks(&blocks, 256), cudaSuccess);
  EXPECT_EQ(blocks, 2);
  EXPECT_STREQ(cudaGetErrorName(cudaErrorLaunchFailure), "cudaErrorLaunchFailure");
  EXPECT_STREQ(cudaGetErrorString(static_cast<cudaError_t>(12345)), "unrecognized error code");
}

TEST_F(Api, TimesEvents) {
  cudaEvent_t begin = nullptr, end = nullptr;
  ASSERT_EQ(cudaEventCreate(&begin), cudaSuccess);
  ASSERT_EQ(cudaEventCreate(&end), cudaSuccess);
  float time = -1;
  EXPECT_EQ(cudaEventElapsedTime(&time, begin, end), cudaErrorInvalidResourceHandle) << "not recorded";
  ASSERT_EQ(cudaEventRecord(begin), cudaSuccess);
  ASSERT_EQ(run_nothing(100, 128, 0, false), cudaSuccess);
  ASSERT_EQ(cudaEventRecord(end), cudaSuccess);
  ASSERT_EQ(cudaEventElapsedTime(&time, begin, end), cudaSuccess);
  EXPECT_GT(time, 0);
  EXPECT_EQ(cudaEventDestroy(begin), cudaSuccess);
  EXPECT_EQ(cudaEventDestroy(end), cudaSuccess);
}

TEST_F(Api, NamesTheLineOfTheProgram) {
  EXPECT_EQ(run_from_program(), cudaErrorLaunchFailure);
  ASSERT_EQ(maxwarp::simt::findings(), 1u);
  const maxwarp::simt::Finding& finding = maxwarp::simt::finding(0);
  EXPECT_EQ(finding.kind, maxwarp::simt::FindingKind::Race);
  EXPECT_TRUE(std::string(finding.place).ends_with("program.gdsl:700")) << finding.place;
  EXPECT_TRUE(std::string(finding.other_place).ends_with("program.gdsl:700")) << finding.other_place;
  EXPECT_NE(std::string(finding.kernel).find("from_program"), std::string::npos) << finding.kernel;
  std::string text = finding.text;
  EXPECT_NE(text.find("error: data race: write at offset 0 of the allocation"), std::string::npos) << text;
  EXPECT_NE(text.find("thread (1,0,0) of block (0,0,0)"), std::string::npos) << text;
}

TEST_F(Api, ErrorsOfKernelsStickUntilTheDeviceIsReset) {
  EXPECT_EQ(run_from_program(), cudaErrorLaunchFailure);
  EXPECT_EQ(run_nothing(1, 1, 0, false), cudaErrorLaunchFailure);
  void* memory = nullptr;
  EXPECT_EQ(cudaMalloc(&memory, 4), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaGetLastError(), cudaErrorLaunchFailure);
  EXPECT_EQ(cudaDeviceReset(), cudaSuccess);
  EXPECT_EQ(run_nothing(1, 1, 0, false), cudaSuccess);
}

TEST_F(Api, SameSeedGivesTheSameRun) {
  maxwarp::simt::set_order({maxwarp::simt::OrderKind::Random, 5});
  std::uint64_t steps[3] = {maxwarp::simt::lane_steps(), 0, 0};
  for (int i : {1, 2}) {
    bool right = false;
    ASSERT_EQ(progress_cases()[0].run(right), cudaSuccess);
    steps[i] = maxwarp::simt::lane_steps();
  }
  EXPECT_EQ(steps[1] - steps[0], steps[2] - steps[1]);
}

TEST(Environment, MalformedOrderIsRefused) {
  const char* order = std::getenv("MAXWARP_SIMT_ORDER");
  if (order == nullptr || std::string(order) != "sideways") GTEST_SKIP() << "needs MAXWARP_SIMT_ORDER=sideways";
  EXPECT_EQ(run_nothing(1, 1, 0, false), cudaErrorInvalidConfiguration);
}

TEST(Environment, OrderIsTaken) {
  const char* order = std::getenv("MAXWARP_SIMT_ORDER");
  if (order == nullptr || std::string(order) != "random:7") GTEST_SKIP() << "needs MAXWARP_SIMT_ORDER=random:7";
  EXPECT_EQ(run_nothing(1, 1, 0, false), cudaSuccess);
}

}  // namespace
}  // namespace simt_test
