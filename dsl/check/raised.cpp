// Looks for a `max=`, wherever it stands.
#include "dsl/check/raised.h"

#include <algorithm>

namespace maxwarp::checked {
namespace {

bool raises(const Block& block, const Symbol& property) {
  return std::ranges::any_of(block, [&](const Stmt* stmt) {
    const bool max = stmt->reduction == Reduction::Max || stmt->reduction == Reduction::MaxFirst;
    return (stmt->kind == StmtKind::Reduce && max && stmt->target->symbol == &property) ||
           raises(stmt->body, property) || raises(stmt->other, property);
  });
}

}  // namespace

bool is_raised(const Algorithm& algorithm, const Symbol& property) { return raises(algorithm.body, property); }

}  // namespace maxwarp::checked
