// The values of a mapping, parsed once.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <variant>

namespace maxwarp::mapping {

struct Technique;

/// A number and a word after the head of a value: `64:kernel`, `1:separate`.
struct NumberAndWord {
  std::optional<long> number;
  std::string word;
};

/// What follows the head of a value, parsed: nothing, a number, a fraction, or a number and a word.
using Argument = std::variant<std::monostate, long, double, NumberAndWord>;

/// A value of an axis, parsed once: the technique that it selects, its argument, and the text as written, for messages.
/// No technique: the axis means nothing beside the values of the others.
struct Choice {
  const Technique* technique;
  Argument argument;
  std::string text;

  /// The argument of a form that has a number.
  long number() const { return std::get<long>(argument); }
  /// The number, if there is one.
  std::optional<long> number_if_any() const {
    const long* number = std::get_if<long>(&argument);
    return number ? std::optional(*number) : std::nullopt;
  }
};

/// The values of a loop by key, defaults filled in.
using Choices = std::map<std::string, Choice, std::less<>>;

}  // namespace maxwarp::mapping
