// Runs a program in all ways at once: the statements of the host one after the other, in each of the worlds that the
// rounds of parallel loops may end in.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "test/differential/explorer/region.h"
#include "test/differential/explorer/trace.h"

namespace maxwarp::explorer {

/// How a run ended.
struct Ending {
  StatusCode fault = StatusCode::Ok;
  std::vector<std::vector<interpreter::Value>> results;
  std::vector<std::string> trace;
};

class Host : private Recorder {
 public:
  /// At most so many `rounds` of a loop are looked at.
  Host(const checked::Algorithm& algorithm, const Call& call, int rounds, Limits& limits, bool traced);
  /// All endings, some of them perhaps twice.
  std::vector<Ending> run_all();
  /// `source = 1, x = 0 3 1`.
  std::string arguments() const;

 private:
  struct World {
    interpreter::Places memory;
    std::uint64_t active = 0;  // bits of the nodes of an `iterate`
    std::vector<std::string> trace;
  };
  using Worlds = std::vector<World>;

  Worlds block_of(const checked::Block& statements, Worlds worlds, Worlds& broken);
  Worlds all(const Stmt& stmt, Worlds worlds, Worlds& broken);
  Worlds branch(const Stmt& stmt, Worlds worlds, Worlds& broken);
  Worlds repeat_all(const Stmt& stmt, Worlds worlds);
  Worlds repeat_up_to(std::int64_t limit, const Stmt& stmt, Worlds worlds);
  Worlds while_all(const Stmt& stmt, Worlds worlds);
  Worlds for_all(const Stmt& stmt, Worlds worlds);
  Worlds foreach_all(const Stmt& stmt, Worlds worlds);
  Worlds iterate_all(const Stmt& stmt, Worlds worlds);
  Worlds rounds(const Stmt& stmt, Region& region, Worlds worlds);
  Worlds outcomes(Region& region, const World& world, const std::vector<Item>& items);
  std::vector<Item> members(const Stmt& stmt, Region& region);

  /// Splits by a condition: those in which it holds, and the others.
  std::pair<Worlds, Worlds> parted(const checked::Expr& condition, Worlds worlds);
  /// Does something in the world; whether that went well. Else the run has ended.
  bool in(World& world, const std::function<void()>& what);
  void distinct(Worlds& worlds);
  std::vector<int> code(const World& world);
  void end(World& world, StatusCode fault);

  const int most_rounds_;
  Limits& limits_;
  std::optional<Trace> trace_;
  std::vector<Ending> endings_;
};

}  // namespace maxwarp::explorer
