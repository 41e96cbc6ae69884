// The memory of tallies: which forms the questions to each need, how many entries, and which part of the arrays
// belongs to an iteration. Everything follows from the rows of the graph, so no kernel has to allocate.
#pragma once

#include <map>

#include "compiler/parallel/statement.h"
#include "dsl/check/tally_bound.h"

namespace maxwarp::parallel {

/// The tallies of one algorithm, laid out.
class Tallies {
 public:
  Tallies(ir::Arena& arena, const checked::Algorithm& algorithm);

  /// The forms of one tally of the program, none if it is never asked.
  const std::vector<const ir::Tally*>& forms(const ir::Symbol* tally) const;
  /// The form that answers the question.
  const ir::Tally* form_for(const ir::Expr* question) const;
  const ir::Tally* form(const ir::Symbol* tally, ir::TallyForm wanted) const;
  /// The arrays of all tallies, for the workspace.
  const std::vector<const ir::Symbol*>& arrays() const { return arrays_; }

 private:
  void lay_out(const checked::TallyUse& use, ir::TallyForm form);
  const ir::Symbol* array(const std::string& name, ir::Scalar scalar, const ir::Expr* size);

  ir::Arena& arena_;
  std::map<const ir::Symbol*, std::vector<const ir::Tally*>> forms_;
  std::vector<const ir::Symbol*> arrays_;
};

/// Questions to tallies of the run and the values that answer them.
using Answers = std::map<const ir::Expr*, const ir::Expr*>;
/// `expr` with the answers in place of the questions; null stays null.
const ir::Expr* answered(ir::Arena& arena, const ir::Expr* expr, const Answers& answers);

/// A question to a tally: `most`, `absent`, `h_index`, `t[key]`.
bool is_question(const ir::Expr* expr);
/// The key that stands for no key: the smallest value of its type.
const ir::Expr* no_key(ir::Arena& arena, ir::Scalar scalar);

}  // namespace maxwarp::parallel
