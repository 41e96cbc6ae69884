// The hand-written examples and the constructs they are made of, on the SIMT engine: for every width of virtual warps,
// with lanes, warps and blocks in several orders, results against sequential algorithms, and no finding of the engine.
#include "examples/handwritten/handwritten.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "runtime/graph/generate/generate.h"
#include "runtime/graph/hash.h"
#include "runtime/reference/arrays.h"
#include "runtime/reference/reference.h"
#include "runtime/simt/include/maxwarp_simt.h"
#include "test/unit/handwritten/api.h"

namespace handwritten_test {
namespace {

using namespace maxwarp;
using simt::FindingKind;
using simt::Order;
using simt::OrderKind;

const int widths[] = {1, 2, 4, 8, 16, 32};
const Order orders[] = {
    {OrderKind::Forward, 1}, {OrderKind::Reverse, 1}, {OrderKind::Random, 1}, {OrderKind::Random, 4711}};

std::string all_findings() {
  std::string text;
  for (std::size_t i = 0; i < simt::findings(); ++i) text += simt::finding(i).text + std::string("\n");
  return text;
}

/// Device memory with a copy of `values`, or as many bytes.
template <typename T>
class OnDevice {
 public:
  explicit OnDevice(std::size_t count) : count_(count) {
    EXPECT_EQ(cudaMalloc(&data_, count * sizeof(T)), cudaSuccess);
  }
  explicit OnDevice(const std::vector<T>& values) : OnDevice(values.size()) {
    EXPECT_EQ(cudaMemcpy(data_, values.data(), count_ * sizeof(T), cudaMemcpyHostToDevice), cudaSuccess);
  }
  ~OnDevice() { cudaFree(data_); }
  OnDevice(const OnDevice&) = delete;
  OnDevice& operator=(const OnDevice&) = delete;

  T* data() { return data_; }
  std::vector<T> values() const {
    std::vector<T> result(count_);
    EXPECT_EQ(cudaMemcpy(result.data(), data_, count_ * sizeof(T), cudaMemcpyDeviceToHost), cudaSuccess);
    return result;
  }

 private:
  T* data_ = nullptr;
  std::size_t count_;
};

class Handwritten : public testing::TestWithParam<std::tuple<int, Order>> {
 protected:
  void SetUp() override {
    simt::clear_findings();
    simt::print_findings(false);
    simt::set_order(std::get<1>(GetParam()));
  }
  void TearDown() override { EXPECT_EQ(simt::findings(), 0u) << all_findings(); }
  int width() const { return std::get<0>(GetParam()); }
};

std::string case_name(const testing::TestParamInfo<std::tuple<int, Order>>& info) {
  const Order& order = std::get<1>(info.param);
  const std::string name = order.kind == OrderKind::Forward   ? "forward"
                           : order.kind == OrderKind::Reverse ? "reverse"
                                                              : "random" + std::to_string(order.seed);
  return "w" + std::to_string(std::get<0>(info.param)) + "_" + name;
}

/// Numbers below `bound`, or about zero with the ends of the type among them where `bound` is 0.
std::vector<std::int32_t> numbers(std::int64_t count, std::uint64_t bound) {
  std::vector<std::int32_t> values;
  for (std::int64_t i = 0; i < count; ++i) {
    const std::uint64_t bits = random_bits(bound, static_cast<std::uint64_t>(i));
    if (bound != 0)
      values.push_back(static_cast<std::int32_t>(bits % bound));
    else
      values.push_back(bits % 5 == 0   ? infinity<std::int32_t>()
                       : bits % 7 == 0 ? lowest<std::int32_t>()
                                       : static_cast<std::int32_t>(bits));
  }
  return values;
}

void sort_and_check(int width, std::vector<std::int32_t> values) {
  const auto count = static_cast<std::int64_t>(values.size());
  OnDevice<std::int32_t> data(values), sorted(values.size());
  const std::size_t bytes = handwritten::merge_sort_workspace_bytes(count);
  OnDevice<char> workspace(bytes);
  RunOptions options;
  options.workspace = workspace.data();
  options.workspace_bytes = bytes;
  ASSERT_TRUE(handwritten::merge_sort(width, data.data(), count, sorted.data(), options)) << count << "\n"
                                                                                          << all_findings();
  EXPECT_EQ(data.values(), values) << "the argument stays";
  std::ranges::sort(values);
  EXPECT_EQ(sorted.values(), values) << count;
}

TEST_P(Handwritten, MergeSortSorts) {
  for (const std::int64_t count : {0, 1, 2, 7, 8, 9, 17, 63, 64, 65, 255, 256, 257, 513, 1000, 2049})
    for (const std::uint64_t bound : {0, 3, 1000000}) sort_and_check(width(), numbers(count, bound));
}

TEST_P(Handwritten, MergeSortKeepsOrder) {
  std::vector<std::int32_t> values = numbers(700, 10000);
  std::ranges::sort(values);
  sort_and_check(width(), values);
  std::ranges::reverse(values);
  sort_and_check(width(), values);
}

/// A matrix whose diagonal dominates, so that the elimination is stable.
std::vector<double> dominated(std::int64_t n) {
  std::vector<double> matrix;
  for (std::int64_t i = 0; i < n * n; ++i) {
    const double value = static_cast<double>(random_bits(5, static_cast<std::uint64_t>(i)) % 2001) / 1000 - 1;
    matrix.push_back(i / n == i % n ? value + 2 * static_cast<double>(n) : value);
  }
  return matrix;
}

TEST_P(Handwritten, LuGivesTheFactors) {
  for (const std::int64_t n : {0, 1, 2, 3, 5, 17, 33, 70}) {
    const std::vector<double> matrix = dominated(n);
    OnDevice<double> factors(matrix);
    ASSERT_TRUE(handwritten::lu(width(), factors.data(), n)) << n << "\n" << all_findings();
    const std::vector<double> found = factors.values();
    EXPECT_EQ(reference::check_lu(n, matrix.data(), found.data(), 1e-12), std::nullopt) << n;
  }
}

void search_and_check(int width, const Graph& graph) {
  const OnDevice<edge_t> offsets(std::vector<edge_t>(graph.row_offsets.begin(), graph.row_offsets.end()));
  const OnDevice<node_t> targets(std::vector<node_t>(graph.targets.begin(), graph.targets.end()));
  GraphView host, device;
  host.nodes = device.nodes = graph.nodes;
  host.edges = device.edges = graph.edges();
  host.row_offsets = graph.row_offsets.data();
  host.targets = graph.targets.data();
  device.row_offsets = const_cast<OnDevice<edge_t>&>(offsets).data();
  device.targets = const_cast<OnDevice<node_t>&>(targets).data();
  const std::size_t bytes = handwritten::bfs_workspace_bytes(device);
  OnDevice<char> workspace(bytes);
  OnDevice<std::int32_t> level(static_cast<std::size_t>(graph.nodes));
  RunOptions options;
  options.workspace = workspace.data();
  options.workspace_bytes = bytes;
  for (const node_t source : {node_t{0}, graph.nodes - 1}) {
    ASSERT_TRUE(handwritten::bfs(width, device, source, level.data(), options)) << all_findings();
    EXPECT_EQ(level.values(), reference::bfs_levels(host, source));
  }
}

TEST_P(Handwritten, BfsFindsTheLevels) {
  for (const char* spec : {"rmat:7:6", "star:70", "chain:9", "grid:7:5", "clique:6", "uniform:50:30"})
    search_and_check(width(), *generate_graph(spec, 3));
}

TEST_P(Handwritten, ConstructsDoWhatTheySay) {
  for (int i = 0; i < construct_count; ++i) {
    bool right = false;
    EXPECT_EQ(constructs[i].run(width(), right), cudaSuccess) << constructs[i].name << "\n" << all_findings();
    EXPECT_TRUE(right) << constructs[i].name;
  }
}

INSTANTIATE_TEST_SUITE_P(AllWidths, Handwritten, testing::Combine(testing::ValuesIn(widths), testing::ValuesIn(orders)),
                         case_name);

class WrongKernel : public testing::TestWithParam<int> {
 protected:
  void SetUp() override {
    simt::clear_findings();
    simt::print_findings(false);
    simt::set_order({});
  }
  void TearDown() override { simt::clear_findings(); }
};

TEST_P(WrongKernel, ReadingWithoutWaitingIsARace) {
  EXPECT_NE(run_without_sync(GetParam()), cudaSuccess);
  ASSERT_GE(simt::findings(), 1u);
  // Whoever reads first finds nothing there yet.
  const FindingKind kind = simt::finding(0).kind;
  EXPECT_TRUE(kind == FindingKind::Race || kind == FindingKind::Uninitialized) << all_findings();
}

TEST_P(WrongKernel, BlocksLargerThanTheirMemoryAreOutOfBounds) {
  EXPECT_NE(run_with_large_blocks(GetParam()), cudaSuccess);
  ASSERT_GE(simt::findings(), 1u);
  EXPECT_EQ(simt::finding(0).kind, FindingKind::OutOfBounds) << all_findings();
}

INSTANTIATE_TEST_SUITE_P(Widths, WrongKernel, testing::Values(2, 8, 32));

// The modelled device has four multiprocessors.
TEST(Spread, KeepsAllMultiprocessorsBusy) {
  struct Case {
    std::int64_t threads;
    int block;
    std::int64_t blocks;
    int each;
  };
  for (const Case& c : {Case{0, 128, 0, 32},
                        {1, 128, 1, 32},
                        {100, 128, 4, 32},
                        {129, 128, 5, 32},
                        {256, 128, 4, 64},
                        {400, 128, 5, 96},
                        {512, 128, 4, 128},
                        {100000, 128, 782, 128},
                        {100000, 32, 3125, 32},
                        {-5, 128, 0, 32}}) {
    const auto [blocks, each] = handwritten_test::spread(c.threads, c.block);
    EXPECT_EQ(blocks, c.blocks) << c.threads;
    EXPECT_EQ(each, c.each) << c.threads;
  }
}

// A thread for each item, up to 2^20 threads.
TEST(GridForLight, HasNoMoreThreadsThanFillADeviceAFewTimes) {
  for (const auto [items, blocks] : std::initializer_list<std::pair<std::int64_t, std::int64_t>>{
           {0, 0}, {1, 1}, {128, 1}, {129, 2}, {1 << 20, 8192}, {(1 << 20) + 1, 8192}, {std::int64_t{1} << 40, 8192}}) {
    const auto [found, each] = handwritten_test::spread_of_light(items, 128);
    EXPECT_EQ(found, blocks) << items;
    EXPECT_EQ(each, 128);
  }
}

// A launch of no blocks does nothing, so it must not pass for one.
TEST(Resident, IsAnErrorWhereNoBlockFits) {
  EXPECT_EQ(handwritten_test::run_where_no_block_fits(), cudaErrorLaunchOutOfResources);
}

TEST(HandwrittenArguments, AreChecked) {
  RunOptions options;
  GraphView graph;
  graph.nodes = 3;
  EXPECT_EQ(handwritten::lu(3, nullptr, 0).code, StatusCode::BadArgument);
  EXPECT_EQ(handwritten::merge_sort(64, nullptr, 0, nullptr, options).code, StatusCode::BadArgument);
  EXPECT_EQ(handwritten::merge_sort(8, nullptr, 5, nullptr, options).code, StatusCode::WorkspaceTooSmall);
  EXPECT_EQ(handwritten::bfs(8, graph, 3, nullptr, options).code, StatusCode::BadArgument);
  EXPECT_EQ(handwritten::bfs(8, graph, 0, nullptr, options).code, StatusCode::WorkspaceTooSmall);
}

}  // namespace
}  // namespace handwritten_test
