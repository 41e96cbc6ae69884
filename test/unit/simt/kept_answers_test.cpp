// What is asked of the device is asked once: an answer takes as long as a launch. The questions of the stream are
// counted on their way to the engine.
#include "maxwarp/kept_answers.h"

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <thread>

namespace {

int occupancy_questions = 0, cluster_questions = 0;

cudaError_t counted_occupancy(int* blocks, const void* kernel, int threads, std::size_t shared_bytes) {
  ++occupancy_questions;
  return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, shared_bytes);
}

cudaError_t counted_clusters(int* clusters, const void* kernel, const cudaLaunchConfig_t* config) {
  ++cluster_questions;
  return cudaOccupancyMaxActiveClusters(clusters, kernel, config);
}

}  // namespace

#define cudaOccupancyMaxActiveBlocksPerMultiprocessor counted_occupancy
#define cudaOccupancyMaxActiveClusters counted_clusters
#include "maxwarp/stream.cuh"

namespace {

using namespace maxwarp;

/// What is asked while the function runs, on a thread of its own, which knows nothing yet.
template <typename Function>
int questions(int& counter, Function function) {
  const int before = counter;
  std::thread(function).join();
  return counter - before;
}

void one(int*) {}
void other(int*) {}

TEST(KeptAnswers, AskOnceForEachKernelAndSizeOfBlocks) {
  const auto ask = [] {
    Shape first = Stream(nullptr).resident(one, 128);
    EXPECT_GT(first.blocks, 0);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(Stream(nullptr).resident(one, 128).blocks, first.blocks);
    Stream(nullptr).resident(one, 128, 4);
  };
  EXPECT_EQ(questions(occupancy_questions, ask), 1);
  EXPECT_EQ(questions(occupancy_questions, ask), 1) << "another thread has answers of its own";
  EXPECT_EQ(questions(occupancy_questions,
                      [] {
                        for (int i = 0; i < 3; ++i) {
                          Stream(nullptr).resident(one, 128);
                          Stream(nullptr).resident(one, 1024);
                          Stream(nullptr).resident(other, 128);
                        }
                      }),
            3);
}

TEST(KeptAnswers, AskOnceForEachCluster) {
  EXPECT_EQ(questions(cluster_questions,
                      [] {
                        const Shape first = Stream(nullptr).cluster(one, 8, 128);
                        for (int i = 0; i < 3; ++i)
                          EXPECT_EQ(Stream(nullptr).cluster(one, 8, 128).blocks, first.blocks);
                      }),
            1);
  EXPECT_EQ(questions(cluster_questions,
                      [] {
                        for (int i = 0; i < 3; ++i) {
                          Stream(nullptr).cluster(one, 8, 128);
                          Stream(nullptr).cluster(one, 4, 128);
                          Stream(nullptr).cluster(other, 4, 128);
                        }
                      }),
            3);
}

TEST(KeptAnswers, KeepTheLast64) {
  KeptAnswers answers;
  const auto question = [](int i) { return KernelQuestion{0, nullptr, i, 64}; };
  for (int i = 0; i < 64; ++i) answers.keep(question(i), {1, i});
  for (int i = 0; i < 64; ++i) {
    ASSERT_NE(answers.find(question(i)), nullptr) << i;
    EXPECT_EQ(answers.find(question(i))->blocks, i);
  }
  answers.keep(question(64), {1, 64});
  EXPECT_EQ(answers.find(question(0)), nullptr);
  EXPECT_NE(answers.find(question(1)), nullptr);
  EXPECT_EQ(answers.find(question(64))->blocks, 64);
}

TEST(KeptAnswers, AreOfOneDeviceKernelAndShape) {
  const int kernel = 0, second = 0;
  KeptAnswers answers;
  answers.keep({1, &kernel, 2, 64}, {3, 4});
  EXPECT_NE(answers.find({1, &kernel, 2, 64}), nullptr);
  EXPECT_EQ(answers.find({0, &kernel, 2, 64}), nullptr);
  EXPECT_EQ(answers.find({1, &second, 2, 64}), nullptr);
  EXPECT_EQ(answers.find({1, &kernel, 0, 64}), nullptr);
  EXPECT_EQ(answers.find({1, &kernel, 2, 32}), nullptr);
}

}  // namespace
