// Asks `gdslc --map=auto --emit=selection`.
#include "tools/gdsl/selection.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "llvm/Support/raw_ostream.h"
#include "tools/gdsl/ask.h"
#include "tools/gdsl/process.h"
#include "tools/gdsl/support.h"

namespace maxwarp::workbench {
namespace {

SelectionNode node_of(const nlohmann::json& json) {
  const auto* fact = std::ranges::find(graph_fact_names, json.value("fact", std::string(graph_fact_names[0])));
  return {json.value("variant", -1), static_cast<GraphFact>(fact - graph_fact_names), json.value("bound", 0.0),
          json.value("less", 0), json.value("other", 0)};
}

/// Whether following the tree ends at a variant: every step leads on, to a place that exists.
bool is_sound(const Selection& selection) {
  const auto count = static_cast<int>(selection.tree.size());
  for (int i = 0; i < count; ++i) {
    const SelectionNode& node = selection.tree[static_cast<std::size_t>(i)];
    const auto leads_on = [&](int to) { return to > i && to < count; };
    const bool right = node.variant < 0 ? leads_on(node.less) && leads_on(node.other)
                                        : node.variant < static_cast<int>(selection.variants.size());
    if (!right || node.fact > GraphFact::Depth) return false;
  }
  return count > 0;
}

/// What gdslc prints for the program.
llvm::Expected<std::string> ask(const std::string& compiler, const std::string& program, const std::string& text) {
  if (!find_program(compiler)) return fail("the compiler `{}` is missing", compiler);
  auto answer = ask_compiler({compiler, program, "--map=auto", "--emit=selection", "--quiet"}, text);
  if (!answer) return answer.takeError();
  if (answer->status == 0) return answer->text;
  llvm::errs() << answer->text;
  return fail("");
}

}  // namespace

llvm::Expected<Selection> selection_of(const std::string& compiler, const std::string& program,
                                       const std::string& text) {
  auto answer = ask(compiler, program, text);
  if (!answer) return answer.takeError();
  const auto json = nlohmann::json::parse(*answer, nullptr, /*allow_exceptions=*/false);
  Selection selection;
  if (json.is_object() && json.contains("variants") && json.contains("tree")) {
    for (const auto& variant : json["variants"])
      selection.variants.push_back({variant.value("name", ""), variant.value("mapping", "")});
    for (const auto& node : json["tree"]) selection.tree.push_back(node_of(node));
    selection.candidates = json.value("candidates", std::vector<std::string>{});
  }
  if (!is_sound(selection)) return fail("`{}` does not say what --map=auto would choose", compiler);
  return selection;
}

}  // namespace maxwarp::workbench
