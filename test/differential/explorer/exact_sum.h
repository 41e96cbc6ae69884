// Sums of single integers: exact while their loop runs, saturated when it is done.
#pragma once

#include "dsl/check/program.h"
#include "test/differential/explorer/values.h"

namespace maxwarp::explorer {

/// Whether the language collects the values of this reduction, which other iterations may carry out, too: it is an
/// addition to a single integer.
bool is_exact_sum(const checked::Stmt& stmt);

/// `old`, whose second number keeps by how far the sum has left its type, and the value.
interpreter::Value added_exactly(checked::Scalar scalar, const interpreter::Value& old,
                                 const interpreter::Value& value);

/// The value without that number; of other types the value as it is.
ValueId settled_sum(Values& values, ValueId value, checked::Scalar scalar);

}  // namespace maxwarp::explorer
