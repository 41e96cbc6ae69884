// The LLVM pass of the SIMT engine: gives CUDA's `__shared__` its meaning in C++ text and shows the engine
// the accesses that SanitizerCoverage does not (memory intrinsics, volatile). Loaded by -fpass-plugin.
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Plugins/PassPlugin.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

namespace {

using namespace llvm;

constexpr const char* shared_section = "maxwarp_shared";
constexpr const char* table_section = "maxwarp_shared_table";
/// Bytes behind each variable that no access may touch; keeps 16-byte alignment.
constexpr std::uint64_t red_zone = 32;

/// Replaces `from` by `to`, dropping the thread_local address computations between it and its users.
void replace_thread_local(GlobalVariable& from, Constant& to) {
  for (User* user : make_early_inc_range(from.users())) {
    auto* call = dyn_cast<IntrinsicInst>(user);
    if (call == nullptr || call->getIntrinsicID() != Intrinsic::threadlocal_address) continue;
    call->replaceAllUsesWith(&to);
    call->eraseFromParent();
  }
  from.replaceAllUsesWith(&to);
}

/// `extern __shared__ T x[]`, whatever its name: the engine's one dynamic region.
void replace_dynamic(Module& module, GlobalVariable& variable) {
  // Of unknown length: nothing about its size may be concluded here.
  Type* bytes = ArrayType::get(Type::getInt8Ty(module.getContext()), 0);
  Constant* region = module.getOrInsertGlobal("maxwarp_simt_dynamic_shared", bytes);
  replace_thread_local(variable, *region);
  variable.eraseFromParent();
}

/// Enters {address, bytes} into the table from which the engine knows the extent of each variable.
void describe(Module& module, GlobalVariable& variable, std::uint64_t bytes) {
  Type* word = Type::getInt64Ty(module.getContext());
  auto* entry_type = StructType::get(variable.getType(), word);
  auto* entry = ConstantStruct::get(entry_type, {&variable, ConstantInt::get(word, bytes)});
  auto* row = new GlobalVariable(module, entry_type, true, GlobalValue::InternalLinkage, entry,
                                 "maxwarp_simt_shared_row");
  row->setSection(table_section);
  row->setAlignment(Align(16));
  row->setComdat(variable.getComdat());
  appendToCompilerUsed(module, {row, &variable});
}

/// `__shared__ T x[N]`: an ordinary variable of the section that the engine keeps one copy of per block.
void replace_static(Module& module, GlobalVariable& variable) {
  LLVMContext& context = module.getContext();
  std::uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
  std::uint64_t padding = alignTo(bytes, 16) - bytes + red_zone;
  auto* zone = ArrayType::get(Type::getInt8Ty(context), padding);
  auto* type = StructType::get(variable.getValueType(), zone);
  auto* replacement =
      new GlobalVariable(module, type, false, variable.getLinkage(), Constant::getNullValue(type));
  replacement->takeName(&variable);
  replacement->setSection(shared_section);
  replacement->setVisibility(variable.getVisibility());
  replacement->setDSOLocal(variable.isDSOLocal());
  replacement->setComdat(variable.getComdat());
  replacement->setAlignment(std::max(variable.getAlign().valueOrOne(), Align(16)));
  replace_thread_local(variable, *replacement);
  variable.eraseFromParent();
  describe(module, *replacement, bytes);
}

/// A volatile access is a relaxed one: told to the engine just before the access itself.
bool announce_volatile(Instruction& instruction, FunctionCallee announce) {
  Value* address = nullptr;
  if (auto* load = dyn_cast<LoadInst>(&instruction); load != nullptr && load->isVolatile())
    address = load->getPointerOperand();
  if (auto* store = dyn_cast<StoreInst>(&instruction); store != nullptr && store->isVolatile())
    address = store->getPointerOperand();
  if (address == nullptr) return false;
  IRBuilder<>(&instruction).CreateCall(announce, {address});
  return true;
}

/// Runs first, so that no optimisation takes shared variables for private ones.
struct SharedMemoryPass : PassInfoMixin<SharedMemoryPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
      if (!variable.isThreadLocal() || variable.getSection() != shared_section) continue;
      variable.removeDeadConstantUsers();
      if (variable.isDeclaration())
        replace_dynamic(module, variable);
      else
        replace_static(module, variable);
    }
    LLVMContext& context = module.getContext();
    FunctionCallee announce = module.getOrInsertFunction("maxwarp_simt_volatile", Type::getVoidTy(context),
                                                         PointerType::getUnqual(context));
    for (Function& function : module)
      for (BasicBlock& block : function)
        for (Instruction& instruction : block) announce_volatile(instruction, announce);
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

/// Runs last: the copies and fills that are still intrinsics then become calls or wide moves, unseen by
/// others.
struct MemoryIntrinsicPass : PassInfoMixin<MemoryIntrinsicPass> {
  PreservedAnalyses run(Module& module, ModuleAnalysisManager&) {
    LLVMContext& context = module.getContext();
    Type *pointer = PointerType::getUnqual(context), *word = Type::getInt64Ty(context);
    FunctionCallee read =
        module.getOrInsertFunction("maxwarp_simt_read", Type::getVoidTy(context), pointer, word);
    FunctionCallee write =
        module.getOrInsertFunction("maxwarp_simt_write", Type::getVoidTy(context), pointer, word);
    for (Function& function : module)
      for (BasicBlock& block : function)
        for (Instruction& instruction : block) {
          auto* intrinsic = dyn_cast<MemIntrinsic>(&instruction);
          if (intrinsic == nullptr) continue;
          IRBuilder<> builder(intrinsic);
          Value* bytes = builder.CreateZExtOrTrunc(intrinsic->getLength(), word);
          if (auto* transfer = dyn_cast<MemTransferInst>(intrinsic))
            builder.CreateCall(read, {transfer->getRawSource(), bytes});
          builder.CreateCall(write, {intrinsic->getRawDest(), bytes});
        }
    return PreservedAnalyses::none();
  }
  static bool isRequired() { return true; }
};

void register_passes(PassBuilder& builder) {
  builder.registerPipelineStartEPCallback(
      [](ModulePassManager& manager, OptimizationLevel) { manager.addPass(SharedMemoryPass()); });
  builder.registerOptimizerLastEPCallback([](ModulePassManager& manager, OptimizationLevel,
                                             ThinOrFullLTOPhase) { manager.addPass(MemoryIntrinsicPass()); });
}

}  // namespace

extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "maxwarp-simt", "1", register_passes};
}
