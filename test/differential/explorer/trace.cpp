// Lines such as `v = 1, w = 2: finds level[2] = inf (line 5)`.
#include "test/differential/explorer/trace.h"

#include <fmt/format.h>

namespace maxwarp::explorer {

namespace {

using checked::Scalar;

std::string text_of(Scalar scalar, const interpreter::Plain& value) {
  if (interpreter::is_real(scalar)) return fmt::format("{}", value.real);
  if (scalar == Scalar::Bool) return value.integer ? "true" : "false";
  const bool id = scalar == Scalar::Node || scalar == Scalar::Edge;
  if (id && value.integer == -1) return "none";
  return value.integer == interpreter::infinity_of(scalar).first.integer ? "inf" : fmt::format("{}", value.integer);
}

std::string text_of(const Origin& origin) {
  const std::string around = origin.fork ? text_of(*origin.fork->around) + ", " : "";
  const std::string edge = origin.item.edge >= 0 ? fmt::format(" by edge {}", origin.item.edge) : "";
  return fmt::format("{}{} = {}{}", around, origin.loop->loop.variable->name, origin.item.node, edge);
}

std::string text_of(const Key& key) {
  const bool single = key.symbol->type.space == checked::Space::Global && !key.symbol->type.is_marks;
  const bool local = key.symbol->type.space == checked::Space::Local;
  return (single || local) && !key.symbol->type.is_tally ? key.symbol->name
                                                         : fmt::format("{}[{}]", key.symbol->name, key.index);
}

}  // namespace

std::string text_of(Scalar scalar, const interpreter::Value& value) {
  if (!checked::is_pair(scalar)) return text_of(scalar, value.first);
  return fmt::format("({}, {})", text_of(checked::first_of(scalar), value.first),
                     text_of(checked::second_of(scalar), value.second));
}

void Trace::found(const Origin& origin, const Key& key, const Access& access, ValueId value) {
  add(origin, access, fmt::format("finds {} = {}", text_of(key), text_of(key.symbol->type.scalar, values_[value])));
}

void Trace::changes(const Origin& origin, const Key& key, const Access& access, ValueId now) {
  add(origin, access, fmt::format("makes {} = {}", text_of(key), text_of(key.symbol->type.scalar, values_[now])));
}

void Trace::left_out(const Origin& origin) {
  lines_.push_back(fmt::format("{}: the rest of the loop is left out", text_of(origin)));
}

void Trace::add(const Origin& origin, const Access& access, const std::string& what) {
  lines_.push_back(fmt::format("{}: {} (line {})", text_of(origin), what, access.location.line));
}

}  // namespace maxwarp::explorer
