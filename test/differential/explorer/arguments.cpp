// Arguments are drawn, and drawn again where they do not meet what the algorithm requires.
#include "test/differential/explorer/arguments.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>

#include "tools/interpreter/interpreter.h"
#include "tools/interpreter/value.h"

namespace maxwarp::explorer {

using checked::Scalar;
using checked::Space;
using checked::Symbol;
using interpreter::Value;

std::vector<std::int64_t> telling_numbers(const checked::Program& program) {
  std::set<std::int64_t> literals, found = {0, 1, 2, 3};
  for (const checked::Expr& expr : program.expressions)
    if (expr.kind == checked::ExprKind::Integer && !interpreter::is_real(expr.scalar)) literals.insert(expr.integer);
  for (const std::int64_t one : literals) {
    found.insert({one - 1, one, one + 1});
    for (const std::int64_t other : literals) found.insert(one - other);
  }
  std::erase_if(found, [](std::int64_t number) { return number > 1'000'000 || number < -1'000'000; });
  return {found.begin(), found.end()};
}

namespace {

template <typename T>
void append(std::vector<char>& memory, T value) {
  const std::size_t at = memory.size();
  memory.resize(at + sizeof value);
  std::memcpy(memory.data() + at, &value, sizeof value);
}

void append(std::vector<char>& memory, Scalar scalar, const Value& value) {
  switch (scalar) {
    case Scalar::Long:
    case Scalar::Bits:
    case Scalar::Edge: return append(memory, value.first.integer);
    case Scalar::Double: return append(memory, value.first.real);
    case Scalar::Float: return append(memory, static_cast<float>(value.first.real));
    default: return append(memory, static_cast<std::int32_t>(value.first.integer));
  }
}

bool meets(const checked::Algorithm& algorithm, const TinyGraph& graph, const Call& call) {
  return std::ranges::all_of(algorithm.requirements.conditions, [&](const checked::Condition& condition) {
    const std::int64_t count = condition.space == Space::Node   ? graph.nodes()
                               : condition.space == Space::Edge ? static_cast<std::int64_t>(graph.edges().size())
                                                                : 1;
    return interpreter::first_fault(algorithm, condition, call, 0, count) < 0;
  });
}

}  // namespace

/// One attempt: single values and lengths first, for extents are made of them.
class Arguments::Drawing {
 public:
  Drawing(const checked::Algorithm& algorithm, const TinyGraph& graph, const std::vector<std::int64_t>& numbers,
          std::uint64_t seed)
      : algorithm_(algorithm), graph_(graph), numbers_(numbers), random_(seed) {}

  Arguments run() {
    made_.arguments_.resize(algorithm_.parameters.size());
    std::map<const Symbol*, std::int64_t> lengths;
    for (const Symbol* length : algorithm_.lengths) lengths[length] = 1 + below(3);
    for (std::size_t i = 0; i < algorithm_.parameters.size(); ++i) {
      const Symbol& symbol = *algorithm_.parameters[i];
      std::vector<std::int64_t>& extents = made_.extents_.emplace_back();
      for (const checked::Expr* extent : symbol.type.extents)
        extents.push_back(lengths.contains(extent->symbol) ? lengths[extent->symbol] : 0);
      made_.arguments_[i].extents = extents.data();
      if (!is_single(symbol)) continue;
      const Value single = value(symbol.type.scalar);
      made_.arguments_[i].scalar = {single.first.integer, single.first.real};
    }
    for (std::size_t i = 0; i < algorithm_.parameters.size(); ++i)
      if (!is_single(*algorithm_.parameters[i])) fill(i);
    return std::move(made_);
  }

 private:
  static bool is_single(const Symbol& symbol) { return symbol.type.space == Space::Global && !symbol.type.is_set; }

  void fill(std::size_t i) {
    const Symbol& symbol = *algorithm_.parameters[i];
    std::vector<char>& memory = made_.memory_.emplace_back();
    std::int64_t given = 0;
    for (std::int64_t left = length(i), k = 0; k < left; ++k) {
      if (symbol.type.is_set && below(2)) continue;
      append(memory, symbol.type.scalar, symbol.type.is_set ? interpreter::whole(k) : value(symbol.type.scalar));
      ++given;
    }
    made_.arguments_[i].data = memory.data();
    made_.arguments_[i].count = given;
  }

  std::int64_t length(std::size_t i) {
    const Symbol& symbol = *algorithm_.parameters[i];
    if (symbol.type.space == Space::Edge) return static_cast<std::int64_t>(graph_.edges().size());
    if (symbol.type.space != Space::Array) return graph_.nodes();
    Call call;
    call.graph = graph_.view();
    call.arguments = made_.arguments_.data();
    std::int64_t count = 1;
    for (std::size_t d = 0; d < symbol.type.extents.size(); ++d)
      count *= made_.extents_[i][d] = interpreter::value_of(algorithm_, *symbol.type.extents[d], call).integer;
    return count;
  }

  std::int64_t below(std::size_t bound) { return bound > 0 ? static_cast<std::int64_t>(random_() % bound) : 0; }

  Value value(Scalar scalar) {
    static constexpr std::array<double, 6> reals = {0.0, -0.0, 0.5, -1.0, 1.0, 2.0};
    switch (scalar) {
      case Scalar::Bool: return interpreter::whole(below(2));
      case Scalar::Node: return interpreter::whole(below(static_cast<std::size_t>(graph_.nodes())));
      case Scalar::Edge: return interpreter::whole(below(graph_.edges().size()));
      case Scalar::Float:
      case Scalar::Double:
        return interpreter::real(below(3) ? reals[random_() % reals.size()] : static_cast<double>(number()));
      default: return interpreter::whole(number());
    }
  }

  /// Half of them 0 to 3.
  std::int64_t number() { return below(2) ? below(4) : numbers_[random_() % numbers_.size()]; }

  const checked::Algorithm& algorithm_;
  const TinyGraph& graph_;
  const std::vector<std::int64_t>& numbers_;
  std::mt19937_64 random_;
  Arguments made_;
};

std::optional<Arguments> Arguments::draw(const checked::Algorithm& algorithm, const TinyGraph& graph,
                                         const std::vector<std::int64_t>& numbers, std::uint64_t seed) {
  constexpr std::uint64_t attempts = 12;
  for (std::uint64_t attempt = 0; attempt < attempts; ++attempt) {
    Arguments made = Drawing(algorithm, graph, numbers, seed * attempts + attempt).run();
    Call call;
    call.graph = graph.view();
    call.arguments = made.all();
    if (meets(algorithm, graph, call)) return made;
  }
  return std::nullopt;
}

}  // namespace maxwarp::explorer
