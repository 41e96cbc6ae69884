// The compiler plugin, loaded by -fpass-plugin: where in the pipeline the passes run.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>

#include "runtime/simt/pass/passes.h"

namespace {

void register_passes(llvm::PassBuilder& builder) {
  builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& manager, llvm::OptimizationLevel) {
    manager.addPass(maxwarp::simt::MemorySpacesPass());
  });
  builder.registerOptimizerLastEPCallback(
      [](llvm::ModulePassManager& manager, llvm::OptimizationLevel, llvm::ThinOrFullLTOPhase) {
        manager.addPass(maxwarp::simt::InstrumentPass());
      });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK llvm::PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "maxwarp-simt", "3", register_passes};
}
