// Gives CUDA's memory spaces their meaning in C++ text: `__shared__` variables get a section of which each
// block has a copy, `__device__` and `__constant__` variables one whose accesses are checked; both with red
// zones. Kernels are entered into a table with their names.
#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/ModuleUtils.h>

#include "runtime/simt/pass/passes.h"

namespace maxwarp::simt {

namespace {

using namespace llvm;

constexpr const char* shared_section = "maxwarp_shared";
constexpr const char* shared_table = "maxwarp_shared_table";
constexpr const char* device_section = "maxwarp_device";
constexpr const char* device_table = "maxwarp_device_table";
constexpr const char* kernel_mark = "maxwarp_kernel";
constexpr const char* kernel_table = "maxwarp_kernel_table";
/// Bytes after each variable that no access may touch; keeps 16-byte alignment.
constexpr std::uint64_t red_zone = 64;

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

/// Enters {address of `what`, fact} into a table of the engine.
void describe(Module& module, GlobalObject& what, Constant& fact, const char* table) {
  auto* entry_type = StructType::get(what.getType(), fact.getType());
  auto* entry = ConstantStruct::get(entry_type, {&what, &fact});
  auto* row = new GlobalVariable(module, entry_type, true, GlobalValue::InternalLinkage, entry, "maxwarp_simt_row");
  row->setSection(table);
  row->setAlignment(Align(16));
  row->setComdat(what.getComdat());
  appendToCompilerUsed(module, {row, &what});
}

/// The name of a kernel, by which the engine knows it without a symbolizer.
void describe_kernel(Module& module, Function& kernel) {
  Constant* text = ConstantDataArray::getString(module.getContext(), kernel.getName());
  auto* name = new GlobalVariable(module, text->getType(), true, GlobalValue::PrivateLinkage, text);
  describe(module, kernel, *name, kernel_table);
}

/// The variable with a red zone after it, in the section. `value`: what it holds before the first launch.
void place(Module& module, GlobalVariable& variable, Constant& value, const char* section, const char* table) {
  std::uint64_t bytes = module.getDataLayout().getTypeAllocSize(variable.getValueType());
  std::uint64_t padding = alignTo(bytes, 16) - bytes + red_zone;
  auto* zone = ArrayType::get(Type::getInt8Ty(module.getContext()), padding);
  auto* type = StructType::get(variable.getValueType(), zone);
  auto* whole = ConstantStruct::get(type, {&value, Constant::getNullValue(zone)});
  auto* replacement = new GlobalVariable(module, type, false, variable.getLinkage(), whole);
  replacement->takeName(&variable);
  replacement->setSection(section);
  replacement->setVisibility(variable.getVisibility());
  replacement->setDSOLocal(variable.isDSOLocal());
  replacement->setComdat(variable.getComdat());
  replacement->setAlignment(std::max(variable.getAlign().valueOrOne(), Align(16)));
  replace_thread_local(variable, *replacement);
  variable.eraseFromParent();
  describe(module, *replacement, *ConstantInt::get(Type::getInt64Ty(module.getContext()), bytes), table);
}

/// What execution.h marks by annotations, which are taken out of the module, for they would keep every device function
/// alive.
struct Marked {
  SmallVector<GlobalVariable*> variables;
  SmallVector<Function*> kernels;
};

Marked take_marked(Module& module) {
  Marked marked;
  GlobalVariable* annotations = module.getNamedGlobal("llvm.global.annotations");
  if (annotations == nullptr) return marked;
  for (const Use& entry : cast<Constant>(annotations->getInitializer())->operands()) {
    const auto* row = cast<Constant>(entry.get());
    auto* what = dyn_cast<GlobalObject>(row->getOperand(0)->stripPointerCasts());
    const auto* text = dyn_cast<GlobalVariable>(row->getOperand(1)->stripPointerCasts());
    const auto* name = text == nullptr ? nullptr : dyn_cast<ConstantDataSequential>(text->getInitializer());
    if (what == nullptr || name == nullptr || what->isDeclaration()) continue;
    if (auto* variable = dyn_cast<GlobalVariable>(what);
        variable != nullptr && name->getAsCString() == device_section && !variable->isConstant())
      marked.variables.push_back(variable);
    if (auto* function = dyn_cast<Function>(what); function != nullptr && name->getAsCString() == kernel_mark)
      marked.kernels.push_back(function);
  }
  annotations->eraseFromParent();
  return marked;
}

}  // namespace

PreservedAnalyses MemorySpacesPass::run(Module& module, ModuleAnalysisManager&) {
  const Marked marked = take_marked(module);
  for (Function* kernel : marked.kernels) describe_kernel(module, *kernel);
  for (GlobalVariable* variable : marked.variables)
    place(module, *variable, *variable->getInitializer(), device_section, device_table);
  for (GlobalVariable& variable : make_early_inc_range(module.globals())) {
    if (!variable.isThreadLocal() || variable.getSection() != shared_section) continue;
    variable.removeDeadConstantUsers();
    if (variable.isDeclaration())
      replace_dynamic(module, variable);
    else
      place(module, variable, *Constant::getNullValue(variable.getValueType()), shared_section, shared_table);
  }
  return PreservedAnalyses::none();
}

}  // namespace maxwarp::simt
