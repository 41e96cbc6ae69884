// What takes the place of an `iterate` that copies values along edges until nothing changes: the components of the
// graph as trees, by the text of the library (dsl/syntax/library.h), and the reduction over each of them. Which loops
// leave the same by it is a fact (C, analysis/copying.h); whether they do so, `closure` says.
#pragma once

#include "compiler/parallel/controls.h"

namespace maxwarp::parallel {

/// The algorithm of the library that makes the trees.
const checked::Algorithm& joins_of(const checked::Algorithm& algorithm, const Joining& joining);

/// Makes `made` of what the library's text has been lowered to: its results and its parameter become those of
/// `joining`, its regions belong to `loop`, and the trees pass on the reduction.
void finish_union(Controls& controls, const checked::Stmt* loop, const Joining& joining, Control& made);

}  // namespace maxwarp::parallel
