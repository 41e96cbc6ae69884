// The two passes of the SIMT engine's compiler plugin. The first runs before every optimisation, so that none
// takes shared variables for private ones; the second after all of them, so that only accesses that are left
// are checked.
#pragma once

#include <llvm/IR/PassManager.h>

namespace maxwarp::simt {

/// Gives `__shared__` and `__device__` variables their places, and kernels their names.
struct MemorySpacesPass : llvm::PassInfoMixin<MemorySpacesPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

/// Shows the engine every access, loop and (while it counts) basic block.
struct InstrumentPass : llvm::PassInfoMixin<InstrumentPass> {
  llvm::PreservedAnalyses run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses);
  static bool isRequired() { return true; }
};

}  // namespace maxwarp::simt
