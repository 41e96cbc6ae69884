// A comparison, not a rule a technique: an option acts through many passes, and whether anything of it is left shows in
// the end only.
#include "compiler/driver/no_effect.h"

#include <algorithm>

#include "compiler/mapping/diagnostics.h"

namespace maxwarp {
namespace {

// A loop in place of which the runtime is called has no values: what is given for it alone is given to none.
bool is_given_anyway(const mapping::Setting& setting, const mapping::Mapped& with, const mapping::Mapped& without) {
  const std::string key = setting.axis->key;
  const auto is_same = [](const mapping::Choice& a, const mapping::Choice& b) {
    return a.technique == b.technique && a.text == b.text;
  };
  if (with.values.empty()) return setting.choice.text == setting.axis->standard;
  return std::ranges::any_of(with.values, [&](const auto& one) { return is_same(one.at(key), setting.choice); }) &&
         std::ranges::equal(with.values, without.values,
                            [&](const auto& one, const auto& other) { return is_same(one.at(key), other.at(key)); });
}

bool same(const LoweredForm& form, mapping::Mapped& one, mapping::Mapped& other, const DriverOptions& options) {
  const std::string name = one.program->mapping;
  one.program->mapping = other.program->mapping = "";  // part of the texts
  const auto emitted = [&](const mapping::Mapped& mapped) {
    return emit::emit({{"", mapped.program.get(), form.reals}}, {options.target, "", "", "a.h", false});
  };
  const emit::Output a = emitted(one), b = emitted(other);
  one.program->mapping = name;
  return a.source == b.source && a.header == b.header && a.entry == b.entry;
}

// Only what asks for the costs of steps has any use of a table of them.
bool takes_costs(const LoweredForm& form, const mapping::MappingText& text, mapping::Mapped& mapped,
                 const DriverOptions& options, Diagnostics& ignored) {
  DriverOptions absurd = options;
  absurd.costs = mapping::StepCosts{.scan = -1, .row = -1, .change = -1};
  auto other = map_form(form, text, absurd, ignored);
  return !same(form, mapped, other, options);
}

}  // namespace

void remark_without_effect(const LoweredForm& form, const mapping::MappingText& text, mapping::Mapped& mapped,
                           const DriverOptions& options, Diagnostics& diagnostics) {
  const std::string variant = text.variant.empty() ? "" : text.variant + ": ";
  Diagnostics unheard(diagnostics.sources());
  if (options.costs && !takes_costs(form, text, mapped, options, unheard))
    diagnostics.report(mapping::MappingNoEffect, Location{}, variant + "`--limits`");
  for (std::size_t i = 0; i < text.settings.size(); ++i) {
    const mapping::Setting& setting = text.settings[i];
    mapping::MappingText rest = text;
    rest.settings.erase(rest.settings.begin() + static_cast<std::ptrdiff_t>(i));
    Diagnostics ignored(diagnostics.sources());
    auto without = map_form(form, rest, options, ignored);
    if (!without.program || is_given_anyway(setting, mapped, without)) continue;
    if (same(form, mapped, without, options))
      diagnostics.report(mapping::MappingNoEffect, Location{}, variant + "`" + mapping::written(setting) + "`");
  }
}

}  // namespace maxwarp
