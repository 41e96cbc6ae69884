// What the engine is told of a basic block when it counts: its cost in instructions of a GPU by line of the
// program, and its place in the nest of loops. The layout is that of simt/block_row.h.
#pragma once

#include <llvm/ADT/StringMap.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Module.h>

#include "runtime/simt/pass/instruction_cost.h"

namespace maxwarp::simt {

class BlockRows {
 public:
  explicit BlockRows(llvm::Module& module) : module_(module) {}
  /// A constant for the block as it is now, before the pass adds its calls.
  llvm::Constant* row(const llvm::BasicBlock& block, const llvm::LoopInfo& loops, const InstructionCosts& costs);

 private:
  struct Segment {
    llvm::Constant* file;
    unsigned line, weight;
  };
  llvm::SmallVector<Segment> segments(const llvm::BasicBlock& block, const InstructionCosts& costs);
  void add(llvm::SmallVector<Segment>& all, const llvm::BasicBlock& block, const InstructionCosts& costs);
  llvm::Constant* file_name(llvm::StringRef name);

  llvm::Module& module_;
  llvm::StringMap<llvm::Constant*> names_;
};

}  // namespace maxwarp::simt
