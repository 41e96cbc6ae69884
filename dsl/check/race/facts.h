// Facts about expressions and accesses of a region that the rules of the race check are built from.
// Each is an under-approximation: true means proved.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "dsl/check/race/region.h"

namespace maxwarp::race {

/// The same, but for what the operands are.
bool is_same_kind(const Expr& a, const Expr& b);
/// The name that a constant is another name of: `let w = v`. Neither changes, so both are the same wherever the
/// constant is seen.
const Expr& unaliased(const Expr& expr);
/// The same text with the same meaning of its names.
bool same(const Expr& a, const Expr& b);
/// Whether it is that element of the symbol.
bool is_element(const Expr& expr, const Symbol& symbol, const std::vector<const Expr*>& index);
bool same_index(const Access& a, const Access& b);

/// Whether the expression reads `symbol`, looking through constants.
bool mentions(const Region& region, const Expr& expr, const Symbol& symbol);
bool mentions_any(const Region& region, const Expr& expr, const std::function<bool(const Symbol&)>& holds);
/// Whether the expression reads anything that the region changes.
bool mentions_written(const Region& region, const Expr& expr);

/// The same value in all iterations: literals, `inf`, `round`, facts of the graph, and what the region
/// neither declares nor changes.
bool is_uniform(const Region& region, const Expr& expr);
/// Depends on nothing but the place `index`, as it is now, and on uniform values. `besides` may be read, too.
bool is_target_only(const Region& region, const Expr& expr, const std::vector<const Expr*>& index,
                    const Symbol* besides = nullptr);
/// Whether all iterations that share those of the outer `shared` loops see one value.
bool is_shared(const Region& region, const Expr& expr, const std::vector<const Stmt*>& loops, std::size_t shared);
/// The value of a local constant, or null.
const Expr* value_of_constant(const Region& region, const Expr& expr);
/// Every evaluation in one iteration names the same place.
bool is_steady(const Region& region, const std::vector<const Expr*>& index);

/// Whether two different iterations of `loop` (the accesses' `level`-th loop) never touch one place by `a`
/// and `b`. By a value of their own: `var sum` in the loop. By the loop's element: `rank[v]`, `out[i]`, the
/// edge `e` of a neighbor loop of v; by bounds of the index, see bounds.h. Not so: `level[w]` of a neighbor w, which
/// several v may have.
bool is_separated(const Region& region, const Access& a, const Access& b, std::size_t level);
/// The same of any two of some accesses of one symbol, without looking at bounds.
bool have_own_places(const Region& region, std::span<const Access* const> all, std::size_t level);
/// Number of loops that both accesses stand in.
std::size_t common_loops(const Access& a, const Access& b);
/// No other iteration takes part in changing this place.
bool is_owned(const Region& region, const Access& access);

/// A comparison of an element whose answer no change in the region can turn: `level[v] == round - 1`.
bool is_stable(const Region& region, const Expr& comparison);

/// The variable of the run at whose ends alone the answer about an element of the symbol may turn; or null.
const Symbol* stable_but_for_ends(const Region& region, const Symbol& symbol, const Expr& condition);

/// Conditions above the two accesses keep them from ever naming one place: `where level[v] == round - 1` and `if
/// level[w] == round`.
bool is_apart(const Region& region, const Access& a, const Access& b);
/// The variable of the run at whose ends alone such conditions may hold for one place; or null.
const Symbol* apart_but_for_ends(const Region& region, const Access& a, const Access& b);
/// The loop's `after` puts the change before the read, or after all that the read is for.
bool is_ordered(const Region& region, const Access& read, const Access& change);
/// The iteration has made this change itself, and all others would do the same: `level[w] min= round` before.
bool is_settled(const Region& region, const Access& read);

/// A local value that begins and ends under the guard.
bool is_local_under(const Region& region, const Symbol& symbol, const Guard& guard);
/// A local value that each iteration of the loop at `level` has for itself.
bool is_private_to(const Region& region, const Symbol& symbol, std::size_t level);
bool stands_under(const Access& access, const Guard& guard);
/// All that decides whether the guard lets through, and how often, depends on nothing but the place `index` and on
/// uniform values. Never so of a `while`.
bool is_target_only(const Region& region, const Guard& guard, const std::vector<const Expr*>& index);
/// `was(x = 0)`: takes what sums have left in x, so that nothing is lost and nothing taken twice.
bool takes_all(const Access& access);
bool is_idempotent(checked::Reduction reduction);
bool is_change(const Access& access);  // Write or Reduce
/// A change of something that is not local, an activation, a `break`.
bool is_effect(const Region& region, const Access& access);
/// The place as it is written in the program.
std::string place(const Access& access);

}  // namespace maxwarp::race
