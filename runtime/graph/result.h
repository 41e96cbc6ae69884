// A value or the one-line reason why there is none: how the graph room reports bad input.
// Nothing here throws and nothing prints; the tools decide what to do with the message.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace maxwarp {

/// Why something could not be done: one line, what was seen first and then what is expected.
struct Failure {
  std::string message;
};

/// Outcome of an action without a value: empty on success.
using MaybeFailure = std::optional<Failure>;

/// A `T`, or a Failure. Converts to true when it holds a value.
template <typename T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Failure failure) : state_(std::in_place_index<1>, std::move(failure)) {}

  explicit operator bool() const { return state_.index() == 0; }
  /// The value; only to be called when there is one.
  T& operator*() & { return *std::get_if<0>(&state_); }
  const T& operator*() const& { return *std::get_if<0>(&state_); }
  T&& operator*() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return std::get_if<0>(&state_); }
  const T* operator->() const { return std::get_if<0>(&state_); }
  /// The failure; only to be called when there is no value.
  const Failure& failure() const { return *std::get_if<1>(&state_); }
  const std::string& error() const { return failure().message; }

 private:
  std::variant<T, Failure> state_;
};

}  // namespace maxwarp
