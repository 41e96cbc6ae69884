// What an expression looks up, for techniques that evaluate it at nodes at which the program does not.
#pragma once

#include "compiler/parallel/ir.h"

namespace maxwarp::parallel {

/// The first part of the expression that looks something up where a value says, such as `outdegree(p[v])` or
/// `t[level[v]]`, or null. At a node at which the program does not ask, the value may be `none` or no place of the
/// array. What belongs to nodes and edges that loops visit, or that the caller gives, is there in any case.
const ir::Expr* looked_up_by_value(const ir::Expr* expr);

}  // namespace maxwarp::parallel
