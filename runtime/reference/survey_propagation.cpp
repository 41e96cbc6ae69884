// Survey propagation (Braunstein, Mezard, Zecchina 2005) on a factor graph, edge by edge.
#include <algorithm>
#include <cmath>

#include "maxwarp/value.h"
#include "runtime/reference/reference.h"

namespace maxwarp::reference {
namespace {

class Propagation {
 public:
  Propagation(const GraphView& graph, const std::int32_t* is_clause, const std::int32_t* negated)
      : graph_(graph), is_clause_(is_clause), negated_(negated), reply_(graph.edges) {
    for (node_t v = 0; v < graph.nodes; ++v)
      for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e) sources_.push_back(v);
    survey.resize(graph.edges);
    for (edge_t e = 0; e < graph.edges; ++e)
      if (is_clause[sources_[e]]) survey[e] = random_real(e);
  }

  void reply_to_clauses() {
    for (edge_t f = 0; f < graph_.edges; ++f) {
      if (is_clause_[sources_[f]]) continue;
      double same = 1, other = 1;
      for_others(f, [&](edge_t g) { (negated_[g] == negated_[f] ? same : other) *= 1 - survey[g]; });
      const double against = (1 - other) * same, sum = against + (1 - same) * other + same * other;
      reply_[f] = sum > 0 ? against / sum : 0;
    }
  }

  /// The largest change.
  double survey_variables() {
    double change = 0;
    for (edge_t e = 0; e < graph_.edges; ++e) {
      if (!is_clause_[sources_[e]]) continue;
      double product = 1;
      for_others(e, [&](edge_t f) { product *= reply_[f]; });
      change = std::max(change, std::abs(product - survey[e]));
      survey[e] = product;
    }
    return change;
  }

  double bias(node_t v) const {
    if (is_clause_[v]) return 0;
    double plus = 1, minus = 1;
    for (edge_t e = 0; e < graph_.edges; ++e)
      if (graph_.targets[e] == v) (negated_[e] ? minus : plus) *= 1 - survey[e];
    const double up = (1 - plus) * minus, down = (1 - minus) * plus, sum = up + down + plus * minus;
    return sum > 0 ? (up - down) / sum : 0;
  }

  std::vector<double> survey;

 private:
  /// The edges into the source of `e`, but for the edge back along e.
  template <typename Visit>
  void for_others(edge_t e, Visit visit) const {
    const edge_t back = twin(e);
    for (edge_t f = 0; f < graph_.edges; ++f)
      if (graph_.targets[f] == sources_[e] && f != back) visit(f);
  }

  /// The k-th edge back for the k-th edge there, or the last one.
  edge_t twin(edge_t e) const {
    std::int64_t rank = 0;
    for (edge_t f = graph_.row_offsets[sources_[e]]; f < e; ++f) rank += graph_.targets[f] == graph_.targets[e];
    edge_t found = no_edge;
    const node_t w = graph_.targets[e];
    for (edge_t f = graph_.row_offsets[w]; f < graph_.row_offsets[w + 1]; ++f)
      if (graph_.targets[f] == sources_[e] && rank-- >= 0) found = f;
    return found;
  }

  const GraphView& graph_;
  const std::int32_t *is_clause_, *negated_;
  std::vector<node_t> sources_;
  std::vector<double> reply_;
};

}  // namespace

Surveys survey_messages(const GraphView& graph, const std::int32_t* is_clause, const std::int32_t* negated,
                        double tolerance, std::int64_t limit) {
  Propagation propagation(graph, is_clause, negated);
  Surveys result;
  for (std::int64_t round = 0; round < limit && !result.converged; ++round) {
    propagation.reply_to_clauses();
    result.converged = propagation.survey_variables() < tolerance;
  }
  for (node_t v = 0; v < graph.nodes; ++v) result.bias.push_back(propagation.bias(v));
  result.survey = std::move(propagation.survey);
  return result;
}

std::optional<std::string> check_assignment(const GraphView& graph, const std::int32_t* sign, const std::int32_t* value,
                                            std::int64_t open) {
  std::vector<bool> is_variable(graph.nodes, false);
  for (edge_t e = 0; e < graph.edges; ++e) is_variable[graph.targets[e]] = true;
  std::int64_t unsatisfied = 0;
  for (node_t v = 0; v < graph.nodes; ++v) {
    if (is_variable[v] ? value[v] != 1 && value[v] != -1 : value[v] != 0)
      return "node " + std::to_string(v) + " has the value " + std::to_string(value[v]) + ", and is " +
             (is_variable[v] ? "a variable" : "no variable");
    bool holds = graph.row_offsets[v] == graph.row_offsets[v + 1];
    for (edge_t e = graph.row_offsets[v]; e < graph.row_offsets[v + 1]; ++e)
      holds = holds || value[graph.targets[e]] == (sign[e] > 0 ? 1 : -1);
    unsatisfied += !holds;
  }
  if (open == unsatisfied) return std::nullopt;
  return std::to_string(unsatisfied) + " clauses do not hold, open is " + std::to_string(open);
}

}  // namespace maxwarp::reference
