// Names and types of C++.
#include "compiler/emit/names.h"

#include <string_view>

namespace maxwarp::emit {
namespace {

// Words of C++ and names of the runtime and of generated text that a program's name must not hide.
constexpr std::string_view reserved =
    " alignas alignof and asm auto bitand bitor bool break case catch char class compl concept const consteval "
    "constexpr "
    "constinit continue decltype default delete do double else enum explicit export extern false float for friend goto "
    "if "
    "inline int long mutable namespace new noexcept not nullptr operator or private protected public register requires "
    "return short signed sizeof static struct switch template this throw true try typedef typeid typename union "
    "unsigned "
    "using virtual void volatile wchar_t while xor and_eq not_eq or_eq xor_eq "
    "errno gdsl i386 linux stderr stdin stdout unix bytes layout "
    "abs absolute as_number atomic_max_real atomic_min_real lowers max_or_nan min_or_nan prevails raises signed_word "
    " add_falling add_rising add_within atomic differ fence precedes product_of settle share_of "
    "value_of before blockDim blockIdx chunks claim count_marked cover divide dim3 edge_t "
    "edges_t exchange exp find_row first_room bit_words clear_bits compact_bits has_bit set_bit forms "
    "accumulate_and accumulate_max accumulate_max_by_first accumulate_min accumulate_min_by_first accumulate_or "
    "accumulate_plus "
    "accumulate_times atomic_and atomic_exchange atomic_max atomic_max_by_first atomic_min atomic_min_by_first "
    "atomic_or atomic_plus atomic_plus_within "
    "atomic_times atomic_update atomic_word check_forms check_node compare_exchange cooperative copy_simd do_simd "
    "dynamic_pieces "
    "from_bits from_word load_word lossy_and lossy_max lossy_max_by_first lossy_min lossy_min_by_first lossy_or "
    "lossy_update "
    "lowest outlier_indegree outlier_outdegree piece_of put reserve saturate static_pieces swap_double take to_word "
    "usual_outlier_degree visit_marked works_on "
    "graph gpu gridDim grow has_edge indegree index_count infinity log main max_by_first max_of max_rounds maxwarp "
    "member min_by_first min_of mark_chunks mine minus modulo most_rounds negate neighbor no_edge "
    "join_sums most_pieces most_ranges piece_size pieces_of push_range range_size scan_list scan_pieces scan_range "
    "split_indegree "
    "split_outdegree usual_split_degree "
    "no_node node_t options outdegree place_marked plus push push_together random_below random_node random_real "
    "random_seed random_word repeats run "
    "scan_degrees set_condition sqrt std sum_counts store_relaxed load_relaxed stream write_pieces "
    "threadIdx thread_count thread_index tile times layout_record variables warpSize widen work workspace_bytes reals "
    "Alone Batch Block BlockLevels BlockList BlockLists BlockSums BoundedWorklist Chunk Condition DonationBox Donor "
    "DoubleWord EdgeWorklist EvenShare GraphKey GraphView GridBarrier KeptGraphs LayoutRecord LoopGraph NodeSet "
    "Numbering Pair PairLayout Piece Pieces PlaceLock "
    "LocalList OwnPlaces Product PushBuffer RunOptions Shape SharedPlaces Status StatusCode Stream Strided Sum "
    "TallyCounts "
    "TallyMarks "
    "TallyTable Tile Turns WarpPrivate Worklist Workspace "
    "WorkspaceLayout ";

// Macros of the headers are written in capitals.
bool shouts(const std::string& name) {
  for (const char c : name)
    if (c >= 'a' && c <= 'z') return false;
  return true;
}

}  // namespace

std::string safe_name(const std::string& name) {
  return shouts(name) || reserved.find(" " + name + " ") != std::string_view::npos ? name + "_" : name;
}

std::string Names::fresh(const std::string& wish) {
  const std::string base = safe_name(wish);
  std::string name = base;
  for (int& number = numbers_[base]; is_taken(name);) name = base + "_" + std::to_string(++number + 1);
  taken_.insert(name);
  return name;
}

const std::string* Names::find(const ir::Symbol* symbol) const {
  if (const std::string* known = outer_ ? outer_->find(symbol) : nullptr) return known;
  const auto found = names_.find(symbol);
  return found == names_.end() ? nullptr : &found->second;
}

const std::string& Names::of(const ir::Symbol* symbol) {
  asked_.insert(symbol);
  if (const std::string* known = find(symbol)) return *known;
  return names_.emplace(symbol, fresh(symbol->name)).first->second;
}

ProgramNames::ProgramNames(const mapped::Program& program) {
  for (const mapped::Control& control : program.controls)
    if (control.kind == mapped::ControlKind::Resident || control.kind == mapped::ControlKind::LaunchGraph)
      functions_.reserve(control.name);
  std::unordered_map<std::string, int> same;
  for (const mapped::Stage& stage : program.stages) {
    const int count = ++same[stage.name];
    const std::string name = safe_name(stage.name);
    stages_[&stage] = count == 1 ? name : name + "_" + std::to_string(count);
    functions_.reserve(stages_[&stage]);
  }
  for (const mapped::Storage& storage : program.storages) storages_.of(storage.symbol);
}

std::string value_type(ir::Scalar scalar) { return scalar == ir::Scalar::Bool ? "bool" : element_type(scalar); }

std::string wide_type(ir::Reduction reduction, ir::Scalar scalar) {
  return (reduction == ir::Reduction::Add ? "Sum<" : "Product<") + element_type(scalar) + ">";
}

std::string element_type(ir::Scalar scalar) {
  if (is_pair(scalar)) return "Pair<" + element_type(first_of(scalar)) + ", " + element_type(second_of(scalar)) + ">";
  switch (scalar) {
    case ir::Scalar::Bool:
    case ir::Scalar::Int: return "std::int32_t";
    case ir::Scalar::Long: return "std::int64_t";
    case ir::Scalar::Float: return "float";
    case ir::Scalar::Double: return "double";
    case ir::Scalar::Node: return "node_t";
    case ir::Scalar::Edge: return "edge_t";
  }
  return "";
}

}  // namespace maxwarp::emit
