// Edge lists: `u v` or `u v weight` a line, `#` and `%` comments, ids of up to 64 bits, directed.
// Ids below 2^32 are kept as they are until all are known; larger ones are numbered while they are read, so
// that an edge takes 8 bytes either way.
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <mutex>
#include <unordered_set>

#include "runtime/graph/build/rows.h"
#include "runtime/graph/memory.h"
#include "runtime/graph/read/ends.h"
#include "runtime/graph/read/id_bitmap.h"
#include "runtime/graph/read/id_table.h"
#include "runtime/graph/read/read.h"

namespace maxwarp {
namespace {

constexpr std::int64_t narrow_limit = std::int64_t(1) << 32;

/// The smallest and the largest id seen.
struct IdSpan {
  std::int64_t low = infinity<std::int64_t>(), high = -1;
  void add(std::int64_t id) {
    low = std::min(low, id);
    high = std::max(high, id);
  }
  void add(const IdSpan& other) {
    low = std::min(low, other.low);
    high = std::max(high, other.high);
  }
};

/// The ids and weights of a piece that has wide ids, before they are numbered.
struct WideEdges {
  std::vector<std::int64_t> ids;  // source, target, source, …
  std::vector<Weight> weights;
};

class EdgeListReader {
 public:
  EdgeListReader(LineReader& reader, const ReadOptions& options, bool weighted)
      : reader_(reader), dense_(options.dense || options.nodes > 0), weighted_(weighted), given_nodes_(options.nodes) {
    if (weighted) store_.expect_weights();
    low_ = options.base.value_or(0);
    high_ = options.nodes > 0 ? low_ + options.nodes - 1 : infinity<std::int64_t>();
  }

  Result<Graph> read() {
    if (auto failure = read_first_line()) return *failure;
    if (auto failure = reader_.read(store_, [&](LinePiece& piece) { return parse(piece); })) return *failure;
    if (store_.edges() == 0 && given_nodes_ == 0)
      return reader_.failure_at_end(
          "no edges; expected `SOURCE TARGET [WEIGHT]` lines (or --nodes=N for a graph without edges)");
    return dense_ ? build_dense() : build_sparse();
  }

 private:
  /// The first edge's line says how many columns all have.
  MaybeFailure read_first_line() {
    auto found = reader_.next_content("#%");
    if (!found) return found.failure();
    if (!*found) return std::nullopt;
    TextCursor first = reader_.head();
    const bool two_columns = !first.token().empty() && !first.token().empty() && first.at_line_end();
    if (weighted_ && two_columns) return first.failure("2 columns; expected `SOURCE TARGET WEIGHT` in a .wel file");
    weighted_ = !first.at_line_end();
    return std::nullopt;
  }

  MaybeFailure parse(LinePiece& piece) {
    IdSpan span;
    const TextCursor begin = piece.cursor;
    if (!wide_) {
      bool wide = false;
      auto failure = parse_narrow(piece, span, wide);
      if (!wide) {
        finish(span, false, piece.index);
        return failure;
      }
      wide_ = true;
      piece.edges.clear();
      piece.cursor = begin;
      span = {};
    }
    if (auto failure = parse_wide(piece, span)) return failure;
    finish(span, true, piece.index);
    return std::nullopt;
  }

  void finish(const IdSpan& span, bool numbered, std::int64_t index) {
    std::lock_guard lock(mutex_);
    span_.add(span);
    if (numbered) numbered_.insert(index);
  }

  /// Keeps the ids as they are. Stops with `wide` where one does not fit.
  MaybeFailure parse_narrow(LinePiece& piece, IdSpan& span, bool& wide) {
    const auto add = [&](std::uint64_t source, std::uint64_t target, const Weight& weight) {
      span.add(static_cast<std::int64_t>(source));
      span.add(static_cast<std::int64_t>(target));
      const auto u = static_cast<std::uint32_t>(source), v = static_cast<std::uint32_t>(target);
      if (weighted_)
        piece.edges.add(u, v, weight.value, weight.integral);
      else
        piece.edges.add(u, v);
    };
    // Where all ids from a base on are nodes, one that is too large is found when the last line has been
    // read.
    const std::int64_t limit = dense_ ? high_ : std::min(high_, narrow_limit - 1);
    return parse_lines(
        piece.cursor, "#%",
        [&](const char* p) -> const char* {
          std::uint64_t source = 0, target = 0;
          Weight weight;
          p = scan_line(p, source, target, weight);
          const auto fits = [&](std::uint64_t id) { return std::int64_t(id) >= low_ && std::int64_t(id) <= limit; };
          if (!p || !fits(source) || !fits(target)) return nullptr;
          add(source, target, weight);
          return p;
        },
        [&](TextCursor& cursor) -> MaybeFailure {
          std::int64_t source = 0, target = 0;
          Weight weight;
          if (auto failure = read_line(cursor, source, target, weight)) return failure;
          wide = !dense_ && (source >= narrow_limit || target >= narrow_limit);
          if (wide) return Failure{};
          add(static_cast<std::uint64_t>(source), static_cast<std::uint64_t>(target), weight);
          return std::nullopt;
        });
  }

  MaybeFailure parse_wide(LinePiece& piece, IdSpan& span) {
    WideEdges edges;
    const auto add = [&](std::int64_t source, std::int64_t target, const Weight& weight) {
      for (std::int64_t id : {source, target}) {
        span.add(id);
        edges.ids.push_back(id);
      }
      if (weighted_) edges.weights.push_back(weight);
    };
    auto failure = parse_lines(
        piece.cursor, "#%",
        [&](const char* p) -> const char* {
          std::uint64_t source = 0, target = 0;
          Weight weight;
          p = scan_line(p, source, target, weight);
          if (!p || std::int64_t(source) < low_ || std::int64_t(target) < low_) return nullptr;
          add(static_cast<std::int64_t>(source), static_cast<std::int64_t>(target), weight);
          return p;
        },
        [&](TextCursor& cursor) -> MaybeFailure {
          std::int64_t source = 0, target = 0;
          Weight weight;
          if (auto wrong = read_line(cursor, source, target, weight)) return wrong;
          add(source, target, weight);
          return std::nullopt;
        });
    if (failure) return failure;
    std::vector<std::uint32_t> numbers;
    table_.number(edges.ids, numbers);
    for (std::size_t i = 0; i < numbers.size() / 2; ++i)
      if (weighted_)
        piece.edges.add(numbers[2 * i], numbers[2 * i + 1], edges.weights[i].value, edges.weights[i].integral);
      else
        piece.edges.add(numbers[2 * i], numbers[2 * i + 1]);
    return std::nullopt;
  }

  const char* scan_line(const char* p, std::uint64_t& source, std::uint64_t& target, Weight& weight) const {
    p = scan_pair(p, source, target);
    if (!p) return nullptr;
    return weighted_ ? scan_weight(p, weight) : scan_line_end(p);
  }

  MaybeFailure read_id(TextCursor& cursor, std::int64_t& id, const char* expected) const {
    if (Number found = cursor.integer(id); found != Number::Ok) return cursor.failure(found, expected);
    if (id >= low_ && id <= high_) return std::nullopt;
    std::string limit = high_ == infinity<std::int64_t>()
                            ? "at least " + std::to_string(low_)
                            : std::to_string(low_) + ".." + std::to_string(high_) + " (--nodes, --base)";
    return cursor.failure("node id " + std::to_string(id) + "; expected " + limit);
  }

  MaybeFailure read_line(TextCursor& cursor, std::int64_t& source, std::int64_t& target, Weight& weight) const {
    if (auto failure = read_id(cursor, source, "the edge's source as an integer")) return failure;
    if (auto failure = read_id(cursor, target, "the edge's target as an integer")) return failure;
    const bool has_weight = !cursor.at_line_end();
    if (has_weight != weighted_)
      return cursor.failure(has_weight ? "3 columns; expected 2 as on the first edge's line"
                                       : "2 columns; expected 3 as on the first edge's line");
    if (!has_weight) return std::nullopt;
    if (auto failure = read_weight(cursor, weight)) return failure;
    return expect_line_end(cursor, "`SOURCE TARGET` or `SOURCE TARGET WEIGHT`");
  }

  MaybeFailure check(double nodes, const char* what) const {
    const double weight_bytes = store_.kind() == WeightKind::None ? 0 : store_.kind() == WeightKind::Int ? 4 : 8;
    return check_size(reader_.path() + what, nodes, static_cast<double>(store_.edges()), weight_bytes);
  }

  /// All ids from the base on are nodes: as many as given, or up to the largest one that occurs.
  Result<Graph> build_dense() {
    const std::int64_t last = given_nodes_ > 0 ? high_ : span_.high;
    if (auto failure = check(static_cast<double>(last) - static_cast<double>(low_) + 1, ": --nodes")) return *failure;
    if (low_ != 0) subtract(static_cast<std::uint32_t>(low_));
    return build_rows(static_cast<node_t>(last - low_ + 1), store_, Labels{low_, {}});
  }

  /// The nodes are the ids that occur.
  Result<Graph> build_sparse() {
    if (!numbered_.empty()) return build_by_table();
    // A bit for each possible id, as long as they do not take more than the edges.
    const std::int64_t range = span_.high - span_.low + 1;
    return range <= std::max<std::int64_t>(1 << 16, 32 * store_.edges()) ? build_by_bitmap(range) : build_by_table();
  }

  Result<Graph> build_by_bitmap(std::int64_t range) {
    IdBitmap bitmap(static_cast<std::uint32_t>(span_.low), static_cast<std::uint64_t>(range));
    store_.renumber([&](auto& edge) {
      bitmap.mark(edge.source);
      bitmap.mark(edge.target);
    });
    const std::int64_t nodes = bitmap.count();
    if (auto failure = check(static_cast<double>(nodes), "")) return *failure;
    if (nodes == range) {
      if (span_.low != 0) subtract(static_cast<std::uint32_t>(span_.low));
      return build_rows(static_cast<node_t>(nodes), store_, Labels{span_.low, {}});
    }
    store_.renumber([&](auto& edge) {
      edge.source = bitmap.node(edge.source);
      edge.target = bitmap.node(edge.target);
    });
    return build_rows(static_cast<node_t>(nodes), store_, bitmap.labels(nodes));
  }

  Result<Graph> build_by_table() {
    auto& pieces = store_.sorted_pieces();
    parallel_tasks(static_cast<std::int64_t>(pieces.size()), [&](std::int64_t i) {
      if (!numbered_.contains(pieces[i].index)) number_piece(pieces[i].run);
    });
    const std::int64_t nodes = table_.size();
    if (auto failure = check(static_cast<double>(nodes), "")) return *failure;
    Labels labels = table_.finish();
    store_.renumber([&](auto& edge) {
      edge.source = static_cast<std::uint32_t>(table_.node(edge.source));
      edge.target = static_cast<std::uint32_t>(table_.node(edge.target));
    });
    table_.forget();
    // Ids without gaps need no list.
    if (labels.list.back() - labels.list.front() == nodes - 1) labels.list.clear();
    return build_rows(static_cast<node_t>(nodes), store_, std::move(labels));
  }

  /// Numbers the ids of a piece that was kept as it is.
  void number_piece(EdgeRun& run) {
    std::vector<std::int64_t> ids;
    std::vector<std::uint32_t> numbers;
    with_edge_type(run.kind, [&]<typename Edge>(Edge) {
      for (const EdgeBlock& block : run.blocks) {
        ids.clear();
        for (std::uint32_t k = 0; k < block.count; ++k)
          for (std::uint32_t id : {block.edges<Edge>()[k].source, block.edges<Edge>()[k].target}) ids.push_back(id);
        table_.number(ids, numbers);
        for (std::uint32_t k = 0; k < block.count; ++k) {
          block.edges<Edge>()[k].source = numbers[2 * k];
          block.edges<Edge>()[k].target = numbers[2 * k + 1];
        }
      }
    });
  }

  void subtract(std::uint32_t low) {
    store_.renumber([&](auto& edge) {
      edge.source -= low;
      edge.target -= low;
    });
  }

  LineReader& reader_;
  bool dense_, weighted_;
  std::int64_t given_nodes_, low_, high_;
  EdgeStore store_;
  IdTable table_;
  std::atomic<bool> wide_{false};
  std::mutex mutex_;
  IdSpan span_;
  std::unordered_set<std::int64_t> numbered_;  // pieces whose ids are numbers of the table
};

}  // namespace

Result<ReadGraph> read_edge_list(LineReader reader, const ReadOptions& options, bool weighted) {
  auto graph = EdgeListReader(reader, options, weighted).read();
  if (!graph) return graph.failure();
  const std::string from = std::to_string(options.base.value_or(0));
  std::string note;
  if (options.dense) note = "all ids from " + from + " on are nodes";
  if (options.nodes > 0) note = std::to_string(options.nodes) + " nodes from " + from + " on";
  return ReadGraph{*std::move(graph), "edge list", note, {}};
}

}  // namespace maxwarp
