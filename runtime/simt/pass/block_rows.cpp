// Rows of blocks as constants of the module, grouped by line of the program.
#include "runtime/simt/pass/block_rows.h"

#include <llvm/IR/DebugInfoMetadata.h>
#include <llvm/IR/IntrinsicInst.h>

namespace maxwarp::simt {

namespace {

using namespace llvm;

bool is_header(StringRef file) { return file.ends_with(".h") || file.ends_with(".cuh") || file.ends_with(".hpp"); }

/// The line of the program: helpers inlined from headers count where they are called.
const DILocation* program_line(const Instruction& instruction) {
  const DILocation* line = instruction.getDebugLoc();
  while (line != nullptr && is_header(line->getFilename()) && line->getInlinedAt() != nullptr)
    line = line->getInlinedAt();
  return line;
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

SmallVector<BlockRows::Segment> BlockRows::segments(const BasicBlock& block, const InstructionCosts& costs) {
  SmallVector<Segment> all;
  if (costs.is_predicated(block)) return all;
  add(all, block, costs);
  if (const BasicBlock* predicated = costs.predicated_behind(block)) add(all, *predicated, costs);
  return all;
}

void BlockRows::add(SmallVector<Segment>& all, const BasicBlock& block, const InstructionCosts& costs) {
  for (const Instruction& instruction : block) {
    const bool first = &instruction == &*block.getFirstNonPHIOrDbg();
    const unsigned weight = costs.cost(instruction) + (first ? costs.join_cost(block) : 0);
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
}

Constant* BlockRows::row(const BasicBlock& block, const LoopInfo& loops, const InstructionCosts& costs) {
  LLVMContext& context = module_.getContext();
  Type *pointer = PointerType::getUnqual(context), *word = Type::getInt32Ty(context);
  Type *half = Type::getInt16Ty(context), *byte = Type::getInt8Ty(context);
  auto* segment_type = StructType::get(pointer, word, word);
  SmallVector<Constant*> values;
  for (const Segment& one : segments(block, costs))
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
  const unsigned numbers[] = {static_cast<unsigned>(values.size()), costs.entry_cost(block),
                              loops.getLoopDepth(&block)};
  auto* row_type = StructType::get(pointer, half, half, half, byte, byte);
  auto* row = ConstantStruct::get(
      row_type, {array, ConstantInt::get(half, numbers[0]), ConstantInt::get(half, numbers[1]),
                 ConstantInt::get(half, numbers[2]), ConstantInt::get(byte, loops.isLoopHeader(&block)),
                 ConstantInt::get(byte, std::min(enters, 255u))});
  return new GlobalVariable(module_, row_type, true, GlobalValue::PrivateLinkage, row);
}

}  // namespace maxwarp::simt
