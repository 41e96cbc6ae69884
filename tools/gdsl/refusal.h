// A mapping that a program cannot have, and why.
#pragma once

#include <string>

namespace maxwarp::workbench {

struct Refusal {
  std::string mapping, why;
  int line = 0, column = 0;  // where the fact stands in the program; 0: nowhere
};

}  // namespace maxwarp::workbench
