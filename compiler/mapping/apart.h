// Elements that the bounds of a range keep apart: where j runs from k + 1 on, `a[i, j]` is never `a[i, k]`.
#pragma once

#include <set>
#include <unordered_map>

#include "compiler/parallel/statement.h"

namespace maxwarp::mapping {

/// Asks the statements of a stage. Under-approximates: true means proved.
class Apart {
 public:
  explicit Apart(const ir::Body& stage);

  /// Whether no iteration of a range makes `other` the element `written`. Legal: `a[i, k]` and `a[i, j]` in `foreach j
  /// in k + 1..n`. Illegal: in `foreach j in k..n`; where the stage changes k.
  bool are_apart(const ir::Expr* written, const ir::Expr* other) const;

 private:
  bool lies_above(const ir::Expr* index, const ir::Expr* place) const;

  std::unordered_map<const ir::Symbol*, const ir::Expr*> begins_;  // of ranges, by their variables
  std::set<const ir::Symbol*> changed_;
};

}  // namespace maxwarp::mapping
