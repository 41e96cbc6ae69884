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
    "bins Bins bit_words ceil Block blockDim blockIdx BlockLevels BlockList BlockLists BlockSums BoundedWorklist bytes "
    "settle_bits lanes_up_to list_bits take_new_word take_word check_forms check_node checked_id checked_index Chunk "
    "chunks ChunkValues claim "
    "clear_bits compact_bits "
    "compare_exchange "
    "Condition cooperative "
    "copy_simd count_marked differ dim3 divide do_simd DonationBox Donor DoubleWord dynamic_pieces edge_t "
