// The sizes that a mapping has chosen, as constants at the top of its text: one place to read and to change them.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "compiler/mapped/ir.h"

namespace maxwarp::emit {

class Names;

/// The constants of one variant. A kind of size has one constant for each value; the value that most loops of the
/// program have gets the plain name, another one is called after the first stage that has it.
class Policy {
 public:
  Policy(const mapped::Program& program, Names& functions);

  /// Threads per block. A block of one thread is no choice, and stays a number.
  std::string block(int threads) const { return text(Kind::Block, threads); }
  /// Items that a virtual warp takes at a time.
  std::string chunk(int items) const { return text(Kind::Chunk, items); }
  /// Nodes that wait for room in a worklist, per thread or block.
  std::string batch(int nodes) const { return text(Kind::Batch, nodes); }
  /// Edges whose reads are under way together.
  std::string gather(int edges) const { return text(Kind::Gather, edges); }

  /// What nvcc has to see to, as a prefix of the kernel's type: that its registers suffice for the launch; or nothing.
  std::string bounds(const mapped::Launch& launch) const;

  /// The declarations of those constants that `uses`, the text of the variant, names.
  std::string declarations(const std::string& uses) const;

 private:
  enum class Kind { Block, Chunk, Batch, Gather };
  struct Size;
  using Key = std::pair<Kind, int>;

  static const char* word(Kind kind);
  static const char* meaning(Kind kind);
  static std::vector<Size> sizes_of(const mapped::Program& program);
  std::string text(Kind kind, int value) const;

  std::map<Key, std::string> names_;
};

}  // namespace maxwarp::emit
