// The cost model follows SASS where it differs from LLVM IR: address arithmetic is part of the access or one
// instruction, conversions between integers of one register are none, a divergent branch is guarded by two
// instructions that make the warp meet again.
#include "runtime/simt/pass/block_rows.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

namespace maxwarp::simt {

namespace {

using namespace llvm;

bool is_header(StringRef file) {
  return file.ends_with(".h") || file.ends_with(".cuh") || file.ends_with(".hpp");
}

/// The line of the program: helpers inlined from headers count where they are called.
const DILocation* program_line(const Instruction& instruction) {
  const DILocation* line = instruction.getDebugLoc();
  while (line != nullptr && is_header(line->getFilename()) && line->getInlinedAt() != nullptr)
    line = line->getInlinedAt();
  return line;
}

unsigned call_cost(const CallBase& call) {
  if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd()) return 0;
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return intrinsic->getIntrinsicID() == Intrinsic::assume ? 0 : 1;
  const Function* callee = call.getCalledFunction();
  // Which thread this is, is read from a special register once.
  if (callee != nullptr && callee->doesNotAccessMemory()) return 1;
  return 2;
}

unsigned cost(const Instruction& instruction) {
  switch (instruction.getOpcode()) {
    case Instruction::PHI:
    case Instruction::Alloca:
    case Instruction::BitCast:
    case Instruction::Trunc:
    case Instruction::ZExt:
    case Instruction::PtrToInt:
    case Instruction::IntToPtr:
    case Instruction::Freeze:
    case Instruction::ExtractValue:
    case Instruction::InsertValue:
    case Instruction::Unreachable:
      return 0;
    case Instruction::Br:
      return instruction.getNumOperands() > 1 ? 1 : 0;
    case Instruction::Call:
    case Instruction::Invoke:
      return call_cost(cast<CallBase>(instruction));
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return 20;
    default:
      return 1;
  }
}

}  // namespace

Constant* BlockRows::file_name(StringRef name) {
  Constant*& known = names_[name];
  if (known == nullptr) {
    Constant* text = ConstantDataArray::getString(module_.getContext(), name);
    auto* global = new GlobalVariable(module_, text->getType(), true, GlobalValue::PrivateLinkage, text);
    global->setUnnamedAddr(GlobalValue::UnnamedAddr::Global);
    known = global;
  }
  return known;
}

SmallVector<BlockRows::Segment> BlockRows::segments(const BasicBlock& block) {
  SmallVector<Segment> all;
  for (const Instruction& instruction : block) {
    const unsigned weight = cost(instruction);
    if (weight == 0) continue;
    const DILocation* line = program_line(instruction);
    Constant* file = file_name(line == nullptr ? "?" : line->getFilename());
    const unsigned number = line == nullptr ? 0 : line->getLine();
    Segment* same = find_if(all, [&](const Segment& one) { return one.file == file && one.line == number; });
    if (same == all.end())
      all.push_back({file, number, weight});
    else
      same->weight += weight;
  }
  return all;
}

Constant* BlockRows::row(const BasicBlock& block, const LoopInfo& loops) {
  LLVMContext& context = module_.getContext();
  Type *pointer = PointerType::getUnqual(context), *word = Type::getInt32Ty(context);
  Type *half = Type::getInt16Ty(context), *byte = Type::getInt8Ty(context);
  auto* segment_type = StructType::get(pointer, word, word);
  SmallVector<Constant*> values;
  for (const Segment& one : segments(block))
    values.push_back(ConstantStruct::get(
        segment_type, {one.file, ConstantInt::get(word, one.line), ConstantInt::get(word, one.weight)}));
  auto* array_type = ArrayType::get(segment_type, values.size());
  auto* array = new GlobalVariable(module_, array_type, true, GlobalValue::PrivateLinkage,
                                   ConstantArray::get(array_type, values));
  unsigned enters = 0;
  for (const BasicBlock* next : successors(&block))
    if (const Loop* loop = loops.getLoopFor(next);
        loop != nullptr && loop->getHeader() == next && !loop->contains(&block))
      enters = loop->getLoopDepth();
  auto* row_type = StructType::get(pointer, word, half, byte, byte);
  auto* row = ConstantStruct::get(
      row_type, {array, ConstantInt::get(word, values.size()), ConstantInt::get(half, loops.getLoopDepth(&block)),
                 ConstantInt::get(byte, loops.isLoopHeader(&block)),
                 ConstantInt::get(byte, std::min(enters, 255u))});
  return new GlobalVariable(module_, row_type, true, GlobalValue::PrivateLinkage, row);
}

}  // namespace maxwarp::simt
