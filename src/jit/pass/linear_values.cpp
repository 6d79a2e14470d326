#include "jit/pass/linear_values.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/PatternMatch.h>

#include "eu/batch.h"
#include "jit/frame.h"
#include "jit/pass/direct_loop.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;
using Op = llvm::Instruction;

}  // namespace

LinearValues::LinearValues(llvm::PHINode& thread, llvm::PHINode& group, llvm::IRBuilder<>& batch,
                           llvm::IRBuilder<>& in_group)
    : thread_(thread), group_(group), batch_(batch), in_group_(in_group) {
  llvm::Type* i32 = batch_.getInt32Ty();
  count_ = load_batch_member(batch_, *thread.getFunction(), i32, offsetof(eu::Batch, threads_of_group));
  first_of_batch_[&thread_] = first_of_group_[&thread_] = batch_.getInt32(0);
  llvm::Value* has_second = batch_.CreateICmpUGT(count_, batch_.getInt32(1));
  second_[&thread_] = batch_.CreateZExt(has_second, i32);
}

LinearValues::Traits LinearValues::traits(const llvm::Value* value) {
  if (llvm::isa<llvm::Constant, llvm::Argument>(value)) return {.is_computed = true};
  if (value == &thread_) return {.is_computed = true, .has_thread = true};
  if (value == &group_) return {.is_computed = true, .has_group = true};
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr) return {};
  if (instruction->getParent()->isEntryBlock()) return {.is_computed = true, .has_window = true};
  if (const auto known = traits_.find(value); known != traits_.end()) return known->second;
  const Traits found = compute_traits(*instruction);
  traits_[value] = found;
  return found;
}

LinearValues::Traits LinearValues::compute_traits(const llvm::Instruction& instruction) {
  if (const auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
    if (!load->hasMetadata(llvm::LLVMContext::MD_invariant_load)) return {};
    Traits found = traits(load->getPointerOperand());
    found.has_window = !found.has_thread;  // an address with the thread's index is in a model
    // Local IDs are words, so a dword of a model is mostly an argument of the kernel, which all threads share. For
    // another dword, verify() finds that the threads differ.
    constexpr unsigned kArgumentBits = 32;
    if (found.is_computed && found.has_thread && load->getType()->getScalarSizeInBits() >= kArgumentBits) {
      if (found.has_group) return {};
      same_.insert(load);
      found.has_thread = false;
    }
    return found;
  }
  if (!computes_anywhere(instruction)) return {};
  Traits found{.is_computed = true};
  for (const llvm::Use& each : instruction.operands()) {
    const Traits operand = traits(each.get());
    if (!operand.is_computed) return {};
    found.has_thread |= operand.has_thread;
    found.has_group |= operand.has_group;
    found.has_window |= operand.has_window;
  }
  return found;
}

llvm::Value* LinearValues::copy(llvm::Value* value, Copies& copies, llvm::IRBuilder<>& ir) {
  if (const auto known = copies.find(value); known != copies.end()) return known->second;
  auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || instruction->getParent()->isEntryBlock() || value == &group_) return value;
  if (&copies == &first_of_group_ && !traits(value).has_group) return copy(value, first_of_batch_, batch_);
  const auto copy_operand = [&](llvm::Value* operand) { return copy(operand, copies, ir); };
  return copies[value] = copy_instruction(*instruction, ir, copy_operand);
}

llvm::Value* LinearValues::first(llvm::Value* value) { return copy(value, first_of_group_, in_group_); }

llvm::Value* LinearValues::find_shared(llvm::Value* value) {
  const Traits found = traits(value);
  return found.is_computed && !found.has_thread ? first(value) : nullptr;
}

// Return the step of an operation on linear values, in the group. Equal steps are one value.
llvm::Value* LinearValues::step(unsigned opcode, llvm::Value* a, llvm::Value* b) {
  llvm::Value*& made = steps_[{opcode, a, b}];
  if (made == nullptr) made = in_group_.CreateBinOp(static_cast<Op::BinaryOps>(opcode), a, b);
  return made;
}
llvm::Value* LinearValues::cast_step(unsigned opcode, llvm::Value* a, llvm::Type* type) {
  llvm::Value*& made = steps_[{opcode, a, llvm::PoisonValue::get(type)}];
  if (made == nullptr) made = in_group_.CreateCast(static_cast<Op::CastOps>(opcode), a, type);
  return made;
}

std::optional<LinearValues::Linear> LinearValues::find(llvm::Value* value) {
  if (const auto known = found_.find(value); known != found_.end()) return known->second;
  const Traits of_value = traits(value);
  std::optional<Linear> found;
  if (of_value.is_computed && value->getType()->isIntegerTy()) {
    if (!of_value.has_thread) {
      found = Linear{first(value), nullptr};
    } else {
      found = compute(value);
      // verify() tests the assumption once for the models, so the value must depend on nothing but the models.
      if (!found && !of_value.has_group && !of_value.has_window) {
        llvm::Value* begin = first(value);
        found = Linear{begin, batch_.CreateSub(copy(value, second_, batch_), begin)};
        assumed_linear_.emplace_back(value, *found);
      }
    }
  }
  return found_[value] = found;
}

// Finds a linear value by its operands.
std::optional<LinearValues::Linear> LinearValues::compute(llvm::Value* value) {
  llvm::Value* a = nullptr;
  llvm::Value* b = nullptr;
  if (match(value, m_CombineOr(m_Add(m_Value(a), m_Value(b)), m_Sub(m_Value(a), m_Value(b))))) {
    const auto left = find(a), right = left ? find(b) : std::nullopt;
    if (!right) return std::nullopt;
    if (right->step == nullptr) return Linear{first(value), left->step};
    const unsigned opcode = llvm::cast<Op>(value)->getOpcode();
    if (left->step == nullptr && opcode == Op::Add) return Linear{first(value), right->step};
    llvm::Value* zero = llvm::Constant::getNullValue(value->getType());
    return Linear{first(value), step(opcode, left->step == nullptr ? zero : left->step, right->step)};
  }
  if (match(value, m_CombineOr(m_Mul(m_Value(a), m_Value(b)), m_Shl(m_Value(a), m_Value(b))))) {
    const unsigned opcode = llvm::cast<Op>(value)->getOpcode();
    llvm::Value* factor = find_shared(b);
    if (factor == nullptr && opcode == Op::Mul) {
      std::swap(a, b);
      factor = find_shared(b);
    }
    const auto linear = factor == nullptr ? std::nullopt : find(a);
    if (!linear || linear->step == nullptr) return std::nullopt;
    return Linear{first(value), step(opcode, linear->step, factor)};
  }
  if (match(value, m_Trunc(m_Value(a)))) {
    const auto linear = find(a);
    if (!linear || linear->step == nullptr) return std::nullopt;
    return Linear{first(value), cast_step(Op::Trunc, linear->step, value->getType())};
  }
  if (auto* cast = llvm::dyn_cast<llvm::CastInst>(value);
      cast != nullptr && llvm::isa<llvm::ZExtInst, llvm::SExtInst>(cast))
    return extend(*cast);
  return std::nullopt;
}

// Finds a dword that is extended to 64 bits. The extension is linear if the dword does not wrap between the first
// thread and the last.
std::optional<LinearValues::Linear> LinearValues::extend(llvm::CastInst& extension) {
  llvm::Value* narrow = extension.getOperand(0);
  if (!narrow->getType()->isIntegerTy(32) || !extension.getType()->isIntegerTy(64)) return std::nullopt;
  const auto linear = find(narrow);
  if (!linear || linear->step == nullptr) return std::nullopt;
  const Linear found{first(&extension), cast_step(Op::SExt, linear->step, extension.getType())};
  llvm::Value* end = last(found);
  llvm::Value* low = in_group_.CreateTrunc(end, narrow->getType());
  conditions_.push_back(in_group_.CreateICmpEQ(in_group_.CreateCast(extension.getOpcode(), low, end->getType()), end));
  return found;
}

llvm::Value* LinearValues::last(const Linear& linear) {
  if (linear.step == nullptr) return linear.first;
  llvm::Value* threads = batch_.CreateSub(count_, batch_.getInt32(1));
  threads = batch_.CreateZExtOrTrunc(threads, linear.first->getType());
  return in_group_.CreateAdd(linear.first, in_group_.CreateMul(linear.step, threads));
}

llvm::Value* LinearValues::verify(llvm::IRBuilder<>& ir, llvm::Value* thread) {
  Copies copies{{&thread_, thread}};
  llvm::Value* all = ir.getTrue();
  for (const auto& [value, linear] : assumed_linear_) {
    llvm::Value* wanted = ir.CreateMul(ir.CreateZExtOrTrunc(thread, value->getType()), linear.step);
    wanted = ir.CreateAdd(wanted, linear.first);
    all = ir.CreateAnd(all, ir.CreateICmpEQ(copy(value, copies, ir), wanted));
  }
  for (const llvm::LoadInst* load : same_) {
    const auto bits = static_cast<unsigned>(load->getType()->getPrimitiveSizeInBits().getFixedValue());
    const auto load_bits = [&](llvm::Value* place) {
      return ir.CreateAlignedLoad(ir.getIntNTy(bits), place, load->getAlign());
    };
    auto* place = const_cast<llvm::Value*>(load->getPointerOperand());
    llvm::Value* of_first = load_bits(copy(place, first_of_batch_, batch_));
    all = ir.CreateAnd(all, ir.CreateICmpEQ(load_bits(copy(place, copies, ir)), of_first));
  }
  return all;
}

}  // namespace eugene::jit
