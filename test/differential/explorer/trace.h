// A schedule as text: the accesses in the order in which they happen.
#pragma once

#include <string>
#include <vector>

#include "test/differential/explorer/behavior.h"

namespace maxwarp::explorer {

/// A value as the language writes it.
std::string text_of(checked::Scalar scalar, const interpreter::Value& value);

class Trace {
 public:
  explicit Trace(const Values& values) : values_(values) {}

  /// What is added while it lives is taken off again.
  class Mark {
   public:
    explicit Mark(Trace* trace) : trace_(trace), size_(trace ? trace->lines_.size() : 0) {}
    ~Mark() {
      if (trace_) trace_->lines_.resize(size_);
    }
    Mark(const Mark&) = delete;
    Mark& operator=(const Mark&) = delete;

   private:
    Trace* trace_;
    std::size_t size_;
  };

  void found(const Origin& origin, const Key& key, const Access& access, ValueId value);
  void changes(const Origin& origin, const Key& key, const Access& access, ValueId now);
  void left_out(const Origin& origin);
  const std::vector<std::string>& lines() const { return lines_; }

 private:
  void add(const Origin& origin, const Access& access, const std::string& what);

  const Values& values_;
  std::vector<std::string> lines_;
};

}  // namespace maxwarp::explorer
