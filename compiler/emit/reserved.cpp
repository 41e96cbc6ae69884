// Keywords are those of Clang's table. Macros are told by how headers spell them; the few that look like other names
// are listed, as are the names of the runtime.
#include "compiler/emit/reserved.h"

#include <clang/Basic/IdentifierTable.h>
#include <clang/Basic/LangOptions.h>

#include <algorithm>
#include <string>
#include <unordered_set>

namespace maxwarp::emit {
namespace {

constexpr std::string_view macros =
    "alloca assert assert_perror be16toh be32toh be64toh errno htobe16 htobe32 htobe64 htole16 htole32 htole64 "
    "i386 isascii issubnormal le16toh le32toh le64toh linux math_errhandling offsetof sched_priority stderr stdin "
    "stdout strdupa strndupa toascii unix toascii_l";

constexpr std::string_view names_of_runtime =
    "abs absolute accumulate_and accumulate_max accumulate_max_by_first accumulate_min accumulate_min_by_first "
    "accumulate_or accumulate_plus accumulate_times add_falling add_rising add_within Alone as_number atomic "
    "atomic_and atomic_exchange atomic_max atomic_max_by_first atomic_max_real atomic_min atomic_min_by_first "
    "atomic_min_real Assigned atomic_or atomic_plus atomic_plus_within atomic_times atomic_update atomic_word Batch "
    "before "
    "bins Bins bit_words ceil Block blockDim blockIdx BlockLevel BlockLevels BlockList BlockLists BlockSums "
    "BoundedEdgeWorklist BoundedEdgeWorklistOf BoundedWorklist bytes choose_packed_width choose_width "
    "settle_bits lanes_up_to list_bits list_room take_first take_new_word take_word check_forms check_node checked_id "
    "checked_index "
    "checked_step limit_steps Chunk "
    "chunks ChunkValues claim "
    "clear_bits compact_bits "
    "compare_exchange count_change count_step first_of_warp_here StepCounts "
    "Condition cluster_barrier cooperative "
    "copy_simd count_marked differ dim3 divide do_simd DonationBox Donor DoubleWord dynamic_pieces edge_t "
    "edges_t EdgeWorklist efficient_inwidth efficient_outwidth usual_width EvenShare ThreadShare exp fence "
    "fewest_slots find_row find_row_near "
    "first_room floor FormColumns FormEdgeSources "
    "FormRows "
    "at_most block forms FormSortedRows FormTwins from_bits from_word gdsl gpu graph GraphBase GraphFact GraphKey "
    "GraphView "
    "GridBarrier "
    "ends_last entries_of put_entries FewBlocksBarrier PieceShare PieceWorklist pieces_in_row push_pieces "
    "push_pieces_together "
    "put_piece put_pieces RowPiece "
    "grid_for grid_for_light gridDim grow guarded guarded_and guarded_max guarded_max_by_first guarded_min "
    "guarded_min_by_first "
    "guarded_or claim_bit has_bit has_bit_relaxed has_edge has_minus indegree index_count infinity add_block_offsets "
    "KernelQuestion kept_answers KeptAnswers KeptGraphs Lane "
    "layout "
    "is_nan layout_gap layout_record LayoutRecord LinkedBatch LivingEdges "
    "load_relaxed load_word LocalList log LoopGraph racy_and racy_max racy_max_by_first racy_min "
    "racy_min_by_first racy_or racy_update lowers lowest main mark_chunks max_by_first max_of max_or_nan "
    "maxwarp member min_by_first min_of min_or_nan mine minus modulo most_pieces most_ranges "
    "narrow negate neighbor no_edge no_node node_t NodeSet Numbering Observation ObservedStage Occupancy options "
    "outdegree "
    "outlier_indegree "
    "outlier_outdegree OwnPlaces Pair PairLayout Piece piece_of piece_size Pieces pieces_of place_marked Places "
    "PlaceLock plus popcount pow precedes prevails Product product_of push push_each push_range push_warp_aggregated "
    "PushBuffer "
    "PlaceLock plus popcount pow precedes prevails Product product_of push push_range push_warp_aggregated PushBuffer "
    "Column Columns end_of_groups groups rest_of_groups "
    "put raises "
    "random_below random_node random_real random_seed random_word range_size reals repeats reserve reserve_together "
    "RetryLoop "
    "round_limit RoundLimit run "
    "runs_on_sm RunOptions "
    "combine_segment saturate scan_degrees scan_list scan_pieces scan_range segment_add_falling segment_add_rising "
    "segment_add_within segment_and segment_max segment_min segment_of segment_or segment_plus segment_times set_bit "
    "set_bit_together load_anywhere load_cached global_address find_edge count_donations neighbor_edge numbered_node "
    "own_number CountedBatch "
    "ScanSlots place_repeated place_slots RepeatedBatch slot_blocks slot_words sum_repeated sum_slots ThreadLevel "
    "thread_slots within_slots WarpBits "
    "set_condition settle Shape share_of shift_left shift_right "
    "SelectionNode SharedPlaces signed_word sizes split_indegree split_outdegree sqrt StageObserver static_pieces "
    "Status StatusCode "
    "std "
    "store_relaxed Stream stream Strided Sum sum_counts swap swap_double take TallyCounts TallyMarks TallyTable "
    "Team team TeamList TeamPlaces thread_count thread_index threadIdx Tile tile tile_widths times Together to_word "
    "trailing_zeros "
    "usual_outlier_degree "
    "usual_split_degree "
    "value_of Variables variables visit_marked WarpPrivate warpSize widen WidthSample WidthSlots with_batches "
    "with_width work "
    "Worklist Workspace "
    "workspace_bytes WorkspaceLayout write_pieces EdgeWorklistOf FormNarrow GraphViewOf is_piece_list "
    "sort_order sort_words sum_words sums_before narrow_edge_t narrow_edges narrow_view NarrowIndex PieceWorklistOf "
    "RowPieceOf run_with with_index";

std::unordered_set<std::string_view> words_of(std::string_view text) {
  std::unordered_set<std::string_view> words;
  for (std::size_t end = 0; !text.empty(); text.remove_prefix(std::min(end + 1, text.size()))) {
    end = std::min(text.find(' '), text.size());
    words.insert(text.substr(0, end));
  }
  return words;
}

clang::LangOptions every_keyword() {
  clang::LangOptions options;
  options.C99 = options.CPlusPlus = options.CPlusPlus11 = options.CPlusPlus14 = options.CPlusPlus17 = true;
  options.CPlusPlus20 = options.CPlusPlus23 = options.Char8 = options.Coroutines = options.CXXOperatorNames = true;
  options.Bool = options.WChar = options.GNUMode = options.GNUKeywords = options.CUDA = true;
  return options;
}

bool is_keyword(std::string_view name) {
  static const clang::LangOptions options = every_keyword();
  static const clang::IdentifierTable table(options);
  const auto found = table.find(llvm::StringRef(name));
  if (found == table.end()) return false;
  return found->second->isKeyword(options) || found->second->isCPlusPlusOperatorKeyword();
}

// `NULL`, `M_PI`, `cudaStreamDefault`: as the headers of C, POSIX, OpenMP and CUDA spell theirs.
bool looks_like_macro(std::string_view name) {
  static constexpr std::string_view starts[] = {"L_", "M_", "NV_", "P_", "SYS_", "omp_", "pthread_", "_"};
  const auto is_capital = [&](std::size_t i) { return i < name.size() && name[i] >= 'A' && name[i] <= 'Z'; };
  const bool shouts = std::ranges::none_of(name, [](char c) { return c >= 'a' && c <= 'z'; });
  const bool of_cuda = name.starts_with("cu") && (is_capital(2) || (name.starts_with("cuda") && is_capital(4)));
  const bool of_locale = name.starts_with("is") && name.ends_with("_l");
  return shouts || of_cuda || of_locale || name.find("__") != std::string_view::npos ||
         std::ranges::any_of(starts, [&](std::string_view start) { return name.starts_with(start); });
}

}  // namespace

bool is_reserved(std::string_view name) {
  static const std::unordered_set<std::string_view> macro_words = words_of(macros),
                                                    runtime = words_of(names_of_runtime);
  return looks_like_macro(name) || macro_words.contains(name) || runtime.contains(name) || is_keyword(name);
}

}  // namespace maxwarp::emit
