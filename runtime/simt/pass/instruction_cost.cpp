// Read off the SASS that nvcc 13 makes of generated kernels for sm_90: registers and additions have 32 bits,
// so that 64-bit arithmetic takes two; an address with a variable index takes two more than its base; threads
// that part at a branch are told where to meet (BSSY, BSYNC); an addition to one counter for all is gathered
// from the warp first.
#include "runtime/simt/pass/instruction_cost.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/IntrinsicInst.h>

namespace maxwarp::simt {

namespace {

using namespace llvm;

constexpr unsigned divide_32 = 18, divide_64 = 70;
/// S2R, VOTE, FLO, POPC, ISETP, ATOM, LOP3, POPC, SHFL, IADD.
constexpr unsigned gathered_addition = 10;

unsigned words(const Type& type) { return type.isIntegerTy(64) || type.isPointerTy() || type.isDoubleTy() ? 2 : 1; }

bool is_power_of_2(const Value* value) {
  const auto* constant = dyn_cast<ConstantInt>(value);
  return constant != nullptr && constant->getValue().isPowerOf2();
}

unsigned division(const Instruction& instruction) {
  if (is_power_of_2(instruction.getOperand(1))) return 3;
  const bool wide = instruction.getType()->isIntegerTy(64);
  if (isa<ConstantInt>(instruction.getOperand(1))) return wide ? 8 : 4;
  return wide ? divide_64 : divide_32;
}

/// The engine's own calls, by the names that they have in execution.h and its companions.
unsigned engine_call(const CallBase& call, StringRef name) {
  if (name.contains("collective")) return 1;
  if (name.contains("active_mask") || name.contains("block_barrier")) return 2;
  if (!name.contains("5calls6atomic")) return 1;
  constexpr unsigned kind_add = 2;
  const auto* kind = dyn_cast<ConstantInt>(call.getArgOperand(0));
  const bool adds = kind != nullptr && kind->getZExtValue() == kind_add;
  return adds && isa<Argument, Constant>(call.getArgOperand(2)) && isa<Constant>(call.getArgOperand(3))
             ? gathered_addition
             : 1;
}

unsigned call_cost(const CallBase& call) {
  if (isa<DbgInfoIntrinsic>(call) || call.isLifetimeStartOrEnd()) return 0;
  if (const auto* intrinsic = dyn_cast<IntrinsicInst>(&call))
    return intrinsic->getIntrinsicID() == Intrinsic::assume ? 0 : 2 * words(*call.getType()) - 1;
  const Function* callee = call.getCalledFunction();
  if (callee == nullptr) return 2;
  return callee->getName().contains("4simt5calls") ? engine_call(call, callee->getName()) : 2;
}

/// Values of 32 bits that the engine's calls hand over in 64: on a GPU they are in one register.
bool is_narrow(const Value* value) {
  const auto* mask = dyn_cast<BinaryOperator>(value);
  if (mask == nullptr || mask->getOpcode() != Instruction::And) return false;
  const auto* bits = dyn_cast<ConstantInt>(mask->getOperand(1));
  return bits != nullptr && bits->getZExtValue() == 0xffffffff;
}

/// Counts the iterations of an innermost loop, of which nvcc makes four into one.
bool is_counter(const Value* value, const Loop* loop) {
  if (loop == nullptr || !loop->isInnermost()) return false;
  if (const auto* sum = dyn_cast<BinaryOperator>(value); sum != nullptr && sum->getOpcode() == Instruction::Add)
    return isa<Constant>(sum->getOperand(1)) && is_counter(sum->getOperand(0), loop);
  const auto* phi = dyn_cast<PHINode>(value);
  return phi != nullptr && phi->getParent() == loop->getHeader();
}

/// An address that follows the counter is in a register, and the rest in the instruction.
unsigned address_cost(const GetElementPtrInst& address, const Loop* loop) {
  if (address.hasAllConstantIndices()) return 0;
  return is_counter(address.getOperand(address.getNumOperands() - 1), loop) ? 0 : 1;
}

unsigned comparison_cost(const ICmpInst& comparison, const Loop* loop) {
  const Value* left = comparison.getOperand(0);
  if (is_counter(left, loop)) return 0;
  return is_narrow(left) ? 1 : words(*left->getType());
}

/// Whether the branch may part the lanes of a warp and is worth the two instructions that bring them together
/// again: not at the end of a loop, whose exit is one place for all.
bool parts_lanes(const Instruction& branch, const LoopInfo& loops) {
  if (branch.getNumSuccessors() < 2) return false;
  const Loop* loop = loops.getLoopFor(branch.getParent());
  return loop == nullptr || !loop->isLoopExiting(branch.getParent()) || loop->getHeader() == branch.getParent();
}

unsigned own_cost(const Instruction& instruction, const LoopInfo& loops) {
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
    case Instruction::Unreachable: return 0;
    case Instruction::Br:
      return (instruction.getNumSuccessors() > 1 ? 1 : 0) + (parts_lanes(instruction, loops) ? 1 : 0);
    case Instruction::Call:
    case Instruction::Invoke: return call_cost(cast<CallBase>(instruction));
    case Instruction::GetElementPtr:
      return address_cost(cast<GetElementPtrInst>(instruction), loops.getLoopFor(instruction.getParent()));
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem: return division(instruction);
    case Instruction::Load:
    case Instruction::Store:
    case Instruction::Ret:
    case Instruction::SExt: return 1;
    case Instruction::ICmp:
      return comparison_cost(cast<ICmpInst>(instruction), loops.getLoopFor(instruction.getParent()));
    case Instruction::Mul: return words(*instruction.getType()) == 2 ? 3 : 1;
    default:
      if (is_narrow(&instruction) || is_counter(&instruction, loops.getLoopFor(instruction.getParent()))) return 0;
      return words(*instruction.getType());
  }
}

/// Loads, stores and arithmetic take a predicate; what makes lanes meet, atomics and calls do not here.
bool can_be_predicated(const Instruction& instruction) {
  const auto* call = dyn_cast<CallBase>(&instruction);
  if (call == nullptr || isa<IntrinsicInst>(call)) return true;
  const Function* callee = call->getCalledFunction();
  if (callee != nullptr && callee->getName().contains("5calls7load_")) return true;
  if (callee == nullptr || !callee->getName().contains("5calls6atomic")) return false;
  constexpr unsigned kind_store = 1;  // and load: 0
  const auto* kind = dyn_cast<ConstantInt>(call->getArgOperand(0));
  return kind != nullptr && kind->getZExtValue() <= kind_store;
}

/// In a loop, but not executed in each iteration.
bool is_conditional(const BasicBlock& block, const LoopInfo& loops) {
  const Loop* loop = loops.getLoopFor(&block);
  const BasicBlock* before = block.getSinglePredecessor();
  return loop != nullptr && loop->getHeader() != &block && before != nullptr &&
         before->getTerminator()->getNumSuccessors() > 1;
}

/// The kernel's parameters that it names: registers hold those of the loop's common path only.
unsigned parameters_read(const Instruction& instruction) {
  return static_cast<unsigned>(
      count_if(instruction.operands(), [](const Use& use) { return isa<Argument>(use.get()); }));
}

bool reads_nothing(const Instruction& instruction) {
  return !isa<PHINode>(instruction) && !instruction.isTerminator() && !instruction.mayReadOrWriteMemory() &&
         !instruction.mayHaveSideEffects();
}

}  // namespace

InstructionCosts::InstructionCosts(const Function& function, const LoopInfo& loops) : loops_(loops) {
  // What a loop computes anew from what does not change in it stands before the loop on a GPU.
  for (const BasicBlock& block : function) {
    const Loop* loop = loops.getLoopFor(&block);
    if (loop == nullptr) continue;
    for (const Instruction& instruction : block) {
      const bool constant = all_of(instruction.operands(), [&](const Use& use) {
        const auto* operand = dyn_cast<Instruction>(use.get());
        return operand == nullptr || !loop->contains(operand) || hoisted_.contains(operand);
      });
      if (constant && reads_nothing(instruction)) hoisted_.insert(&instruction);
    }
  }
}

unsigned InstructionCosts::cost(const Instruction& instruction) const {
  if (hoisted_.contains(&instruction)) return 0;
  const BasicBlock& block = *instruction.getParent();
  if (instruction.isTerminator() && (is_predicated(block) || predicated_behind(block) != nullptr)) return 0;
  return own_cost(instruction, loops_) + (is_conditional(block, loops_) ? parameters_read(instruction) : 0);
}

bool InstructionCosts::is_predicated(const BasicBlock& block) const {
  constexpr unsigned limit = 10;  // instructions that are still cheaper than a branch
  const BasicBlock *before = block.getSinglePredecessor(), *behind = block.getSingleSuccessor();
  if (before == nullptr || behind == nullptr || before->getTerminator()->getNumSuccessors() != 2) return false;
  if (!is_contained(successors(before), behind) || loops_.getLoopFor(&block) != loops_.getLoopFor(before)) return false;
  unsigned total = 0;
  for (const Instruction& instruction : block) {
    if (instruction.isTerminator()) break;
    if (!can_be_predicated(instruction)) return false;
    total += own_cost(instruction, loops_);
  }
  return total <= limit;
}

const BasicBlock* InstructionCosts::predicated_behind(const BasicBlock& block) const {
  for (const BasicBlock* next : successors(&block))
    if (is_predicated(*next)) return next;
  return nullptr;
}

unsigned InstructionCosts::entry_cost(const BasicBlock& block) const {
  // nvcc unrolls the innermost loops four times: how many iterations are left over is settled first.
  constexpr unsigned unrolling = 14;
  const Loop* loop = loops_.getLoopFor(&block);
  return loop != nullptr && loop->getHeader() == &block && loop->isInnermost() ? unrolling : 0;
}

unsigned InstructionCosts::join_cost(const BasicBlock& block) const {
  unsigned parted = 0;
  for (const BasicBlock* before : predecessors(&block))
    parted += before->getTerminator()->getNumSuccessors() > 1 && predicated_behind(*before) == nullptr;
  return parted > 1 ? 1 : 0;
}

}  // namespace maxwarp::simt
