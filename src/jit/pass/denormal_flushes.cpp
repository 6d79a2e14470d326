#include "jit/pass/denormal_flushes.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Operator.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/Local.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>

#include <set>
#include <string>
#include <vector>

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

constexpr std::uint64_t kExponent = 0x7F80'0000, kSign = 0x8000'0000, kMagnitude = 0x7FFF'FFFF;
constexpr llvm::StringLiteral kName = "eugene.flushed.";
constexpr unsigned kFloatBits = 32;

bool has_float_size(const llvm::Type* type) {
  const llvm::Type* scalar = type->getScalarType();
  return scalar->isFloatTy() || scalar->isIntegerTy(kFloatBits);
}

// Removes casts between floats and their bits.
llvm::Value* without_casts(llvm::Value* value) {
  while (auto* cast = llvm::dyn_cast<llvm::BitCastOperator>(value)) {
    llvm::Value* from = cast->getOperand(0);
    const auto lanes = [](const llvm::Type* type) {
      const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
      return vector == nullptr ? 0 : vector->getNumElements();
    };
    if (!has_float_size(from->getType()) || lanes(from->getType()) != lanes(value->getType())) break;
    value = from;
  }
  return value;
}

// Returns x, as floats or integers, if `select` is sem::flushed(x): the sign of x where its exponent is 0, else x.
llvm::Value* flushed_by(llvm::SelectInst& select) {
  if (!has_float_size(select.getType())) return nullptr;
  llvm::Value *tested = nullptr, *signed_bits = nullptr;
  llvm::CmpInst::Predicate predicate{};
  const bool is_test =
      match(select.getCondition(), m_ICmp(predicate, m_And(m_Value(tested), m_SpecificInt(kExponent)), m_Zero())) &&
      predicate == llvm::CmpInst::ICMP_EQ;
  if (!is_test || !match(without_casts(select.getTrueValue()), m_And(m_Value(signed_bits), m_SpecificInt(kSign))))
    return nullptr;
  llvm::Value* x = without_casts(select.getFalseValue());
  return without_casts(tested) == x && without_casts(signed_bits) == x ? x : nullptr;
}

llvm::Type* float_type(llvm::LLVMContext& context, const llvm::Type* type) {
  llvm::Type* scalar = llvm::Type::getFloatTy(context);
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  return vector == nullptr ? scalar : llvm::FixedVectorType::get(scalar, vector->getNumElements());
}

llvm::CallInst* create_flush(llvm::IRBuilder<>& ir, llvm::Value* floats) {
  llvm::Type* type = floats->getType();
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(type);
  const unsigned lanes = vector == nullptr ? 0 : vector->getNumElements();
  llvm::Module& module = *ir.GetInsertBlock()->getModule();
  llvm::FunctionCallee callee = module.getOrInsertFunction((kName + llvm::Twine(lanes)).str(), type, type);
  auto* function = llvm::cast<llvm::Function>(callee.getCallee());
  function->setDoesNotAccessMemory();
  function->setDoesNotThrow();
  function->setWillReturn();
  return ir.CreateCall(callee, {floats});
}

void create_calls(llvm::Function& function) {
  std::vector<llvm::SelectInst*> selects;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    auto* select = llvm::dyn_cast<llvm::SelectInst>(&instruction);
    if (select != nullptr && flushed_by(*select) != nullptr) selects.push_back(select);
  }
  for (llvm::SelectInst* select : selects) {
    llvm::IRBuilder<> ir(select);
    llvm::Value* x = flushed_by(*select);
    llvm::Value* call = create_flush(ir, ir.CreateBitCast(x, float_type(function.getContext(), x->getType())));
    select->replaceAllUsesWith(ir.CreateBitCast(call, select->getType()));
    select->eraseFromParent();
  }
}

bool has_denormals(const llvm::Constant& constant) {
  const auto is_denormal = [](const llvm::Constant* element) {
    const auto* number = llvm::dyn_cast_or_null<llvm::ConstantFP>(element);
    if (number != nullptr) return number->getValueAPF().isDenormal();
    const auto* bits = llvm::dyn_cast_or_null<llvm::ConstantInt>(element);
    return bits == nullptr || ((bits->getZExtValue() & kExponent) == 0 && (bits->getZExtValue() & kMagnitude) != 0);
  };
  const auto* vector = llvm::dyn_cast<llvm::FixedVectorType>(constant.getType());
  if (vector == nullptr) return is_denormal(&constant);
  for (unsigned i = 0; i < vector->getNumElements(); ++i)
    if (is_denormal(constant.getAggregateElement(i))) return true;
  return false;
}

// Proves that values have no denormals.
class Proof {
 public:
  bool operator()(llvm::Value* value) {
    assumed_.clear();
    return prove(value);
  }

 private:
  // Whether `value` has no denormals. A proof for a loop's register needs a proof for the same register, so the proof
  // is by induction: values whose proof has begun are assumed to have none.
  bool prove(llvm::Value* value) {
    constexpr std::size_t kMaxValues = 64;  // so that long chains of selects take little time
    value = without_casts(value);
    if (!has_float_size(value->getType())) return false;
    if (const auto* constant = llvm::dyn_cast<llvm::Constant>(value)) return !has_denormals(*constant);
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr) return false;
    if (flushed_operand(value) != nullptr || assumed_.contains(value)) return true;
    if (assumed_.size() == kMaxValues) return false;
    assumed_.insert(value);
    return prove_result(*instruction);
  }

  bool prove_result(llvm::Instruction& instruction) {
    switch (instruction.getOpcode()) {
      case llvm::Instruction::SIToFP:
      case llvm::Instruction::UIToFP: return true;
      case llvm::Instruction::FNeg: return prove(instruction.getOperand(0));
      case llvm::Instruction::Select: return prove(instruction.getOperand(1)) && prove(instruction.getOperand(2));
      case llvm::Instruction::PHI:
        return llvm::all_of(llvm::cast<llvm::PHINode>(instruction).incoming_values(),
                            [&](llvm::Value* each) { return prove(each); });
      case llvm::Instruction::ShuffleVector:
        return prove(instruction.getOperand(0)) &&
               (llvm::isa<llvm::UndefValue>(instruction.getOperand(1)) || prove(instruction.getOperand(1)));
      case llvm::Instruction::Xor:
      case llvm::Instruction::Or: return is_constant(instruction, kSign) && prove(instruction.getOperand(0));
      case llvm::Instruction::And:
        return is_constant(instruction, kSign) ||
               (is_constant(instruction, kMagnitude) && prove(instruction.getOperand(0)));
      case llvm::Instruction::Call: return prove_call(instruction);
      default: return false;
    }
  }

  static bool is_constant(const llvm::Instruction& instruction, std::uint64_t value) {
    return match(instruction.getOperand(1), m_SpecificInt(value));
  }

  bool prove_call(llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
    if (call == nullptr) return false;
    switch (call->getIntrinsicID()) {
      case llvm::Intrinsic::fabs: return prove(instruction.getOperand(0));
      case llvm::Intrinsic::floor:
      case llvm::Intrinsic::ceil:
      case llvm::Intrinsic::trunc:
      case llvm::Intrinsic::rint:
      case llvm::Intrinsic::nearbyint:
      case llvm::Intrinsic::roundeven: return true;
      default: return false;
    }
  }

  std::set<const llvm::Value*> assumed_;
};

std::vector<llvm::CallInst*> find_calls(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (flushed_operand(&instruction) != nullptr) calls.push_back(llvm::cast<llvm::CallInst>(&instruction));
  return calls;
}

// Whether a shuffle makes a longer vector from the lanes of one shorter vector, for example copies a scalar to all
// channels.
bool is_spread(const llvm::Value* value) {
  const auto* shuffle = llvm::dyn_cast<llvm::ShuffleVectorInst>(value);
  return shuffle != nullptr && shuffle->increasesLength() && llvm::isa<llvm::UndefValue>(shuffle->getOperand(1));
}

// Flushes numbers before they are negated or spread to channels: other operations may flush the same numbers.
void move_calls_forward(llvm::Function& function) {
  std::vector<llvm::CallInst*> calls = find_calls(function);
  while (!calls.empty()) {
    llvm::CallInst* call = calls.back();
    calls.pop_back();
    auto* operand = llvm::dyn_cast<llvm::Instruction>(without_casts(call->getArgOperand(0)));
    if (operand == nullptr || !(operand->getOpcode() == llvm::Instruction::FNeg || is_spread(operand))) continue;
    llvm::IRBuilder<> ir(call);
    llvm::Value* source = operand->getOperand(0);
    llvm::CallInst* moved =
        create_flush(ir, ir.CreateBitCast(source, float_type(function.getContext(), source->getType())));
    llvm::Instruction* copy = operand->clone();
    copy->setOperand(0, ir.CreateBitCast(moved, source->getType()));
    ir.Insert(copy);
    call->replaceAllUsesWith(ir.CreateBitCast(copy, call->getType()));
    call->eraseFromParent();
    calls.push_back(moved);
  }
}

void remove_needless_calls(llvm::Function& function) {
  Proof has_none;
  for (llvm::CallInst* call : find_calls(function)) {
    if (!has_none(call->getArgOperand(0))) continue;
    call->replaceAllUsesWith(call->getArgOperand(0));
    call->eraseFromParent();
  }
}

// If the loop only writes values without denormals to the register `head`, flushes the register's first value before
// the loop and removes the flushes in the loop. The flushed values are a second variable, because other users of `head`
// need the first value unflushed.
void flush_before_loop(llvm::Loop& loop, llvm::PHINode& head) {
  auto* type = llvm::dyn_cast<llvm::FixedVectorType>(head.getType());
  if (type == nullptr || !has_float_size(type)) return;
  std::vector<llvm::CallInst*> calls;
  const auto collect = [&](llvm::Value& value) {
    for (llvm::User* user : value.users()) {
      auto* call = llvm::cast<llvm::Instruction>(user);
      if (flushed_operand(call) != nullptr && loop.contains(call)) calls.push_back(llvm::cast<llvm::CallInst>(call));
    }
  };
  collect(head);
  for (llvm::User* user : head.users())
    if (llvm::isa<llvm::BitCastInst>(user) && without_casts(user) == &head) collect(*user);
  llvm::Value* next = head.getIncomingValueForBlock(loop.getLoopLatch());
  if (calls.empty() || !Proof()(next)) return;
  llvm::Type* floats = float_type(head.getContext(), type);
  llvm::BasicBlock* before = loop.getLoopPreheader();
  llvm::IRBuilder<> ir(before->getTerminator());
  llvm::Value* first = create_flush(ir, ir.CreateBitCast(head.getIncomingValueForBlock(before), floats));
  ir.SetInsertPoint(loop.getLoopLatch()->getTerminator());
  next = ir.CreateBitCast(next, floats);
  ir.SetInsertPoint(&head);
  llvm::PHINode* flushed = ir.CreatePHI(floats, 2);
  flushed->addIncoming(first, before);
  flushed->addIncoming(next, loop.getLoopLatch());
  for (llvm::CallInst* call : calls) {
    call->replaceAllUsesWith(flushed);
    call->eraseFromParent();
  }
}

void flush_before_loops(llvm::Function& function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(function);
  for (llvm::Loop* loop : loops) llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, false);
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (loop->getLoopPreheader() == nullptr || loop->getLoopLatch() == nullptr) continue;
    std::vector<llvm::PHINode*> heads;
    for (llvm::PHINode& head : loop->getHeader()->phis()) heads.push_back(&head);
    for (llvm::PHINode* head : heads) flush_before_loop(*loop, *head);
  }
}

// Removes what the replaced instructions leave: later passes ask for all users of a value.
void remove_dead_instructions(llvm::Function& function) {
  llvm::SmallVector<llvm::WeakTrackingVH> dead;
  for (llvm::Instruction& instruction : llvm::instructions(function))
    if (llvm::isInstructionTriviallyDead(&instruction)) dead.emplace_back(&instruction);
  llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(dead);
}

}  // namespace

const llvm::Value* flushed_operand(const llvm::Value* value) {
  const auto* call = llvm::dyn_cast<llvm::CallInst>(value);
  const llvm::Function* callee = call == nullptr ? nullptr : call->getCalledFunction();
  if (callee == nullptr || callee->getName().take_front(kName.size()) != kName) return nullptr;
  return call->getArgOperand(0);
}

llvm::Value* flushed_operand(llvm::Value* value) {
  return const_cast<llvm::Value*>(flushed_operand(const_cast<const llvm::Value*>(value)));
}

void gather_denormal_flushes(llvm::Function& function) {
  create_calls(function);
  if (find_calls(function).empty()) return;
  move_calls_forward(function);
  remove_needless_calls(function);
  flush_before_loops(function);
  remove_dead_instructions(function);
}

void expand_denormal_flushes(llvm::Function& function) {
  for (llvm::CallInst* call : find_calls(function)) {
    llvm::IRBuilder<> ir(call);
    llvm::Value* floats = call->getArgOperand(0);
    auto* type = llvm::cast<llvm::Type>(floats->getType());
    llvm::Type* bits_type = type->getWithNewType(ir.getInt32Ty());
    llvm::Value* bits = ir.CreateBitCast(floats, bits_type);
    llvm::Value* exponent = ir.CreateAnd(bits, llvm::ConstantInt::get(bits_type, kExponent));
    llvm::Value* is_small = ir.CreateICmpEQ(exponent, llvm::Constant::getNullValue(bits_type));
    llvm::Value* zero = ir.CreateBitCast(ir.CreateAnd(bits, llvm::ConstantInt::get(bits_type, kSign)), type);
    call->replaceAllUsesWith(ir.CreateSelect(is_small, zero, floats));
    call->eraseFromParent();
  }
}

}  // namespace eugene::jit
