// Levels of what the checker has under way, for the files of this folder only.
#pragma once

#include "dsl/check/checker.h"

namespace maxwarp {

/// Counts an expression or block for as long as it lives.
class Checker::Level {
 public:
  /// Reports at `location` where it is one too many.
  Level(Checker& checker, Location location);
  ~Level() { --checker_.depth_; }
  Level(const Level&) = delete;
  bool is_bearable() const { return is_bearable_; }

 private:
  Checker& checker_;
  bool is_bearable_;
};

}  // namespace maxwarp
