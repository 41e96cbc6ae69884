// Builds the tree of a program from the rules, which stand in pre-order: a question is followed by what is chosen
// where the answer is yes, then by what is chosen where it is no.
#include "compiler/mapping/selection.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>

#include "compiler/analysis/copying.h"
#include "compiler/analysis/settling.h"

namespace maxwarp::mapping {
namespace {

/// What the rules ask about a program.
enum class ProgramFact { Iterates, Ordered, Nested, FromAll, Settles, Closes };

struct Rule {
  enum class Kind { Program, Graph, Mappings } kind;
  ProgramFact program = {};
  GraphFact graph = {};
  double bound = 0;
  std::vector<const char*> mappings = {};
};

using Rules = std::vector<Rule>;

// NOLINTBEGIN(cppcoreguidelines-macro-usage)
#define IF_PROGRAM(fact) Rule{Rule::Kind::Program, ProgramFact::fact},
#define IF_LESS(fact, bound) Rule{Rule::Kind::Graph, {}, GraphFact::fact, bound},
#define MAPPINGS(...) Rule{Rule::Kind::Mappings, {}, {}, 0, {__VA_ARGS__}},
const Rules& rules_of_mappings() {
  static const Rules list = {
#include "compiler/mapping/selection.def"
  };
  return list;
}
const Rules& rules_of_granularity() {
  static const Rules list = {
#include "compiler/mapping/granularity_selection.def"
  };
  return list;
}
const Rules& rules_of_single() {
  static const Rules list = {
#include "compiler/mapping/single_selection.def"
  };
  return list;
}
#undef IF_PROGRAM
#undef IF_LESS
#undef MAPPINGS
// NOLINTEND(cppcoreguidelines-macro-usage)

bool any_control(const parallel::Sequence& controls, const std::function<bool(const parallel::Control&)>& is) {
  return std::ranges::any_of(controls, [&](const parallel::Control* control) {
    return is(*control) || any_control(control->body, is) || any_control(control->other, is);
  });
}

/// A neighbor loop in a neighbor loop: the work of a node is not its degree.
bool is_nested(const parallel::Control& control) {
  bool found = false;
  ir::walk(control.region.body, [&](const ir::Stmt* stmt) {
    if (stmt->kind == ir::StmtKind::NeighborLoop) found = found || ir::contains(stmt->body, ir::StmtKind::NeighborLoop);
  });
  return found;
}

bool holds(const parallel::Program& program, ProgramFact fact) {
  using parallel::ControlKind;
  return any_control(program.body, [&](const parallel::Control& control) {
    switch (fact) {
      case ProgramFact::Iterates: return control.kind == ControlKind::Rounds;
      case ProgramFact::Ordered: return control.kind == ControlKind::Ordered;
      case ProgramFact::Nested: return is_nested(control);
      case ProgramFact::FromAll: return control.kind == ControlKind::Rounds && control.from_all && !control.from_where;
      case ProgramFact::Settles: return control.kind == ControlKind::Rounds && analysis::settling(control).fact.holds;
      case ProgramFact::Closes: return control.loop && analysis::copying(program, control).fact.holds;
    }
    return false;
  });
}

/// What a variant is called: the values of its mapping, `warp_8_topology`.
std::string variant_name(const MappingText& text) {
  std::string name;
  for (const Setting& setting : text.settings) name += (name.empty() ? "" : "_") + setting.choice.text;
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name.empty() ? "standard" : name;
}

class Builder {
 public:
  /// All variants have the settings of `shared`, before their own.
  Builder(const Rules& rules, const parallel::Program& program, const MappingText& shared, const Judge& judge)
      : rules_(rules), program_(program), shared_(shared), judge_(judge) {}

  Selection build() {
    const int root = subtree();
    append(root);
    selection_.candidates = candidates();
    if (selection_.variants.size() == 1) selection_.variants.front().variant.clear();
    return std::move(selection_);
  }

 private:
  struct Node {
    SelectionNode node;
    int less = -1, other = -1;  // in nodes_
  };

  /// Builds from the next rule on; the place of its node in nodes_.
  int subtree() {
    const Rule& rule = rules_[next_++];
    if (rule.kind == Rule::Kind::Mappings) return add({{variant_of(rule)}});
    if (rule.kind == Rule::Kind::Program) {
      const bool yes = holds(program_, rule.program);
      if (!yes) skip();
      const int taken = subtree();
      if (yes) skip();
      return taken;
    }
    const int less = subtree(), other = subtree();
    // Where both sides choose the same, nothing has to be asked.
    const int variant = nodes_[static_cast<std::size_t>(less)].node.variant;
    if (variant >= 0 && variant == nodes_[static_cast<std::size_t>(other)].node.variant) return less;
    return add({{-1, rule.graph, rule.bound}, less, other});
  }

  void skip() {
    if (rules_[next_++].kind == Rule::Kind::Mappings) return;
    skip();
    skip();
  }

  int add(Node node) {
    nodes_.push_back(node);
    return static_cast<int>(nodes_.size()) - 1;
  }

  /// The first mapping of the rule that the program may have, as a place among the variants.
  int variant_of(const Rule& rule) {
    std::vector<const char*> candidates = rule.mappings;
    candidates.push_back("");
    for (const char* candidate : candidates) {
      std::string error;
      const MappingText own = *parse_mapping(candidate, error);
      MappingText text = shared_;
      text.settings.insert(text.settings.end(), own.settings.begin(), own.settings.end());
      // Without a legal one, the shared settings are wrong by themselves: mapping them says why.
      const bool last = own.settings.empty() && selection_.variants.empty();
      std::optional<std::string> mapped = judge_(text);
      if (!mapped && last) mapped = "";
      if (!mapped) continue;
      const auto known = std::ranges::find(mapped_, *mapped);
      if (known != mapped_.end()) return static_cast<int>(known - mapped_.begin());
      if (mapped_.size() == most_selected) continue;
      mapped_.push_back(*mapped);
      text.variant = variant_name(own);
      selection_.variants.push_back(std::move(text));
      return static_cast<int>(mapped_.size()) - 1;
    }
    return 0;  // all places are taken: the first variant is right, too
  }

  /// Each mapping of the rules once, in their order.
  std::vector<std::string> candidates() const {
    std::vector<std::string> all;
    for (const Rule& rule : rules_)
      for (const char* mapping : rule.mappings)
        if (std::ranges::find(all, mapping) == all.end()) all.emplace_back(mapping);
    return all;
  }

  /// Puts the nodes that are left into the tree, the root first.
  int append(int place) {
    const Node& node = nodes_[static_cast<std::size_t>(place)];
    const int at = static_cast<int>(selection_.tree.size());
    selection_.tree.push_back(node.node);
    if (node.less < 0) return at;
    const int less = append(node.less), other = append(node.other);
    selection_.tree[static_cast<std::size_t>(at)].less = less;
    selection_.tree[static_cast<std::size_t>(at)].other = other;
    return at;
  }

  const Rules& rules_;
  const parallel::Program& program_;
  const MappingText& shared_;
  const Judge& judge_;
  std::size_t next_ = 0;
  std::vector<Node> nodes_;
  std::vector<std::string> mapped_;  // what the variants make of the program
  Selection selection_;
};

/// A variant without a name is the only one.
std::string shown_name(const MappingText& text) { return text.variant.empty() ? "default" : text.variant; }

std::string mapping_of(const MappingText& text) {
  return text.settings.empty() ? "the default mapping" : written(text);
}

std::string describe_from(const Selection& selection, int place, const std::string& indent) {
  const SelectionNode& node = selection.tree[static_cast<std::size_t>(place)];
  if (node.variant >= 0) {
    const MappingText& text = selection.variants[static_cast<std::size_t>(node.variant)];
    return fmt::format("{}{}: {}\n", indent, shown_name(text), mapping_of(text));
  }
  return fmt::format("{}{} < {:.4g}:\n{}{}else:\n{}", indent, graph_fact_names[static_cast<int>(node.fact)], node.bound,
                     describe_from(selection, node.less, indent + "  "), indent,
                     describe_from(selection, node.other, indent + "  "));
}

}  // namespace

Selection select_mappings(const parallel::Program& program, const Judge& judge) {
  return Builder(rules_of_mappings(), program, {}, judge).build();
}

Selection select_granularity(const parallel::Program& program, const MappingText& shared, const Judge& judge) {
  return Builder(rules_of_granularity(), program, shared, judge).build();
}

MappingText select_single(const parallel::Program& program, const Judge& judge) {
  return Builder(rules_of_single(), program, {}, judge).build().variants.front();
}

std::string why_single(const MappingText& chosen) {
  if (chosen.settings.empty())
    return "no option asks for one, and the program may have none of the best single mappings";
  return "the best single mapping over many graphs that the program may have, as no option asks for one";
}

std::string describe(const Selection& selection) { return describe_from(selection, 0, "  "); }

std::string selection_json(const Selection& selection) {
  nlohmann::ordered_json json = {{"variants", nlohmann::ordered_json::array()},
                                 {"tree", nlohmann::ordered_json::array()},
                                 {"candidates", selection.candidates}};
  for (const MappingText& text : selection.variants)
    json["variants"].push_back({{"name", shown_name(text)}, {"mapping", mapping_of(text)}});
  for (const SelectionNode& node : selection.tree)
    if (node.variant >= 0)
      json["tree"].push_back({{"variant", node.variant}});
    else
      json["tree"].push_back({{"fact", graph_fact_names[static_cast<int>(node.fact)]},
                              {"bound", node.bound},
                              {"less", node.less},
                              {"other", node.other}});
  return json.dump(2) + "\n";
}

}  // namespace maxwarp::mapping
