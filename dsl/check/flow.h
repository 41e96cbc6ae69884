// Which variables and properties may depend on something: by their value, by the condition under which they are
// written, by the rounds and active nodes in which that happens.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <span>
#include <unordered_map>
#include <vector>

#include "dsl/check/program.h"

namespace maxwarp::checked {

/// Where something begins to show.
struct Origins {
  std::set<const Stmt*> readers;   // what these statements evaluate
  std::set<const Stmt*> targets;   // what these reductions change, and their outcomes
  std::set<const Stmt*> payloads;  // the payload that they write
  std::set<const Stmt*> outcomes;  // the outcomes of all reductions in these outermost parallel loops
};

/// How symbols and statements of an algorithm depend on each other: a graph, made once, in which each question visits
/// every dependence once.
class Flow {
 public:
  explicit Flow(const Algorithm& algorithm);

  /// Everything that the origins may show in.
  std::set<const Symbol*> reached_from(const Origins& origins) const;

  /// Of each of the origins, the results that it may show in, in their order.
  std::vector<std::vector<const Symbol*>> results_of(const std::vector<Origins>& origins) const;

 private:
  // The loops around a statement: what `break` leaves, and whose active nodes `activate` makes.
  struct Around {
    const Stmt *parent = nullptr, *loop = nullptr, *rounds = nullptr, *outermost = nullptr;
  };

  void block(const Block& body, Around around);
  void visit(const Stmt& stmt, Around around);
  void reads(int reader, const Expr& expr);
  void reads(const Stmt& stmt);
  void changes(const Stmt& stmt, Around around);
  void edge(int from, int to);
  int vertex(const Symbol* symbol);
  int vertex(const Stmt* stmt);
  int outcomes(const Stmt* loop);
  int number(std::unordered_map<const void*, int>& numbers, const void* thing);
  std::vector<int> starts(const Origins& origins) const;
  std::vector<std::uint64_t> shown_in(std::span<const Symbol* const> results) const;

  const Algorithm& algorithm_;
  std::unordered_map<const void*, int> vertices_, outcomes_;  // of symbols and statements; of parallel loops
  std::vector<const Symbol*> symbols_;                        // of each vertex; of others null
  std::vector<std::vector<int>> next_, previous_;             // along and against the dependences
};

/// Visits the expressions directly in `stmt`, those of its loop included.
void for_each_expression(const Stmt& stmt, const std::function<void(const Expr&)>& visit);

}  // namespace maxwarp::checked
