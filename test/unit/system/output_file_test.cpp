// Output files appear complete or not at all, and keep what the file there was.
#include "runtime/system/output_file.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace maxwarp {
namespace {

namespace fs = std::filesystem;

class OutputFileTest : public testing::Test {
 protected:
  void SetUp() override { fs::create_directories(folder_); }
  void TearDown() override { fs::remove_all(folder_); }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string contents(const std::string& name) const {
    std::ostringstream text;
    text << std::ifstream(folder_ / name).rdbuf();
    return text.str();
  }
  std::ptrdiff_t files() const { return std::distance(fs::directory_iterator(folder_), fs::directory_iterator()); }

  const fs::path folder_ = fs::temp_directory_path() / ("maxwarp-output-" + std::to_string(getpid()));
};

TEST_F(OutputFileTest, AppearsWhenItIsFinished) {
  std::ofstream(path("a")) << "old";
  OutputFile file(path("a"));
  file.write("new");
  EXPECT_EQ(contents("a"), "old");
  EXPECT_FALSE(file.finish());
  EXPECT_EQ(contents("a"), "new");
  EXPECT_EQ(files(), 1);
}

TEST_F(OutputFileTest, LeavesNothingWhenItIsGivenUp) {
  {
    OutputFile(path("a")).write("half");
  }
  EXPECT_EQ(files(), 0);
}

TEST_F(OutputFileTest, KeepsLinksAndPermissions) {
  std::ofstream(path("a")) << "old";
  fs::permissions(path("a"), fs::perms::owner_read | fs::perms::owner_write);
  fs::create_symlink("a", path("link"));
  OutputFile file(path("link"));
  file.write("new");
  EXPECT_FALSE(file.finish());
  EXPECT_EQ(contents("a"), "new");
  EXPECT_TRUE(fs::is_symlink(path("link")));
  EXPECT_EQ(fs::status(path("a")).permissions(), fs::perms::owner_read | fs::perms::owner_write);
}

TEST_F(OutputFileTest, SaysWhyItCannotBeWritten) {
  OutputFile nowhere(path("no/such/folder"));
  EXPECT_EQ(nowhere.finish()->message, "cannot write `" + path("no/such/folder") + "`: No such file or directory");
  OutputFile full("/dev/full");
  full.write("text");
  EXPECT_EQ(full.finish()->message, "cannot write `/dev/full`: No space left on device");
  OutputFile folder(folder_.string());
  EXPECT_EQ(folder.finish()->message, "cannot write `" + folder_.string() + "`: Is a directory");
}

}  // namespace
}  // namespace maxwarp
