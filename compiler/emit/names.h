// C++ names for symbols: the program's own, made unique only on a clash.
#pragma once

#include "compiler/mapped/ir.h"

#include <map>
#include <set>
#include <string>

namespace maxwarp::emit {

/// The names of one emitted scope. Names handed out first keep their spelling.
class Names {
 public:
  /// The name of a symbol, the same at every call.
  const std::string &of(const ir::Symbol *symbol);
  /// No symbol gets this name from now on.
  void reserve(const std::string &name) { taken_.insert(name); }
  /// A name that no symbol has.
  std::string fresh(const std::string &wish);

 private:
  std::map<const ir::Symbol *, std::string> names_;
  std::set<std::string> taken_;
};

/// The name, or with `_` behind it where C++, the runtime or generated text means something else by it.
std::string safe_name(const std::string &name);

/// The C++ type of a local value, and of an element in memory (where a bool takes 32 bits).
std::string value_type(ir::Scalar scalar);
std::string element_type(ir::Scalar scalar);

}  // namespace maxwarp::emit
