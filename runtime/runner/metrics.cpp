// The lists are fetched before a stage runs, when everything before it is done; the clock of the stream runs from
// there.
#include "runtime/runner/metrics.h"

#include <algorithm>
#include <numeric>

namespace maxwarp::runner {

void MetricsRecorder::check(const EngineStatus& status) {
  if (!status && error_.empty()) error_ = status.message;
}

std::vector<node_t> MetricsRecorder::fetch(const node_t* nodes, const std::int32_t* size) {
  if (!size) {
    std::vector<node_t> all(static_cast<std::size_t>(graph_.nodes));
    std::iota(all.begin(), all.end(), node_t{0});
    return all;
  }
  std::int32_t count = 0;
  check(engine_.download(&count, size, sizeof count));
  std::vector<node_t> listed(static_cast<std::size_t>(std::max(count, 0)));
  if (!listed.empty()) check(engine_.download(listed.data(), nodes, listed.size() * sizeof(node_t)));
  return error_.empty() ? listed : std::vector<node_t>();
}

edge_t MetricsRecorder::degree(const ObservedStage& stage, node_t node) const {
  edge_t degree = 0;
  if (stage.out) degree += graph_.row_offsets[node + 1] - graph_.row_offsets[node];
  if (stage.in) degree += graph_.column_offsets[node + 1] - graph_.column_offsets[node];
  const std::int64_t left = std::max<std::int64_t>(degree - stage.done, 0);
  return static_cast<edge_t>(stage.most == 0 ? left : std::min(left, stage.most));
}

// The degrees in the order in which groups of lanes have them, one place a group for each of the nodes that it takes
// one after the other; 0 where there is none.
std::vector<edge_t> MetricsRecorder::as_placed(const ObservedStage& stage, const std::vector<node_t>& listed) const {
  std::vector<edge_t> places;
  if (stage.places != Places::Listed) {
    places.assign(static_cast<std::size_t>(graph_.nodes), -1);
    for (const node_t node : listed) places[static_cast<std::size_t>(node)] = degree(stage, node);
  } else {
    for (const node_t node : listed) places.push_back(degree(stage, node));
  }
  const auto chunk = static_cast<std::size_t>(stage.chunk), groups = static_cast<std::size_t>(warp_lanes / stage.lanes);
  if (stage.places == Places::Packed)
    for (std::size_t first = 0; first < places.size(); first += chunk) {
      const auto begin = places.begin() + static_cast<std::ptrdiff_t>(first);
      const auto end = begin + static_cast<std::ptrdiff_t>(std::min(chunk, places.size() - first));
      std::ranges::fill(std::ranges::remove(begin, end, edge_t{-1}), edge_t{0});  // those that act come first
    }
  std::vector<edge_t> ordered;
  for (std::size_t warp = 0; warp < places.size(); warp += groups * chunk)
    for (std::size_t step = 0; step < chunk; ++step)
      for (std::size_t group = 0; group < groups; ++group) {
        const std::size_t place = warp + group * chunk + step;
        ordered.push_back(place < places.size() ? std::max<edge_t>(places[place], 0) : 0);
      }
  return ordered;
}

// Of most nodes of the graph counting is faster than sorting.
std::vector<node_t> MetricsRecorder::ascending(std::vector<node_t> listed) const {
  const auto all = static_cast<std::size_t>(graph_.nodes);
  if (listed.size() < all / 8) {
    std::ranges::sort(listed);
    return listed;
  }
  std::vector<std::int32_t> counts(all);
  for (const node_t node : listed) ++counts[static_cast<std::size_t>(node)];
  auto place = listed.begin();
  for (std::size_t node = 0; node < all; ++node) place = std::fill_n(place, counts[node], static_cast<node_t>(node));
  return listed;
}

void MetricsRecorder::measure(const ObservedStage& stage, const std::vector<node_t>& listed,
                              StageMetrics& metrics) const {
  std::vector<node_t> nodes = ascending(listed);
  std::vector<edge_t> degrees;
  degrees.reserve(nodes.size());
  for (const node_t node : nodes) degrees.push_back(degree(stage, node));
  metrics.edges = std::accumulate(degrees.begin(), degrees.end(), std::int64_t{0});
  const auto repeated = std::ranges::unique(nodes);
  metrics.duplicates = static_cast<std::int64_t>(repeated.size());
  metrics.nodes = static_cast<std::int64_t>(nodes.size() - repeated.size());
  metrics.lanes = stage.lanes;
  if (stage.lanes == 0) return;
  metrics.ascending = lane_use(degrees, stage.lanes);
  metrics.sampled = sampled_lane_use(degrees, stage.lanes, 100, metrics.edges);
  if (stage.places == Places::Unknown) return;
  metrics.actual = lane_use(as_placed(stage, listed), stage.lanes);
}

// Each has a step of its own.
void MetricsRecorder::measure_edges(const ObservedStage& stage, const std::int64_t* edges, StageMetrics& metrics) {
  check(engine_.download(&metrics.edges, edges, sizeof *edges));
  metrics.lanes = stage.lanes;
  if (stage.lanes == 0) return;
  const std::int64_t warps = (metrics.edges + warp_lanes - 1) / warp_lanes;
  metrics.actual = {static_cast<double>(metrics.edges), 0, static_cast<double>(warps * warp_lanes - metrics.edges)};
  metrics.ascending = metrics.sampled = metrics.actual;
}

void MetricsRecorder::begin(const ObservedStage& stage, const node_t* nodes, const std::int32_t* size,
                            const std::int64_t* edges) {
  StageMetrics& metrics = stages_.emplace_back();
  metrics.stage = stage.name;
  metrics.round = stage.round;
  if (stage.round == 0) metrics.round = std::ranges::count(stages_, metrics.stage, &StageMetrics::stage);
  check(engine_.synchronize());
  if (edges)
    measure_edges(stage, edges, metrics);
  else if (stage.told)
    measure(stage, fetch(nodes, size), metrics);
  running_ = stage;
  Schedules* schedules = engine_.schedules();  // a GPU counts without a word
  if (schedules) schedules->begin_count(stage.steps, stage.steps ? sizeof *stage.steps : 0);
  check(engine_.start_timer());
}

// Lanes of groups that had an edge less than others are in no step of their own, but these slots are theirs: [C] eq. 1.
void MetricsRecorder::read_steps() {
  StageMetrics& metrics = stages_.back();
  StepCounts counts;
  check(engine_.download(&counts, running_.steps, sizeof counts));
  const auto edges = static_cast<double>(counts.lanes);
  const double of_groups = static_cast<double>(counts.groups) * running_.step_lanes;
  metrics.counted = {edges, of_groups - edges, static_cast<double>(counts.warps) * warp_lanes - of_groups};
  metrics.whole = running_.whole;
  if (!running_.told) metrics.edges = static_cast<std::int64_t>(counts.lanes);
  if (running_.changes) metrics.changes = static_cast<std::int64_t>(counts.changes);
  if (!running_.donates) return;
  metrics.donations = static_cast<std::int64_t>(counts.donated);
  metrics.donations_first = static_cast<std::int64_t>(counts.donated_first);
}

std::string MetricsRecorder::miscount() const {
  const auto wrong = std::ranges::find_if(stages_, &StageMetrics::miscounted);
  if (wrong == stages_.end()) return "";
  const auto text = [](const LaneUse& use) {
    const auto slots = [](double number) { return std::to_string(static_cast<std::int64_t>(number)); };
    return "edges " + slots(use.edges) + ", U_A " + slots(use.intra) + ", U_R " + slots(use.inter);
  };
  return "`" + wrong->stage + "` in round " + std::to_string(wrong->round) + " should have " + text(*wrong->actual) +
         ", but has " + text(*wrong->counted);
}

void MetricsRecorder::end() {
  check(engine_.stop_timer(&stages_.back().milliseconds));
  if (Schedules* schedules = engine_.schedules()) stages_.back().launched = schedules->end_count();
  if (running_.steps) read_steps();
}

}  // namespace maxwarp::runner
