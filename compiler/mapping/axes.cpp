// The axes of a mapping and the registry of techniques.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <map>
#include <string_view>
#include <vector>

#include "compiler/mapping/technique.h"
#include "compiler/support/suggest.h"

namespace maxwarp::mapping {
namespace {

using parallel::Control;
using parallel::ControlKind;

bool on_order(const Control& loop) { return loop.kind == ControlKind::Ordered; }
bool on_rounds(const Control& loop) { return loop.kind == ControlKind::Rounds || on_order(loop); }
bool on_union(const Control& loop) { return loop.kind == ControlKind::Union; }
bool on_iterate(const Control& loop) { return loop.kind == ControlKind::Rounds || on_union(loop); }
bool on_region(const Control& loop) { return loop.kind == ControlKind::Region || on_rounds(loop); }
bool on_inner(const Control& loop) {
  return on_region(loop) && (ir::contains(loop.region.body, ir::StmtKind::NeighborLoop) ||
                             ir::contains(loop.region.body, ir::StmtKind::RangeLoop));
}
bool on_neighbors(const Control& loop) {
  return on_region(loop) && ir::contains(loop.region.body, ir::StmtKind::NeighborLoop);
}
// Of a `for`, too, which is refused there: it goes through components in order.
bool on_components(const Control& loop) {
  return on_neighbors(loop) &&
         (ir::contains(loop.region.body, ir::StmtKind::RangeLoop) || ir::contains(loop.region.body, ir::StmtKind::For));
}
bool on_control(const Control& loop) {
  return on_rounds(loop) || ((loop.kind == ControlKind::Repeat || loop.kind == ControlKind::While) && loop.round);
}

bool on_nodes(const Control& loop) { return on_region(loop) && loop.region.domain != parallel::Domain::Range; }
bool on_any(const Control& loop) { return on_region(loop) || on_control(loop); }

constexpr std::array all_axes{
    Axis{"reorder", "none", "parallel loops over nodes", on_nodes, false, true},
    Axis{"prepass", "none", "loops in order (`after`)", on_order, true},
    Axis{"closure", "none", "`iterate` loops", on_iterate, true},
    Axis{"sample", "2", "`iterate` loops", on_iterate},
    Axis{"atomics", "always", "`iterate` loops", on_rounds, true},
    Axis{"activation", "data", "`iterate` loops", on_rounds, true},
    Axis{"frontier", "queue", "`iterate` loops", on_rounds},
    Axis{"update", "eager", "`iterate` loops", on_rounds},
    Axis{"direction", "push", "`iterate` loops", on_rounds, true},
    Axis{"split", "none", "loops with a neighbor loop inside", on_neighbors},
    Axis{"granularity", "thread", "loops with a neighbor loop or range inside", on_inner, true},
    Axis{"unroll", "1", "`iterate` loops", on_rounds},
    Axis{"unroll-list", "shared", "`iterate` loops", on_rounds},
    Axis{"chunk", "auto", "loops with a neighbor loop or range inside", on_inner},
    Axis{"stage", "shared", "loops with a neighbor loop or range inside", on_inner, false, false, "direct"},
    Axis{"sisd", "replicate", "loops with a neighbor loop or range inside", on_inner},
    Axis{"lanes", "outer", "loops with a neighbor loop and a range inside", on_components},
    Axis{"outliers", "none", "loops with a neighbor loop or range inside", on_inner},
    Axis{"distribution", "static", "parallel loops", on_region},
    Axis{"donate", "none", "loops with a neighbor loop or range inside", on_inner},
    Axis{"resident", "all", "parallel loops", on_region},
    Axis{"sms", "all", "parallel loops", on_region},
    Axis{"gather", "1", "loops with a neighbor loop or range inside", on_inner},
    Axis{"guard", "on", "parallel loops", on_region},
    Axis{"dedup", "mask", "`iterate` loops", on_rounds},
    Axis{"capacity", "fixed", "`iterate` loops", on_rounds},
    Axis{"push", "block", "`iterate` loops", on_rounds, false, false, "atomic"},
    Axis{"worklist", "global", "`iterate` loops", on_rounds},
    Axis{"launch", "variable", "`iterate` loops", on_rounds, false, false, "fixed"},
    Axis{"block", "128", "parallel loops", on_region},
    Axis{"index", "wide", "parallel loops and loops of rounds", on_any, false, true},
    Axis{"loop", "host", "loops of rounds", on_control, true},
    Axis{"small", "none", "loops of rounds", on_control},
};

constexpr std::array all_techniques{
#define MAXWARP_TECHNIQUE(name) &name,
#include "compiler/mapping/techniques.def"
};

std::string all_forms(const std::string& key) {
  std::string forms;
  for (const Technique* technique : techniques_of(key))
    forms += (forms.empty() ? "" : ", ") + std::string(technique->form);
  return forms;
}

}  // namespace

std::span<const Axis> axes() { return all_axes; }
std::span<const Technique* const> techniques() { return all_techniques; }

std::span<const Technique* const> techniques_of(std::string_view key) {
  static const auto by_key = [] {
    std::map<std::string_view, std::vector<const Technique*>> found;
    for (const Technique* technique : all_techniques) found[technique->key].push_back(technique);
    return found;
  }();
  const auto own = by_key.find(key);
  if (own == by_key.end()) return {};
  return own->second;
}

const Axis* find_axis(const std::string& key) {
  for (const Axis& axis : all_axes)
    if (key == axis.key) return &axis;
  return nullptr;
}

bool exists_on(const Technique& technique, Machine machine) {
  return (technique.machines & static_cast<unsigned>(machine)) != 0;
}

bool provides(const Technique* technique, Capability capability) {
  return technique && std::ranges::find(technique->provides, capability) != technique->provides.end();
}

bool governs(const Axis& axis, Capability capability) {
  return std::ranges::any_of(techniques_of(axis.key),
                             [&](const Technique* technique) { return provides(technique, capability); });
}

std::string providers(const Axis& axis, const std::vector<Capability>& capabilities) {
  std::vector<Capability> own;
  std::ranges::copy_if(capabilities, std::back_inserter(own),
                       [&](Capability capability) { return governs(axis, capability); });
  std::string values;
  for (const Technique* technique : techniques_of(axis.key)) {
    const bool has = std::ranges::all_of(own, [&](Capability capability) { return provides(technique, capability); });
    if (!own.empty() && has) values += (values.empty() ? "" : "|") + stem(*technique);
  }
  return values;
}

// The one of which the value has most (`warp:auto` before `warp`). A form that begins with a number (`N`, `WARPS`)
// takes every value of its key that no other one has.
const Technique* find_technique(const std::string& key, const std::string& value) {
  const Technique *best = nullptr, *bare = nullptr;
  for (const Technique* technique : techniques_of(key)) {
    const std::string own = stem(*technique);
    if (!bare && is_number(own)) bare = technique;
    const bool fits = value == own || value.starts_with(own + ":");
    if (fits && (!best || own.size() > stem(*best).size())) best = technique;
  }
  return best ? best : bare;
}

std::string stem(const Technique& technique) {
  const std::string form = technique.form;
  const std::size_t optional = form.find('[');
  if (optional != std::string::npos) return form.substr(0, optional);
  return technique.parse ? head(form) : form;
}

bool is_number(std::string_view form) {
  return std::ranges::all_of(form, [](char c) { return c >= 'A' && c <= 'Z'; });
}

std::string head(const std::string& value) { return value.substr(0, value.find_first_of(":[")); }

std::string argument(const std::string& value) {
  const std::size_t colon = value.find(':');
  return colon == std::string::npos ? "" : value.substr(colon + 1);
}

std::optional<long> number(const std::string& text, long low, long high) {
  long value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value < low || value > high) return std::nullopt;
  return value;
}

namespace {

// The form of the key that a misspelt word comes closest to, or nothing.
std::string meant_form(std::string_view key, const std::string& value) {
  std::vector<std::string> stems;
  for (const Technique* technique : techniques_of(key))
    if (!is_number(stem(*technique))) stems.push_back(stem(*technique));
  const std::vector<std::string_view> words(stems.begin(), stems.end());
  return std::string(closest(head(value), words));
}

}  // namespace

std::optional<Choice> parse_choice(const Axis& axis, const std::string& value, std::string& error) {
  const Technique* technique = find_technique(axis.key, value);
  const bool colon = value.find(':') != std::string::npos;
  if (!technique || (!technique->parse && colon && value != technique->form)) {
    error = fmt::format("invalid mapping `{}={}`; `{}` takes {}", axis.key, value, axis.key, all_forms(axis.key));
    return std::nullopt;
  }
  if (!technique->parse) return Choice{technique, {}, value};
  const bool bare = is_number(head(technique->form));
  const std::string text = bare ? value : argument(value);
  if (const auto parsed = technique->parse(text); parsed && !(colon && text.empty()))
    return Choice{technique, *parsed, value};
  if (const std::string meant = bare ? meant_form(axis.key, value) : ""; !meant.empty()) {
    error = fmt::format("invalid mapping `{0}={1}`; did you mean `{0}={2}`", axis.key, value, meant);
    return std::nullopt;
  }
  const bool expected = !technique->parse(text);
  error = fmt::format("`{}={}`: expected {} in `{}={}`", axis.key, value, expected ? technique->expected : "a value",
                      axis.key, technique->form);
  return std::nullopt;
}

Choice known_choice(const Axis& axis, const std::string& value) {
  std::string error;
  const auto choice = parse_choice(axis, value, error);
  assert(choice);
  return *choice;
}

}  // namespace maxwarp::mapping
