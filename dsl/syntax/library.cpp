// What runtimes have functions for, `sums_before` and `sort_of_array` of single keys, may be one there (Primitive in
// dsl/check/program.h); elsewhere it is the text below.
// Sums: each iteration adds up a part of the array, then the parts before it and goes over its part again. Sorting:
// runs are merged to runs of twice their length, where each place looks for what stands there (merge path: Odeh et al.,
// "Merge Path", 2012). Of equal elements that of the first run comes first, so the order is stable.
#include "dsl/syntax/library.h"

namespace maxwarp {

namespace {

constexpr std::string_view sums = R"(
algorithm sums_before(count: [n] long) -> sum_before: [n] long {
    let length: long = n
    let width = max(256, length / 2048 + 1)
    var sums: [n] long
    foreach i in 0..length by width {
        var sum: long = 0
        for k in i..min(i + width, length) { sum += count[k] }
        sums[i] = sum
    }
    foreach i in 0..length by width {
        var sum: long = 0
        for k in 0..i by width { sum += sums[k] }
        for k in i..min(i + width, length) {
            sum_before[k] = sum
            sum += count[k]
        }
    }
}
algorithm scan_of_array(count: [n] long) -> offset: [n] long {
    let length: long = n
    var total: long = 0
    var least: long = 0
    foreach i in 0..length { total += count[i]; least min= count[i] }
    let scan_has_no_negative_count = least >= 0
    assert scan_has_no_negative_count
    let scan_has_finite_total = total < inf
    assert scan_has_finite_total
    offset = sums_before(count)
}
algorithm scan_of_nodes(count: node long) -> offset: node long {
    var counts: [nodes] long
    foreach node v { counts[index(v)] = count[v] }
    let offsets = scan_of_array(counts)
    foreach node v { offset[v] = offsets[index(v)] }
}
algorithm position_in_set(members: node set) -> rank: node int {
    var counts: [nodes] long
    foreach node v { counts[index(v)] = v in members ? 1 : 0 }
    let offsets = scan_of_array(counts)
    foreach node v { rank[v] = v in members ? int(offsets[index(v)]) : -1 }
}
)";

/// KEY: `long`, `double`, `node` or `edge`. LESS(a, b): whether element a of `keys` comes before element b, whatever
/// their places.
constexpr std::string_view sorting = R"(
algorithm sort_of_array_KEY(key: [n] KEY) -> order: [n] long {
    let length: long = n
    var keys: [n] KEY
    var merged_keys: [n] KEY
    var merged: [n] long
    foreach i in 0..length { keys[i] = key[i]; order[i] = i }
    repeat {
        foreach i in 0..length {
            let width = long(bits(1) << round - 1)
            let begin = i - i % (2 * width)
            let middle = min(begin + width, length)
            let end = min(begin + 2 * width, length)
            let place = i - begin
            var low = max(0, place - (end - middle))
            var high = min(place, middle - begin)
            while low < high {
                let half = low + (high - low) / 2
                let a = keys[middle + place - 1 - half]
                let b = keys[begin + half]
                if LESS { high = half } else { low = half + 1 }
            }
            let left = begin + low
            let right = middle + place - low
            var source = left
            if left >= middle { source = right }
            if left < middle and right < end {
                let a = keys[right]
                let b = keys[left]
                if LESS { source = right }
            }
            merged_keys[i] = keys[source]
            merged[i] = order[source]
        }
        keys = merged_keys
        order = merged
    } until long(bits(1) << round) >= length
}
algorithm sort_of_nodes_KEY(key: node KEY) -> order: [nodes] node {
    var keys: [nodes] KEY
    var numbered: [nodes] node
    foreach node v { keys[index(v)] = key[v]; numbered[index(v)] = v }
    let places = sort_of_array_KEY(keys)
    foreach i in 0..nodes { order[i] = numbered[places[i]] }
}
)";

/// By the second value, then, as the order is stable, by the first one. FIRST, SECOND: as KEY.
constexpr std::string_view sorting_of_pairs = R"(
algorithm sort_of_array_FIRST_SECOND(key: [n] (FIRST, SECOND)) -> order: [n] long {
    let length: long = n
    var seconds: [n] SECOND
    foreach i in 0..length { seconds[i] = second(key[i]) }
    let by_second = sort_of_array_SECOND(seconds)
    var firsts: [n] FIRST
    foreach i in 0..length { firsts[i] = first(key[by_second[i]]) }
    let by_first = sort_of_array_FIRST(firsts)
    foreach i in 0..length { order[i] = by_second[by_first[i]] }
}
algorithm sort_of_nodes_FIRST_SECOND(key: node (FIRST, SECOND)) -> order: [nodes] node {
    var seconds: [nodes] SECOND
    var numbered: [nodes] node
    foreach node v { seconds[index(v)] = second(key[v]); numbered[index(v)] = v }
    let by_second = sort_of_array_SECOND(seconds)
    var firsts: [nodes] FIRST
    foreach i in 0..nodes { firsts[i] = first(key[numbered[by_second[i]]]) }
    let by_first = sort_of_array_FIRST(firsts)
    foreach i in 0..nodes { order[i] = numbered[by_second[by_first[i]]] }
}
)";

/// The components of a graph, whose edges count in both directions, as trees: of each node its root, the smallest node
/// of its component. FROM, TO: two nodes; JOIN(FROM, TO) has the trees of both become one. It goes up from the larger
/// of the two places that it has reached, and hangs it on the smaller one if that is below what it finds there, else on
/// what is next above that: paths get shorter by half. From TO it goes up only where it has to: a root that is larger
/// hangs on TO itself.
/// joined_edges: all edges. joined_samples (Sutton, Ben-Nun and Barak, "Optimizing Parallel Graph Connectivity
/// Computation via Subgraph Sampling", 2018): the first edges of each node, which mostly leave one giant tree; then all
/// edges of the nodes that are not in it. Its other edges are found from their other ends, unless the graph is
/// directed.
constexpr std::string_view joins = R"(
algorithm joined_edges() -> root: node node {
    own: foreach node v { root[v] = v }
    join: foreach node v {
        foreach neighbor w of v where directed or w < v { JOIN(v, w) }
    }
    flatten: foreach node v { FLATTEN }
}
algorithm joined_samples(sample: int) -> root: node node {
    var tree: node node
    var seen: [128] node
    var giant: node = none
    own: foreach node v { root[v] = v }
    sample: foreach node v {
        for k in 0..min(sample, outdegree(v)) { JOIN(v, neighbor(v, k)) }
    }
    shorten: foreach node v {
        FLATTEN
        tree[v] = r
    }
    if nodes > 0 {
        look: foreach i in 0..128 { seen[i] = tree[random_node(i)] }
        vote: foreach i in 0..128 {
            var same: int = 0
            for k in 0..128 { if seen[k] == seen[i] { same += 1 } }
            if same > 32 { giant any= seen[i] }
        }
    }
    join: foreach node v where directed or tree[v] != giant {
        foreach neighbor w of v { JOIN(v, w) }
    }
    flatten: foreach node v { FLATTEN }
}
)";

constexpr std::string_view join = R"(
            var a = latest root[FROM]
            var b = TO
            while a != b {
                if a < b { let c = a; a = b; b = c }
                let above = was(root[a] min= b)
                if above == a { break }
                let next = latest root[above]
                if next != above { root[a] min= next }
                a = next
            }
)";

/// Nodes that follow the same path take what others have found of it.
constexpr std::string_view flatten = R"(
        var r = latest root[v]
        var above = latest root[r]
        while above != r { r = above; root[v] min= r; above = latest root[r] }
)";

std::string replaced(std::string text, std::string_view word, std::string_view by) {
  for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; at += by.size())
    text.replace(at, word.size(), by);
  return text;
}

}  // namespace

bool is_of_library(std::string_view name) { return name == "scan" || name == "position" || name == "sort"; }

std::string library_text() {
  constexpr std::string_view keys[] = {"long", "double", "node", "edge"};
  std::string text(sums);
  for (const std::string_view key : keys) {
    // A nan is after all numbers.
    const std::string_view less = key == "double" ? "a < b or (a == a and b != b)" : "a < b";
    text += replaced(replaced(std::string(sorting), "KEY", key), "LESS", less);
  }
  for (const std::string_view first : keys)
    for (const std::string_view second : keys)
      text += replaced(replaced(std::string(sorting_of_pairs), "FIRST", first), "SECOND", second);
  return text;
}

std::string replacements_text() {
  std::string text = replaced(std::string(joins), "FLATTEN", flatten);
  for (const std::string_view to : {"neighbor(v, k)", "w"}) {
    const std::string both = replaced(replaced(std::string(join), "FROM", "v"), "TO", to);
    text = replaced(std::move(text), "JOIN(v, " + std::string(to) + ")", both);
  }
  return text;
}

}  // namespace maxwarp
