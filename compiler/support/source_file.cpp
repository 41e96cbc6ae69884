// Line table and reading of source files.
// Errors of the system are reported in its own words.
#include "compiler/support/source_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

namespace maxwarp {

namespace {

// Locations hold 32 bits; programs are pages, not gigabytes.
constexpr std::size_t largest_file = std::size_t{16} << 20;

std::optional<std::string> read_all(std::FILE* stream, std::string& error) {
  std::string text;
  char buffer[1 << 16];
  while (std::size_t count = std::fread(buffer, 1, sizeof buffer, stream)) {
    text.append(buffer, count);
    if (text.size() > largest_file) {
      error = "larger than 16 MiB, this is not a program";
      return std::nullopt;
    }
  }
  if (std::ferror(stream)) {
    error = std::strerror(errno);
    return std::nullopt;
  }
  return text;
}

/// Opens without waiting for a writer: a named pipe without one is an empty file.
std::FILE* open_at_once(const std::string& path) {
  const int file = open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return nullptr;
  fcntl(file, F_SETFL, fcntl(file, F_GETFL) & ~O_NONBLOCK);
  return fdopen(file, "rb");
}

/// Why the text is none, or empty: programs have no NUL bytes, other files do.
std::string no_text(std::string_view text) {
  const std::size_t nul = text.find('\0');
  if (nul == std::string_view::npos) return {};
  const auto line = std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(nul), '\n') + 1;
  return fmt::format("line {} has a NUL byte, this is not a text", line);
}

}  // namespace

SourceFile::SourceFile(std::string name, std::string text, std::uint32_t base)
    : name_(std::move(name)), text_(std::make_unique<std::string>(std::move(text))), base_(base) {
  line_begins_.push_back(0);
  for (std::size_t i = text_->find_first_of("\r\n"); i != std::string::npos; i = text_->find_first_of("\r\n", i)) {
    i += std::string_view(*text_).substr(i).starts_with("\r\n") ? 2 : 1;
    line_begins_.push_back(static_cast<std::uint32_t>(i));
  }
}

std::string_view SourceFile::line(std::uint32_t number) const {
  if (number == 0 || number > line_count()) return {};
  const std::string_view rest = text().substr(line_begins_[number - 1]);
  return rest.substr(0, rest.find_first_of("\r\n"));
}

Location SourceFile::location(std::size_t begin, std::size_t end) const {
  begin = std::min(begin, text_->size());
  end = std::clamp(end, begin, text_->size());
  auto next = std::upper_bound(line_begins_.begin(), line_begins_.end(), begin);
  std::size_t line = static_cast<std::size_t>(next - line_begins_.begin());
  Location place;
  place.begin = base_ + static_cast<std::uint32_t>(begin);
  place.end = base_ + static_cast<std::uint32_t>(end);
  place.line = static_cast<std::uint32_t>(line);
  place.column = static_cast<std::uint32_t>(begin - line_begins_[line - 1] + 1);
  return place;
}

std::string_view SourceFile::text_at(Location location) const {
  if (!location.valid() || location.begin < base_ || location.begin - base_ > text_->size()) return {};
  return text().substr(location.begin - base_, location.end - location.begin);
}

std::optional<SourceFile> read_source_file(const std::string& path, std::string& error, std::uint32_t base) {
  bool standard_input = path == "-";
  std::FILE* stream = standard_input ? stdin : open_at_once(path);
  if (!stream) {
    error = fmt::format("cannot read `{}`: {}", path, std::strerror(errno));
    return std::nullopt;
  }
  std::string reason;
  std::optional<std::string> text = read_all(stream, reason);
  if (!standard_input) std::fclose(stream);
  if (text) reason = no_text(*text);
  if (!reason.empty()) text.reset();
  if (!text) {
    error = fmt::format("cannot read `{}`: {}", path, reason);
    return std::nullopt;
  }
  return SourceFile(standard_input ? standard_input_name : path, std::move(*text), base);
}

}  // namespace maxwarp
