// How many instructions a GPU issues for one of LLVM's: the model behind the engine's counts.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

namespace maxwarp::simt {

class InstructionCosts {
 public:
  InstructionCosts(const llvm::Function& function, const llvm::LoopInfo& loops);
  /// Of the instruction, where it stands; 0 where it costs nothing, or is computed before the loop on a GPU.
  unsigned cost(const llvm::Instruction& instruction) const;
  /// The short block that a GPU executes by predicates instead of branching around it: issued with all lanes
  /// of `block`, which ends with the condition. Null if there is none.
  const llvm::BasicBlock* predicated_behind(const llvm::BasicBlock& block) const;
  bool is_predicated(const llvm::BasicBlock& block) const;
  /// Of entering a loop at this block, if it is the head of one: what comes before the first iteration.
  unsigned entry_cost(const llvm::BasicBlock& block) const;
  /// Of the place where a block begins: lanes that had parted meet again.
  unsigned join_cost(const llvm::BasicBlock& block) const;

 private:
  const llvm::LoopInfo& loops_;
  llvm::SmallPtrSet<const llvm::Instruction*, 32> hoisted_;
};

}  // namespace maxwarp::simt
