// Questions to a tally of the run, asked by the host: parallel loops over its entries find the answer, so that it takes
// no longer than filling it did. A tally of an iteration is asked by its team instead (StmtKind::Ask).
#pragma once

#include <set>

#include "compiler/parallel/ir.h"
#include "compiler/parallel/tally.h"

namespace maxwarp::parallel {

/// Lowers such questions of one algorithm. New cells are added to the program and to `cells`.
class TallyQuestions {
 public:
  TallyQuestions(Program& program, std::set<const ir::Symbol*>& cells,
                 std::function<std::string(const std::string&)> unique_name)
      : program_(program), arena_(*program.arena), cells_(cells), unique_name_(std::move(unique_name)) {}

  /// Adds to `into` what finds the answer to `question`; returns it as an expression of the host and of operators.
  /// `otherwise`: the answer of `most` where nothing was counted; of `t[key]` the key.
  const ir::Expr* ask(const ir::Expr* question, const ir::Tally& tally, const ir::Expr* otherwise, Sequence& into);

  /// Nothing is counted in the tally.
  void clear(const ir::Tally& tally, Location location, Sequence& into);

 private:
  const ir::Expr* most(const ir::Expr* question, const ir::Tally& tally, const ir::Expr* otherwise, Sequence& into);
  const ir::Expr* absent(const ir::Expr* question, const ir::Tally& tally, Sequence& into);
  /// One thread looks the key up.
  const ir::Expr* sum_of(const ir::Expr* question, const ir::Tally& tally, const ir::Expr* key, Sequence& into);
  const ir::Expr* h_index(const ir::Expr* question, const ir::Tally& tally, Sequence& into);
  Control* add(ControlKind kind, Location location, Sequence& into);
  void set(const ir::Symbol* symbol, const ir::Expr* value, Location location, Sequence& into);
  const ir::Symbol* cell(const std::string& name, ir::Scalar scalar);
  const ir::Symbol* variable(const std::string& name);
  /// A loop over the numbers from low to high; returns it and its index.
  std::pair<Control*, const ir::Expr*> range(const std::string& name, const ir::Expr* low, const ir::Expr* high,
                                             Location location, Sequence& into);
  /// `target reduction= value` where `condition` holds (null: always).
  void reduce(Control* loop, const ir::Expr* condition, const ir::Symbol* target, ir::Reduction reduction,
              const ir::Expr* value);
  const ir::Expr* narrowed(const ir::Expr* value, ir::Scalar scalar);

  Program& program_;
  ir::Arena& arena_;
  std::set<const ir::Symbol*>& cells_;
  std::function<std::string(const std::string&)> unique_name_;
};

}  // namespace maxwarp::parallel
