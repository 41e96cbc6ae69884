// What a run consists of: the places of all names, the round, and the functions that carry out statements.
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <unordered_map>
#include <vector>

#include "tools/interpreter/interpreter.h"
#include "tools/interpreter/value.h"

namespace maxwarp::interpreter {

/// What a parallel loop adds to a single integer: exact, and saturated when the loop is done.
struct Collected {
  WideInteger sum = 0;
  bool infinite = false;
};

/// Why a run ends early. It stays inside of the interpreter.
struct Stop {
  Status status;
};

/// What a name stands for: one value, one a node or edge, an array, a list of nodes, or counted keys.
struct Place {
  std::vector<Value> values;
  std::vector<std::int64_t> extents;
  std::map<std::int64_t, Value> counts;
};

/// The type of what a tally has for each key.
inline checked::Scalar sum_type(const checked::Symbol& tally) { return tally.type.sum.value_or(checked::Scalar::Long); }

using Places = std::unordered_map<const checked::Symbol*, Place>;

/// A value that a name stands for, or one of its values.
struct Element {
  const checked::Symbol* symbol = nullptr;
  std::int64_t index = 0;
};

/// One execution of a reduction: the element, what is offered to it, and the payload that goes with it.
struct Update {
  const checked::Stmt& stmt;
  Element target;
  Value value;
  Element payload_target;
  Value payload;
};

/// What a reduction makes of a value; in a parallel loop products are the same in every order.
Value reduced(checked::Reduction reduction, checked::Scalar scalar, const Value& old, const Value& value,
              bool parallel = true);

enum class Flow : std::uint8_t { On, Break };

/// A node, or index, that a loop runs at, with the edge by which it was found.
struct Item {
  std::int64_t node = -1, edge = -1;
};

/// Carries a program out. What touches values, and what iterations of parallel loops do, may be overridden: then it is
/// the loops, conditions and expressions alone that are taken from here.
class Machine {
 public:
  Machine(const checked::Algorithm& algorithm, const Call& call, Order order)
      : algorithm_(algorithm), call_(call), graph_(call.graph), order_(order), random_(order.seed) {
    constexpr std::int64_t of_round = 400, usual_rounds = 1'000'000;
    steps_left_ = of_round *
                  std::clamp(call.max_rounds, usual_rounds, std::numeric_limits<std::int64_t>::max() / of_round);
  }
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  void take_arguments();
  void run();
  void give_results();
  Value evaluate(const checked::Expr& expr);
  /// Whether the condition holds for the element of that number.
  bool holds(const checked::Expr& condition, std::int64_t element);
  std::int64_t rounds() const { return rounds_; }

 protected:
  virtual Value load(const Element& element);
  virtual void store(const Element& element, const Value& value);
  /// The value before.
  virtual Value update(const Update& update);
  virtual void count(const checked::Symbol& tally, std::int64_t key, const Value& amount);
  virtual void activate(node_t node) { activated_.insert(node); }
  virtual void foreach_loop(const checked::Stmt& stmt);

  // evaluate.cpp
  [[noreturn]] void wrong_at(Location place, const std::string& what) const;
  [[noreturn]] void assertion_failed(const checked::Stmt& stmt) const;
  [[noreturn]] void wrong_index(const checked::Expr& element, std::size_t dimension, std::int64_t index,
                                std::int64_t extent) const;
  Element element(const checked::Expr& target);
  Value call(const checked::Expr& expr);
  Value graph_call(const checked::Expr& expr);
  Value bit_call(const checked::Expr& expr);
  Value math_call(const checked::Expr& expr);
  Value random_call(const checked::Expr& expr);
  Value question(const checked::Expr& expr);
  edge_t find_edge(std::int64_t from, std::int64_t to) const;
  edge_t twin(edge_t edge) const;
  node_t node(const checked::Expr& expr);
  edge_t edge(const checked::Expr& expr);
  node_t source(edge_t edge) const;

  // statements.cpp
  Flow block(const checked::Block& statements);
  virtual Flow statement(const checked::Stmt& stmt);
  void declare(const checked::Stmt& stmt);
  void fill(const checked::Symbol& symbol, const checked::Expr* value);
  void reduce(const checked::Stmt& stmt);
  void count(const checked::Stmt& stmt);
  Value& at(const Element& element);
  virtual bool collect(const checked::Stmt& stmt, const Value& value);
  void settle();
  Value& single(const checked::Symbol& symbol);
  std::int64_t length(const checked::Symbol& symbol, Place& place);

  // loops.cpp
  void ordered_loop(const checked::Stmt& stmt);
  void begin_round(const char* loop) const;
  void iterate(const checked::Stmt& stmt);
  std::set<node_t> first_active(const checked::Loop& loop);
  Flow repeat(const checked::Stmt& stmt);
  void while_loop(const checked::Stmt& stmt);
  void for_loop(const checked::Stmt& stmt);
  std::vector<Item> items(const checked::Loop& loop);
  std::vector<Item> range(const checked::Loop& loop);
  std::vector<Item> neighbors(checked::LoopDomain domain, node_t node) const;
  bool is_visited(const checked::Loop& loop, const Item& item);
  void shuffle(std::vector<Item>& items);
  void tick();

  const checked::Algorithm& algorithm_;
  const Call& call_;
  const GraphView& graph_;
  Order order_;
  std::mt19937_64 random_;
  Places places_;
  std::int64_t round_ = 0, active_ = 0 /* in the next round */, rounds_ = 0, filled_ = 0;
  std::int64_t steps_left_ = 0;  // statements and expressions, before a program is held to be one that does not end
  int parallel_ = 0;             // loops around that are parallel
  std::unordered_map<const checked::Symbol*, int> depth_;  // in how many of them a name is declared; others in none
  std::map<const checked::Symbol*, Collected> collected_;
  std::set<node_t> activated_;  // for the next round
};

}  // namespace maxwarp::interpreter
