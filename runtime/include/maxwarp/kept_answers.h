// Answers of the device that take as long as a launch, kept by the host thread that asked. A table by hand: containers
// and locks of the standard library would be half of the time that it takes to compile a program.
#pragma once

namespace maxwarp {

/// What was asked of a kernel on a device; `blocks`: as one cluster, 0: no cluster.
struct KernelQuestion {
  int device = -1;
  const void* kernel = nullptr;
  int blocks = 0, threads = 0;
};

/// Multiprocessors, and how many blocks of a kernel each holds; of a cluster: how many the device holds.
struct Occupancy {
  int processors = 0, blocks = 0;
};

/// The last answers; one that was forgotten is asked for again.
class KeptAnswers {
 public:
  /// The answer, or null.
  const Occupancy* find(const KernelQuestion& question) const {
    for (const Entry& entry : entries_)
      if (same(entry.question, question)) return &entry.answer;
    return nullptr;
  }
  void keep(const KernelQuestion& question, Occupancy answer) {
    entries_[next_] = {question, answer};
    next_ = (next_ + 1) % places;
  }

 private:
  struct Entry {
    KernelQuestion question;
    Occupancy answer;
  };
  static bool same(const KernelQuestion& a, const KernelQuestion& b) {
    return a.kernel == b.kernel && a.threads == b.threads && a.blocks == b.blocks && a.device == b.device;
  }
  static constexpr int places = 64;
  Entry entries_[places];
  int next_ = 0;
};

/// Of the calling thread.
inline KeptAnswers& kept_answers() {
  static thread_local KeptAnswers answers;
  return answers;
}

}  // namespace maxwarp
