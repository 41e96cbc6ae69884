// Conditions that ask whether a property still has the value with which it began.
#pragma once

#include <optional>

#include "compiler/parallel/ir.h"

namespace maxwarp::analysis {

/// The parts of a condition that all have to hold, from the left.
std::vector<const ir::Expr*> conjuncts_of(const ir::Expr* condition);

/// p[w] and the c of a condition `p[w] == c`.
struct Question {
  const ir::Expr* element = nullptr;
  std::int64_t constant = 0;
};

/// The value of a literal of integers, bools and nodes; `inf` and `none` are what the runtime has for them.
std::optional<std::int64_t> constant_of(const ir::Expr* e);

/// The condition as a question at `node`: `p[node] == c`, `p[node]` or `not p[node]`.
std::optional<Question> question_of(const ir::Expr* e, const ir::Symbol* node);

}  // namespace maxwarp::analysis
