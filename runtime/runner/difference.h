// Where two runs that should give the same results do not.
#pragma once

#include <optional>
#include <string>

#include "runtime/runner/session.h"

namespace maxwarp::runner {

/// The first value in which two results differ.
struct Difference {
  int result = 0;             // its place
  std::string name;           // `dist[4]`, a node by its label
  std::string first, second;  // the values
};

/// The values of a result: those of its array, or the one value.
HostArray values_of(const ResultInfo& info, const RunResult& result, int index);

/// Whether two values are the same: integers, nodes and bools exactly, real numbers within rounding and `absolute`,
/// zero with its sign.
bool same_value(const ScalarValue& a, const ScalarValue& b, ScalarType type, double absolute);

/// Whether all results are the same to the last bit.
bool same_values(const RunResult& a, const RunResult& b);

/// How far results may be apart besides rounding: twice the `tolerance` of programs that have such an argument, for
/// rounding may move the end of the loop by one round, on either side.
double absolute_tolerance(const Algorithm& algorithm, const ArgumentSet& arguments);

/// `name[label]`, or the place in an array; the name alone of a single value.
std::string element_name(const char* name, ValueSpace space, const Labels& labels, std::int64_t i);

/// The first value of a result that differs; `first` and `second` are its values_of two runs, of the same length.
std::optional<Difference> difference_in(const Algorithm& algorithm, int result, const Graph& graph, double absolute,
                                        const HostArray& first, const HostArray& second);

/// The first value of all results that differs; those that show a choice of the run are left out, see has_to_agree.
std::optional<Difference> difference_of(const Algorithm& algorithm, const Graph& graph, double absolute,
                                        const RunResult& first, const RunResult& second, bool numbered_alike = true);

}  // namespace maxwarp::runner
