// The values of a property from a file.
#pragma once

#include "runtime/runner/values.h"

namespace maxwarp::runner {

/// `@FILE` or `@FILE:colN`: lines `label value`, of a property of the edges `source target value`, one for each node or
/// edge, in any order, with `#` and `%` for comments; or the N-th column of such lines, however many they have. Of
/// parallel edges the first line is that of the first one in the row. Error: says where, what was seen, what is
/// expected.
Result<HostArray> property_of_file(const ParameterInfo& parameter, const std::string& text, const Graph& graph);

/// The rows of an array by nodes or edges, one after the other, and how long each is.
struct HostRows {
  HostArray values;
  std::int64_t width = 0;
};

/// The same of an array of two dimensions, whose first extent is `node` or `edge`: lines `label value value …`, all of
/// one length.
Result<HostRows> rows_of_file(const ParameterInfo& parameter, const std::string& text, const Graph& graph);

/// What such an argument looks like, for messages: "@FILE with lines `label value`".
std::string property_file_form(ValueSpace space);

}  // namespace maxwarp::runner
