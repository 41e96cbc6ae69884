// Exhaustive comparison of diagnostics with the `expected-…` comments of the source.
// Every expectation is used once; what is left over on either side is a failure.
#include "compiler/support/verify.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace maxwarp {

namespace {

struct Expectation {
  const SourceFile* file;
  Severity severity;
  std::uint32_t line;     // where the diagnostic is expected; 0: about the whole file
  std::uint32_t comment;  // where the comment stands
  std::string_view message;
};

constexpr std::string_view marker = "expected-";
constexpr std::size_t shortest_message = 12;

bool consume(std::string_view& text, std::string_view prefix) {
  if (!text.starts_with(prefix)) return false;
  text.remove_prefix(prefix.size());
  return true;
}

std::optional<Severity> consume_severity(std::string_view& text) {
  for (Severity severity : {Severity::Error, Severity::Warning, Severity::Remark, Severity::Note})
    if (consume(text, spelling(severity))) return severity;
  return std::nullopt;
}

/// `@+1`, `@-1`, `@12` or nothing: the line that is meant.
std::optional<std::uint32_t> consume_line(std::string_view& text, std::uint32_t here) {
  if (!consume(text, "@")) return here;
  bool after = consume(text, "+");
  bool before = !after && consume(text, "-");
  std::uint32_t number = 0;
  auto [rest, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failure != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  if (after) return here + number;
  if (before) return number < here ? std::optional(here - number) : std::nullopt;
  return number;
}

std::optional<Expectation> parse_expectation(const SourceFile& file, std::string_view& text, std::uint32_t here) {
  std::optional<Severity> severity = consume_severity(text);
  if (!severity) return std::nullopt;
  std::optional<std::uint32_t> line = consume_line(text, here);
  if (!line || !consume(text, " {{")) return std::nullopt;
  std::size_t end = text.find("}}");
  if (end == std::string_view::npos || end < shortest_message) return std::nullopt;
  Expectation expectation{&file, *severity, *line, here, text.substr(0, end)};
  text.remove_prefix(end + 2);
  return expectation;
}

void collect(const SourceFile& file, std::vector<Expectation>& expectations, std::vector<std::string>& failures) {
  for (std::uint32_t number = 1; number <= file.line_count(); ++number) {
    std::string_view line = file.line(number);
    std::size_t comment = line.find("//");
    if (comment == std::string_view::npos) continue;
    line.remove_prefix(comment);
    for (std::size_t at = line.find(marker); at != std::string_view::npos; at = line.find(marker)) {
      line.remove_prefix(at + marker.size());
      if (std::optional<Expectation> expectation = parse_expectation(file, line, number))
        expectations.push_back(*expectation);
      else
        failures.push_back(fmt::format(
            "{}:{}: malformed expectation; write `expected-error@+1 {{{{the whole message}}}}`", file.name(), number));
    }
  }
}

void match(const Sources& sources, const Diagnostic& diagnostic, std::vector<Expectation>& left,
           std::vector<std::string>& failures) {
  const SourceFile& file = sources.of(diagnostic.location);
  auto found = std::find_if(left.begin(), left.end(), [&](const Expectation& expectation) {
    return expectation.file == &file && expectation.severity == diagnostic.severity &&
           expectation.line == diagnostic.location.line && expectation.message == diagnostic.message;
  });
  if (found != left.end())
    left.erase(found);
  else
    failures.push_back(fmt::format("{}:{}: not expected: {}: {}", file.name(), diagnostic.location.line,
                                   spelling(diagnostic.severity), diagnostic.message));
  for (const Diagnostic& note : diagnostic.notes) match(sources, note, left, failures);
}

}  // namespace

std::vector<std::string> verify_expectations(const Diagnostics& diagnostics) {
  std::vector<std::string> failures;
  std::vector<Expectation> left;
  for (const SourceFile& file : diagnostics.sources().files()) collect(file, left, failures);
  for (const Diagnostic& diagnostic : diagnostics.all()) match(diagnostics.sources(), diagnostic, left, failures);
  for (const Expectation& expectation : left)
    failures.push_back(fmt::format("{}:{}: expected but not seen in line {}: {}: {}", expectation.file->name(),
                                   expectation.comment, expectation.line, spelling(expectation.severity),
                                   expectation.message));
  return failures;
}

}  // namespace maxwarp
