// The variants that the names of --variant mean.
#include "runtime/runner/variants.h"

#include <algorithm>

#include "runtime/graph/parse.h"
#include "runtime/graph/shape.h"

namespace maxwarp::runner {

Result<std::vector<const Variant*>> chosen_variants(const Algorithm& algorithm, const std::string& names,
                                                    const char* otherwise) {
  std::vector<std::string_view> known;
  for (int i = 0; i < algorithm.variant_count; ++i) known.push_back(algorithm.variants[i].name);
  const auto wanted = names.empty() ? std::vector{otherwise ? std::string_view(otherwise) : known.front()}
                                    : split(names, ',');
  std::string list;
  for (const std::string_view name : known) list += std::string(name) + ", ";
  for (const std::string_view name : wanted)
    if (name != "all" && std::ranges::find(known, name) == known.end())
      return Failure{"--variant: no variant `" + std::string(name) + "`; there are " + list + "and all"};
  const bool all = std::ranges::find(wanted, "all") != wanted.end();
  std::vector<const Variant*> chosen;
  for (const std::string_view name : all ? known : wanted) {
    const Variant* variant = algorithm.variants + (std::ranges::find(known, name) - known.begin());
    if (std::ranges::find(chosen, variant) == chosen.end()) chosen.push_back(variant);
  }
  return chosen;
}

VariantsOfRun variants_for(const Algorithm& algorithm, const std::string& names, const Graph& graph) {
  VariantsOfRun run;
  if (!names.empty() || algorithm.selection == nullptr) {
    run.variants = *chosen_variants(algorithm, names);
    run.explanation = names.empty() ? "nothing to choose from: the program was not built with --map=auto\n"
                                    : "named by --variant\n";
  } else {
    const Selected selected = select_variant(algorithm.selection, shape_of(graph));
    run.variants = {algorithm.variants + selected.variant};
    for (const std::string& reason : selected.reasons) run.explanation += reason + "\n";
  }
  for (const Variant* variant : run.variants)
    run.explanation += std::string("variant `") + variant->name + "`: " + variant->mapping + "\n";
  return run;
}

}  // namespace maxwarp::runner
