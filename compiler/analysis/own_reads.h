// The values that an operator finds at its own item when it begins: which reads of the item's elements come before all
// of its own changes of them.
#pragma once

#include <set>

#include "compiler/parallel/statement.h"

namespace maxwarp::analysis {

/// Reads of p[item], the targets of changes aside.
struct OwnReads {
  std::vector<const ir::Expr*> all;        // in the order of the text
  std::set<const ir::Expr*> after_change;  // those that the operator may reach after it has changed p[item]
};

/// Legal:   `change += abs(next - rank[v]); rank[v] = next`, where rank[v] is what the item began with.
/// Illegal: `credit[v] += sum; centrality[v] += credit[v]`, where credit[v] is not.
OwnReads own_reads(const ir::Body& body, const ir::Symbol* item);

}  // namespace maxwarp::analysis
