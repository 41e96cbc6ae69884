// One run: arguments and results are placed, the variant is called, its status is turned into a message.
// The time taken is that of `run` alone, by the clock of the engine.
#include "runtime/runner/session.h"

#include <algorithm>
#include <cstdint>
#include <numeric>

#include "maxwarp/worklist.h"
#include "runtime/device/schedules.h"
#include "runtime/runner/renumbered.h"

namespace maxwarp::runner {
namespace {

MaybeFailure as_failure(const EngineStatus& status) {
  if (status) return std::nullopt;
  return Failure{status.message};
}

/// The status of a variant's call in words.
std::string status_text(const Status& status, const Algorithm& algorithm, const Variant& variant, const Engine& engine,
                        const Labels& labels) {
  const std::string where = std::string("variant `") + variant.name + "`: ";
  const std::string detail = *status.detail ? std::string(" (") + status.detail + ")" : "";
  switch (status.code) {
    case StatusCode::Ok: return "";
    case StatusCode::MissingGraphForm: return where + "a form of the graph is missing" + detail;
    case StatusCode::WorkspaceTooSmall: return where + "the workspace is too small" + detail;
    case StatusCode::BadArgument: return where + "an argument is out of range" + detail;
    case StatusCode::TooManyRounds:
      return where + "stopped after the largest number of rounds" + detail +
             "; a negative cycle or a condition that stays true never ends, else raise --max-rounds";
    case StatusCode::AssertionFailed:
      return std::string(algorithm.source) + (status.place > 0 ? ":" + std::to_string(status.place) : "") +
             ": assert failed: " + status.detail;
    case StatusCode::CyclicOrder:
      return where + "the order of `after` is cyclic" + detail + ": node " +
             std::to_string(labels[static_cast<node_t>(status.place)]) + " waits for itself, or for nodes that do";
    case StatusCode::DeviceError: return where + engine.error_text(status.device_error) + detail;
  }
  return where + "unknown status";
}

}  // namespace

std::size_t array_bytes(std::int64_t length, ScalarType type) {
  constexpr std::int64_t beyond_all_memory = std::int64_t{1} << 56;
  return static_cast<std::size_t>(std::min(length, beyond_all_memory)) * element_bytes(type);
}

std::int64_t result_length(const ResultInfo& result, const Call& call) {
  switch (result.space) {
    case ValueSpace::Global: return 0;
    case ValueSpace::Node:
    case ValueSpace::NodeSet: return call.graph.nodes;
    case ValueSpace::Edge: return call.graph.edges;
    case ValueSpace::Array: return result.length(call);
  }
  return 0;
}

namespace {

struct TakenArray {
  std::size_t bytes, unused;
};

std::vector<TakenArray> workspace_arrays(const Variant& variant, const Call& call) {
  std::vector<TakenArray> arrays;
  const LayoutRecord record{[](void* reader, std::size_t bytes, std::size_t unused) {
                              static_cast<std::vector<TakenArray>*>(reader)->push_back({bytes, unused});
                            },
                            &arrays};
  layout_record = &record;
  variant.workspace_bytes(call);
  layout_record = nullptr;
  return arrays;
}

}  // namespace

std::vector<std::size_t> workspace_sizes(const Variant& variant, const Call& call) {
  std::vector<std::size_t> sizes;
  for (const TakenArray& array : workspace_arrays(variant, call)) sizes.push_back(array.bytes);
  return sizes;
}

std::unique_ptr<Engine> open_with_gaps(EngineStatus* status) {
  std::unique_ptr<Engine> engine = open_engine(status);
  layout_gap = engine && engine->checks_bounds() ? 256 : 0;
  return engine;
}

Session::Session(Engine& engine, const Algorithm& algorithm)
    : engine_(engine), algorithm_(algorithm), graph_(engine), workspace_(engine) {
  for (int i = 0; i < algorithm.parameter_count; ++i) argument_buffers_.emplace_back(engine);
  for (int i = 0; i < algorithm.result_count; ++i) result_buffers_.emplace_back(engine);
}

MaybeFailure Session::load(const Graph& graph, unsigned forms, Numbering numbering) {
  given_ = &graph;
  numbering_ = Numbering::Given;
  renumbered_.reset();
  graph_.forget();
  return change_forms(forms, numbering);
}

MaybeFailure Session::change_forms(unsigned forms, Numbering numbering) {
  const bool sorted = (forms & FormSortedRows) != 0;
  if (numbering_ != numbering || (renumbered_ && renumbered_->graph.sorted_rows != sorted)) {
    renumbered_.reset();
    graph_.forget();  // other arrays may get their addresses
    if (numbering != Numbering::Given)
      renumbered_ = renumber(*given_, {numbering, sorted, speaks_of_edges(algorithm_), orders_});
  }
  numbering_ = numbering;
  own_numbers_ = (forms & FormOwnNumbers) != 0;
  if (renumbered_) add_forms(renumbered_->graph, forms);
  loaded_ = renumbered_ ? &renumbered_->graph : given_;
  return as_failure(graph_.upload(*loaded_, forms));
}

MaybeFailure Session::place_arguments(const ArgumentSet& arguments, std::vector<Argument>& placed) {
  for (std::size_t i = 0; i < arguments.values.size(); ++i) {
    const HostValue& value = arguments.values[i];
    Argument& argument = placed.emplace_back(Argument{value.scalar, value.data, value.count, value.extents.data()});
    if (engine_.shares_host_memory() || value.bytes == 0) continue;
    if (EngineStatus status = argument_buffers_[i].assign(value.data, value.bytes); !status) return as_failure(status);
    argument.data = argument_buffers_[i].data();
  }
  return std::nullopt;
}

MaybeFailure Session::place_results(Call& call, std::vector<void*>& data) {
  for (int i = 0; i < algorithm_.result_count; ++i) {
    const std::int64_t length = result_length(algorithm_.results[i], call);
    if (length < 0) return Failure{std::string("result `") + algorithm_.results[i].name + "` has a negative length"};
    const std::size_t bytes = array_bytes(length, algorithm_.results[i].type);
    // Memory is reserved for empty results too: a null pointer means a Global result.
    const bool global = algorithm_.results[i].space == ValueSpace::Global;
    const std::size_t reserved = global ? 0 : std::max<std::size_t>(bytes, 1);
    if (EngineStatus status = result_buffers_[i].reserve(reserved); !status) return as_failure(status);
    data.push_back(global ? nullptr : result_buffers_[i].data());
  }
  call.result_data = data.data();
  return std::nullopt;
}

MaybeFailure Session::place_workspace(const Variant& variant, Call& call) {
  call.workspace_bytes = variant.workspace_bytes(call);
  if (EngineStatus status = workspace_.reserve(call.workspace_bytes); !status) return as_failure(status);
  call.workspace = workspace_.data();
  if (!engine_.checks_bounds()) return std::nullopt;
  // An earlier call may have had other arrays there.
  engine_.set_usable(call.workspace, call.workspace_bytes, true);
  auto* end = static_cast<std::byte*>(call.workspace);
  for (const TakenArray& array : workspace_arrays(variant, call)) {
    end += array.bytes;
    engine_.set_usable(end - array.unused, array.unused, false);
  }
  return std::nullopt;
}

// Edges in the workspace have 32 bits where those of the graph have.
const ArrayInfo* Session::info_of(const ArrayInfo& array, bool narrow) {
  if (!narrow || array.result >= 0) return &array;
  ArrayInfo& own = narrow_infos_.emplace_back(array);
  for (ScalarType* type : {&own.type, &own.second})
    if (*type == ScalarType::Edge) *type = ScalarType::Int;
  return &own;
}

void Session::find_arrays(const Variant& variant, const Call& call) {
  arrays_.clear();
  narrow_infos_.clear();
  const bool narrow = (variant.forms & FormNarrow) != 0 && call.graph.narrow.row_offsets != nullptr;
  const std::vector<std::size_t> sizes = workspace_sizes(variant, call);
  for (int i = 0; i < variant.array_count; ++i) {
    const ArrayInfo& info = variant.arrays[i];
    if (info.result >= 0) {
      const ResultInfo& result = algorithm_.results[info.result];
      const std::size_t bytes = array_bytes(result_length(result, call), result.type);
      arrays_.push_back({&info, static_cast<const std::byte*>(call.result_data[info.result]), bytes});
    } else {
      const auto place = sizes.begin() + info.workspace;
      const std::size_t before = std::accumulate(sizes.begin(), place, std::size_t{0});
      arrays_.push_back({info_of(info, narrow), static_cast<const std::byte*>(call.workspace) + before, *place});
    }
  }
}

void Session::check_sharing(const Variant& variant) {
  if (engine_.schedules() == nullptr) return;
  std::vector<SharingRule> rules;
  for (int i = 0; i < variant.sharing_count; ++i) {
    const SharingInfo& info = variant.sharing[i];
    const PlacedArray& array = arrays_[static_cast<std::size_t>(info.array)];
    rules.push_back({info.kernel, array.info, array.data, array.bytes, info.sharing});
  }
  engine_.schedules()->check(rules);
}

void Session::forget_memory() {
  for (EngineBuffer& buffer : result_buffers_) buffer = EngineBuffer(engine_);
  workspace_ = EngineBuffer(engine_);
  overflow_buffers_.clear();
}

// Memory for a worklist that has outgrown the workspace. The same run asks for the same again, so it stays.
void* Session::more(void* session, std::size_t bytes) {
  Session& self = *static_cast<Session*>(session);
  if (self.overflow_used_ == self.overflow_buffers_.size()) self.overflow_buffers_.emplace_back(self.engine_);
  EngineBuffer& buffer = self.overflow_buffers_[self.overflow_used_++];
  return buffer.reserve(bytes) ? buffer.data() : nullptr;
}

MaybeFailure Session::run_once(const Variant& variant, Call& call, double* milliseconds) {
  call.rounds = 0;
  overflow_used_ = 0;
  if (EngineStatus status = engine_.start_timer(); !status) return as_failure(status);
  const Status outcome = variant.run(call);
  assertion_failed_ = outcome.code == StatusCode::AssertionFailed;
  if (!outcome)
    return Failure{status_text(outcome, algorithm_, variant, engine_, (own_numbers_ ? given_ : loaded_)->labels)};
  if (EngineStatus status = engine_.stop_timer(milliseconds); !status)
    return Failure{std::string("variant `") + variant.name + "`: " + status.message};
  return std::nullopt;
}

MaybeFailure Session::fetch_results(const Call& call, RunResult& result) {
  result.arrays.resize(static_cast<std::size_t>(algorithm_.result_count));
  result.extents.resize(static_cast<std::size_t>(algorithm_.result_count));
  for (int i = 0; i < algorithm_.result_count; ++i) {
    HostArray& array = result.arrays[i];
    array.type = algorithm_.results[i].type;
    array.resize(result_length(algorithm_.results[i], call));
    for (int d = 0; d < algorithm_.results[i].dimensions; ++d)
      result.extents[i].push_back(algorithm_.results[i].extents[d].value(call));
    if (EngineStatus status = engine_.download(array.bytes.data(), call.result_data[i], array.bytes.size()); !status)
      return as_failure(status);
  }
  return std::nullopt;
}

Result<RunResult> Session::run(const Variant& variant, const ArgumentSet& arguments, const Repetition& repetition,
                               StageObserver* observer) {
  RunResult result;
  result.scalars.resize(static_cast<std::size_t>(algorithm_.result_count));
  std::vector<Argument> placed;
  std::vector<void*> data;
  Call call;
  call.graph = graph_.view();
  call.scalar_results = result.scalars.data();
  call.stream = engine_.stream();
  call.max_rounds = repetition.max_rounds;
  call.graphs = engine_.graphs();
  call.more = more;
  call.owner = this;
  call.observer = observer;
  const ArgumentSet translated = renumbered_ ? to_new_numbers(algorithm_, arguments, *renumbered_, own_numbers_)
                                             : ArgumentSet{};
  if (auto failure = place_arguments(renumbered_ ? translated : arguments, placed)) return *failure;
  call.arguments = placed.data();
  if (auto failure = place_results(call, data)) return *failure;
  if (auto failure = place_workspace(variant, call)) return *failure;
  find_arrays(variant, call);
  check_sharing(variant);
  for (int i = -repetition.warm_ups; i < repetition.runs; ++i) {
    double milliseconds = 0;
    if (auto failure = run_once(variant, call, &milliseconds)) return *failure;
    if (i >= 0) result.run_ms.push_back(milliseconds);
  }
  result.rounds = call.rounds;
  if (auto failure = fetch_results(call, result)) return *failure;
  if (renumbered_) to_old_numbers(algorithm_, result, *renumbered_, own_numbers_);
  return result;
}

}  // namespace maxwarp::runner
