// Limits of control groups, in a made-up file system, and sizes as people write them.
#include "runtime/system/memory.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace maxwarp {
namespace {

namespace fs = std::filesystem;

/// A folder of files, gone at the end.
class Groups : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(root_); }
  void TearDown() override { fs::remove_all(root_); }
  void put(const std::string& name, const std::string& text) {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text << "\n";
  }
  /// What is left of 1000 of 2000 bytes when /proc/self/cgroup says `line`.
  HostMemory limited(const std::string& line) {
    put("cgroup", line);
    return within_control_groups({1000, 2000}, (root_ / "cgroup").string(), (root_ / "fs").string());
  }

  const fs::path root_ = fs::temp_directory_path() / ("maxwarp-groups-" + std::to_string(getpid()));
};

TEST_F(Groups, NoLimitChangesNothing) {
  put("fs/a/memory.max", "max");
  put("fs/a/memory.current", "500");
  EXPECT_EQ(limited("0::/a").available, 1000u);
  EXPECT_EQ(limited("0::/nowhere").total, 2000u);
}

TEST_F(Groups, WhatIsUsedCountsButNotTheFileCache) {
  put("fs/a/memory.max", "600");
  put("fs/a/memory.current", "500");
  put("fs/a/memory.stat", "anon 100\ninactive_file 300\nactive_file 7");
  const HostMemory memory = limited("0::/a");
  EXPECT_EQ(memory.available, 400u);
  EXPECT_EQ(memory.total, 600u);
}

TEST_F(Groups, TheGroupAboveMayBeTighter) {
  put("fs/a/memory.max", "300");
  put("fs/a/memory.current", "100");
  put("fs/a/b/memory.max", "900");
  put("fs/a/b/memory.current", "100");
  EXPECT_EQ(limited("0::/a/b").available, 200u);
}

TEST_F(Groups, TheRootOfAContainerCounts) {
  put("fs/memory.max", "700");
  put("fs/memory.current", "800");
  EXPECT_EQ(limited("0::/").available, 0u);
}

TEST_F(Groups, TheOldHierarchyHasOtherNames) {
  put("fs/memory/job/memory.limit_in_bytes", "800");
  put("fs/memory/job/memory.usage_in_bytes", "300");
  put("fs/memory/job/memory.stat", "total_inactive_file 100");
  EXPECT_EQ(limited("5:cpu,cpuacct:/job\n4:memory:/job\n0::/").available, 600u);
}

TEST(HostMemoryTest, SomethingIsThere) {
  const HostMemory memory = host_memory();
  EXPECT_GT(memory.available, 0u);
  EXPECT_LE(memory.available, memory.total);
}

TEST(HostMemoryTest, TheEnvironmentLowersIt) {
  setenv("MAXWARP_HOST_MEMORY", "3K", 1);
  EXPECT_EQ(host_memory().available, 3000u);
  setenv("MAXWARP_HOST_MEMORY", "10000T", 1);
  const HostMemory memory = host_memory();
  unsetenv("MAXWARP_HOST_MEMORY");
  EXPECT_EQ(memory.total, host_memory().total);
}

TEST(HostMemoryTest, IsShortOfWhatIsMoreThanThereIs) {
  EXPECT_FALSE(memory_short_of(1));
  EXPECT_TRUE(memory_short_of(1e18));
  setenv("MAXWARP_HOST_MEMORY", "3K", 1);
  EXPECT_FALSE(memory_short_of(3000));
  EXPECT_EQ(memory_short_of(3001).value_or(HostMemory{}).available, 3000u);
  unsetenv("MAXWARP_HOST_MEMORY");
}

TEST(Size, IsReadWithUnits) {
  EXPECT_EQ(parse_size("1500"), 1500u);
  EXPECT_EQ(parse_size("1.5K"), 1500u);
  EXPECT_EQ(parse_size("2k"), 2000u);
  EXPECT_EQ(parse_size("2GB"), 2000000000u);
  EXPECT_EQ(parse_size("2GiB"), 2147483648u);
  EXPECT_EQ(parse_size("3Mi"), 3145728u);
  for (const char* wrong : {"", "G", "-1", "1X", "1GG", "1 G", "1i", "nan", "inf", "1e30"})
    EXPECT_EQ(parse_size(wrong), std::nullopt) << wrong;
}

TEST(Size, IsWrittenWithOneDigit) {
  EXPECT_EQ(size_text(999), "999 bytes");
  EXPECT_EQ(size_text(12345678901.0), "12.3 GB");
}

}  // namespace
}  // namespace maxwarp
