// Work that is worth finishing only as long as nothing newer is asked for.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>

namespace maxwarp::workbench {

/// One kind of work, of which one piece is done at a time: the newest.
class Newest {
 public:
  /// A piece of work, as long as it lives.
  class Turn {
   public:
    Turn(const Newest& all, std::uint64_t number, std::mutex& working)
        : all_(all), number_(number), working_(working) {}
    /// Whether something newer has been asked for: what this is about is not wanted any more.
    bool is_stale() const { return all_.newest_ != number_; }

   private:
    const Newest& all_;
    std::uint64_t number_;
    std::lock_guard<std::mutex> working_;
  };

  /// The larger `edit`, the newer; of equal ones the later. Makes the piece before this one stale, or this one where it
  /// is the older, and waits until no other one lives.
  Turn take(std::uint64_t edit) {
    std::uint64_t number = 0;
    {
      const std::lock_guard counting(counting_);
      if (edit >= edit_) {
        edit_ = edit;
        number = ++newest_;
      }
    }
    return Turn(*this, number, working_);
  }

 private:
  std::mutex counting_, working_;
  std::uint64_t edit_ = 0;
  std::atomic<std::uint64_t> newest_ = 0;
};

}  // namespace maxwarp::workbench
