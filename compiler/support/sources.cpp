// Files by their offsets.
#include "compiler/support/sources.h"

#include <algorithm>

#include "runtime/system/shown_text.h"

namespace maxwarp {

namespace {

// So that the offsets of all files, of 16 MiB at most, are below 2^32.
constexpr std::size_t most_files = 254;  // and the library

}  // namespace

Sources::Sources(SourceFile main) { files_.push_back(std::move(main)); }

const SourceFile& Sources::of(Location location) const {
  if (!location.valid()) return main();
  const auto behind = std::ranges::upper_bound(files_, location.begin, {}, &SourceFile::base);
  return *std::prev(behind);
}

const SourceFile* Sources::read(const std::string& path, std::string& error) {
  if (files_.size() == most_files) {
    error = "a program is made of " + std::to_string(most_files) + " files at most";
    return nullptr;
  }
  auto file = read_source_file(path, error, next_base());
  return file ? &files_.emplace_back(std::move(*file)) : nullptr;
}

/// The end of a text is a place, too.
std::uint32_t Sources::next_base() const {
  return files_.back().base() + static_cast<std::uint32_t>(files_.back().text().size()) + 1;
}

const SourceFile& Sources::add_library(std::string name, std::string text) {
  library_ = &files_.emplace_back(std::move(name), std::move(text), next_base());
  return *library_;
}

std::vector<const SourceFile*> Sources::read_files() const {
  std::vector<const SourceFile*> found;
  for (const SourceFile& file : files_)
    if (&file != library_) found.push_back(&file);
  return found;
}

std::string Sources::line_text(Location location) const {
  const std::string line = std::to_string(location.line);
  return in_main(location) ? line : line + " of " + shown(of(location).name());
}

}  // namespace maxwarp
