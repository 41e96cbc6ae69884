// Adds the calls through which the engine sees a kernel run: one before each access to memory that other
// threads can reach, one at each function's entry and loop's head (stack, preemption), and, after a test
// whether it counts, one for each basic block with what the block costs and where it stands in the program.
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/MDBuilder.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>

#include "runtime/simt/pass/block_rows.h"
#include "runtime/simt/pass/passes.h"

namespace maxwarp::simt {

namespace {

using namespace llvm;

/// Memory that only this lane reaches: its variables and the parameters that it was passed by value.
bool is_private(const Value* address) {
  const Value* object = getUnderlyingObject(address);
  if (isa<AllocaInst>(object)) return true;
  const auto* argument = dyn_cast<Argument>(object);
  return argument != nullptr && argument->hasByValAttr();
}

/// Lanes enter a kernel through a helper of the engine, which a GPU does not have.
bool is_launcher(const Function& function) {
  const DISubprogram* program = function.getSubprogram();
  return program != nullptr && program->getFilename().ends_with("simt/launch.h");
}

class Instrumenter {
 public:
  Instrumenter(Module& module, BlockRows& rows) : module_(module), rows_(rows) {}

  void run(Function& function, LoopInfo& loops) {
    const InstructionCosts costs(function, loops);
    SmallVector<std::pair<BasicBlock*, Constant*>> blocks;
    SmallVector<BasicBlock*> heads;
    SmallVector<Instruction*> accesses;
    for (BasicBlock& block : function) {
      blocks.push_back({&block, rows_.row(block, loops, costs)});
      if (loops.isLoopHeader(&block)) heads.push_back(&block);
      for (Instruction& instruction : block)
        if (instruction.mayReadOrWriteMemory()) accesses.push_back(&instruction);
    }
    for (Instruction* access : accesses) show_access(*access);
    for (BasicBlock* head : heads) call_at(*head, "maxwarp_simt_loop");
    for (auto& [block, row] : blocks) show_block(*block, *row);
    call_at(function.getEntryBlock(), "maxwarp_simt_enter");
  }

 private:
  FunctionCallee callee(StringRef name, ArrayRef<Type*> parameters) {
    return module_.getOrInsertFunction(name,
                                       FunctionType::get(Type::getVoidTy(module_.getContext()), parameters, false));
  }

  /// After phis and the variables of the entry block, which must stay together.
  static Instruction* start(BasicBlock& block) {
    BasicBlock::iterator place = block.getFirstInsertionPt();
    while (place != block.end() && isa<AllocaInst>(*place)) ++place;
    return &*place;
  }

  /// Calls need a line where the function has one; it is that of the instruction before which they stand.
  static void set_line(IRBuilder<>& builder, const Instruction& before) {
    DebugLoc line = before.getStableDebugLoc();
    const DISubprogram* program = before.getFunction()->getSubprogram();
    if (!line && program != nullptr)
      line = DILocation::get(before.getContext(), program->getLine(), 0, const_cast<DISubprogram*>(program));
    builder.SetCurrentDebugLocation(line);
  }

  void call_at(BasicBlock& block, StringRef name) {
    Instruction* place = start(block);
    IRBuilder<> builder(place);
    set_line(builder, *place);
    builder.CreateCall(callee(name, {}));
  }

  void show_block(BasicBlock& block, Constant& row) {
    Instruction* place = start(block);
    IRBuilder<> builder(place);
    set_line(builder, *place);
    Type* byte = builder.getInt8Ty();
    Value* counting = builder.CreateLoad(byte, module_.getOrInsertGlobal("maxwarp_simt_counting", byte));
    Value* asked = builder.CreateICmpNE(counting, builder.getInt8(0));
    MDNode* unlikely = MDBuilder(module_.getContext()).createUnlikelyBranchWeights();
    Instruction* then = SplitBlockAndInsertIfThen(asked, place, false, unlikely);
    IRBuilder<> inside(then);
    set_line(inside, *then);
    inside.CreateCall(callee("maxwarp_simt_block", {inside.getPtrTy()}), {&row});
  }

  void show_access(Instruction& instruction) {
    if (auto* load = dyn_cast<LoadInst>(&instruction))
      show_plain(instruction, load->getPointerOperand(), load->getType(), load->isVolatile(), "load");
    else if (auto* store = dyn_cast<StoreInst>(&instruction))
      show_plain(instruction, store->getPointerOperand(), store->getValueOperand()->getType(), store->isVolatile(),
                 "store");
    else if (auto* copy = dyn_cast<MemIntrinsic>(&instruction))
      show_range(*copy);
  }

  /// A volatile access counts as relaxed, which has hooks of its own.
  void show_plain(Instruction& access, Value* address, Type* type, bool is_volatile, StringRef verb) {
    if (is_private(address)) return;
    IRBuilder<> builder(&access);
    set_line(builder, access);
    std::uint64_t bytes = module_.getDataLayout().getTypeStoreSize(type);
    std::string name = ("maxwarp_simt_" + Twine(is_volatile ? "volatile_" : "") + verb).str();
    if (isPowerOf2_64(bytes) && bytes <= 16) {
      builder.CreateCall(callee(name + std::to_string(bytes), {builder.getPtrTy()}), {address});
      return;
    }
    builder.CreateCall(range_callee(verb == "load" ? "maxwarp_simt_read" : "maxwarp_simt_write", builder),
                       {address, builder.getInt64(bytes)});
  }

  static FunctionCallee range_callee(StringRef name, IRBuilder<>& builder) {
    Module& module = *builder.GetInsertBlock()->getModule();
    return module.getOrInsertFunction(name, builder.getVoidTy(), builder.getPtrTy(), builder.getInt64Ty());
  }

  void show_range(MemIntrinsic& intrinsic) {
    IRBuilder<> builder(&intrinsic);
    set_line(builder, intrinsic);
    Value* bytes = builder.CreateZExtOrTrunc(intrinsic.getLength(), builder.getInt64Ty());
    if (auto* copy = dyn_cast<MemTransferInst>(&intrinsic); copy != nullptr && !is_private(copy->getRawSource()))
      builder.CreateCall(range_callee("maxwarp_simt_read", builder), {copy->getRawSource(), bytes});
    if (!is_private(intrinsic.getRawDest()))
      builder.CreateCall(range_callee("maxwarp_simt_write", builder), {intrinsic.getRawDest(), bytes});
  }

  Module& module_;
  BlockRows& rows_;
};

}  // namespace

PreservedAnalyses InstrumentPass::run(Module& module, ModuleAnalysisManager& analyses) {
  auto& functions = analyses.getResult<FunctionAnalysisManagerModuleProxy>(module).getManager();
  SmallVector<Function*> defined;
  for (Function& function : module)
    if (!function.isDeclaration() && !function.hasAvailableExternallyLinkage() && !is_launcher(function))
      defined.push_back(&function);
  BlockRows rows(module);
  for (Function* function : defined)
    Instrumenter(module, rows).run(*function, functions.getResult<LoopAnalysis>(*function));
  return PreservedAnalyses::none();
}

}  // namespace maxwarp::simt
