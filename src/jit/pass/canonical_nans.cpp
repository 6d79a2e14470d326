#include "jit/pass/canonical_nans.h"

#include <llvm/Analysis/AssumptionCache.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/IntrinsicsX86.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/LoopUtils.h>

#include <set>
#include <unordered_map>
#include <vector>

#include "jit/pass/denormal_flushes.h"

namespace eugene::jit {
namespace {

using namespace llvm::PatternMatch;

constexpr std::uint64_t kHalfNan = 0x7E00;

// Whether `condition` tests each half of `x` for being a number, like is_number() in jit/record/value.h.
bool asks_for_numbers(llvm::Value* condition, const llvm::Value* x) {
  llvm::CmpInst::Predicate predicate{};
  return match(condition, m_ICmp(predicate, m_And(m_Specific(x), m_SpecificInt(0x7FFF)), m_SpecificInt(0x7C01))) &&
         predicate == llvm::CmpInst::ICMP_ULT;
}

// Returns x of select(x == x, x, NaN), which sem::result() generates; null if `value` is something else.
llvm::Value* canonicalised(llvm::Value* value) {
  auto* select = llvm::dyn_cast<llvm::SelectInst>(value);
  if (select == nullptr) return nullptr;
  llvm::Value* x = select->getTrueValue();
  if (select->getType()->getScalarType()->isIntegerTy(16)) {
    const bool is_nan = match(select->getFalseValue(), m_SpecificInt(kHalfNan));
    return is_nan && asks_for_numbers(select->getCondition(), x) ? x : nullptr;
  }
  if (!select->getType()->isFPOrFPVectorTy()) return nullptr;
  auto* nan = llvm::dyn_cast<llvm::Constant>(select->getFalseValue());
  if (nan == nullptr || !match(nan, m_NaN())) return nullptr;
  llvm::FCmpInst::Predicate predicate{};
  llvm::Value* compared = nullptr;
  if (!match(select->getCondition(), m_FCmp(predicate, m_Value(compared), m_CombineOr(m_AnyZeroFP(), m_Specific(x)))))
    return nullptr;
  return predicate == llvm::FCmpInst::FCMP_ORD && compared == x ? x : nullptr;
}

// Whether the result does not depend on which NaN an operand is (except that the result itself may be any NaN).
bool is_blind(const llvm::Instruction& instruction) {
  if (flushed_operand(&instruction) != nullptr) return true;
  switch (instruction.getOpcode()) {
    case llvm::Instruction::FAdd:
    case llvm::Instruction::FSub:
    case llvm::Instruction::FMul:
    case llvm::Instruction::FDiv:
    case llvm::Instruction::FNeg:
    case llvm::Instruction::FCmp: return true;
    default: break;
  }
  const auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
  if (call == nullptr) return false;
  switch (call->getIntrinsicID()) {
    case llvm::Intrinsic::fma:
    case llvm::Intrinsic::sqrt:
    case llvm::Intrinsic::x86_vcvtps2ph_256:
    case llvm::Intrinsic::x86_avx512_mask_vcvtps2ph_512:
    case llvm::Intrinsic::x86_avx512_mask_vcvtph2ps_512: return true;
    default: return false;
  }
}

// Whether `use` only tests if each half is a number.
bool asks_for_numbers(const llvm::Use& use) {
  const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
  return user->getOpcode() == llvm::Instruction::And && llvm::all_of(user->users(), [&](const llvm::User* each) {
           return asks_for_numbers(const_cast<llvm::User*>(each), use.get());
         });
}

// Whether an operation quiets NaNs, so that its result is never a signalling NaN.
bool quiets(const llvm::Value* value) {
  if (const llvm::Value* unflushed = flushed_operand(value)) return quiets(unflushed);
  const auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
  if (instruction == nullptr || llvm::isa<llvm::FCmpInst>(instruction)) return false;
  return instruction->getOpcode() == llvm::Instruction::FNeg ? quiets(instruction->getOperand(0))
                                                             : is_blind(*instruction);
}

// Finds out whether the exact NaN of an operation matters. The answers stay valid when canonical NaNs are bypassed.
class NanInsensitivity {
 public:
  // Whether the user's visible results are the same for any NaN in this use.
  bool operator()(const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    return is_blind(*user) && is_sealed(*user);
  }

 private:
  // Whether every NaN in the results is canonicalised or only compared.
  bool is_sealed(const llvm::Instruction& operation) {
    if (llvm::isa<llvm::FCmpInst>(operation)) return true;
    const auto [known, is_new] = sealed_.try_emplace(&operation, false);
    if (!is_new) return known->second;
    const bool sealed = llvm::all_of(operation.uses(), [&](const llvm::Use& use) {
      return canonicalised(use.getUser()) == &operation || asks_for_numbers(use) || (*this)(use);
    });
    sealed_[&operation] = sealed;
    return sealed;
  }

  std::unordered_map<const llvm::Instruction*, bool> sealed_;
};

// A register in a loop: the phi at its head, and its values in the loop.
class LoopRegister {
 public:
  LoopRegister(llvm::Loop& loop, llvm::PHINode& head) : loop_(&loop), head_(&head) {}

  // Whether it can carry any NaN.
  bool can_be_raw(NanInsensitivity& is_blind) {
    auto* type = llvm::dyn_cast<llvm::FixedVectorType>(head_->getType());
    if (type == nullptr || type->getScalarSizeInBits() != 32) return false;
    members_.insert(head_);
    return gather(head_->getIncomingValueForBlock(loop_->getLoopLatch())) && !leaves_.empty() &&
           is_used_blindly(is_blind);
  }
  void make_raw() {
    carry_raw_values();
    restore_at_exits();
  }

 private:
  // Collects the values that flow into the head. Returns false if the exact bits of one of them matter.
  bool gather(llvm::Value* value) {
    if (members_.contains(value)) return true;
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (instruction == nullptr || !loop_->contains(instruction)) return false;
    if (const llvm::Value* raw = canonicalised(value)) {
      if (!quiets(raw)) return false;
      leaves_.insert(value);
      return true;
    }
    if (auto* phi = llvm::dyn_cast<llvm::PHINode>(instruction)) {
      if (phi->getParent() == head_->getParent()) return false;
      members_.insert(value);
      return llvm::all_of(phi->incoming_values(), [&](llvm::Value* each) { return gather(each); });
    }
    if (auto* select = llvm::dyn_cast<llvm::SelectInst>(instruction)) {
      members_.insert(value);
      return gather(select->getTrueValue()) && gather(select->getFalseValue());
    }
    if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(instruction)) {
      auto* from = llvm::dyn_cast<llvm::FixedVectorType>(cast->getSrcTy());
      if (from == nullptr || from->getScalarSizeInBits() != 32) return false;
      members_.insert(value);
      return gather(cast->getOperand(0));
    }
    return false;
  }

  // Bit casts of a member are members too. Every other use in the loop must accept any NaN, and every use after the
  // loop must be a phi that has only members.
  bool is_used_blindly(NanInsensitivity& is_blind) {
    std::vector<llvm::Value*> pending(members_.begin(), members_.end());
    while (!pending.empty()) {
      llvm::Value* member = pending.back();
      pending.pop_back();
      for (const llvm::Use& use : member->uses()) {
        auto* user = llvm::cast<llvm::Instruction>(use.getUser());
        if (members_.contains(user)) continue;
        if (!loop_->contains(user)) {
          auto* phi = llvm::dyn_cast<llvm::PHINode>(user);
          if (phi == nullptr || !loop_->contains(phi->getIncomingBlock(use))) return false;
          exits_.insert(phi);
          continue;
        }
        if (auto* cast = llvm::dyn_cast<llvm::BitCastInst>(user)) {
          auto* to = llvm::dyn_cast<llvm::FixedVectorType>(cast->getDestTy());
          if (to == nullptr || to->getScalarSizeInBits() != 32) return false;
          members_.insert(cast);
          pending.push_back(cast);
          continue;
        }
        if (!is_blind(use)) return false;
      }
    }
    return llvm::all_of(exits_, [&](llvm::PHINode* phi) {
      return llvm::all_of(phi->incoming_values(), [&](llvm::Value* each) { return members_.contains(each); });
    });
  }

  static llvm::Value* as(llvm::IRBuilder<>& ir, llvm::Value* value, llvm::Type* scalar) {
    auto* type = llvm::cast<llvm::FixedVectorType>(value->getType());
    return ir.CreateBitCast(value, llvm::FixedVectorType::get(scalar, type->getNumElements()));
  }

  void carry_raw_values() {
    for (llvm::Value* leaf : leaves_) {
      leaf->replaceUsesWithIf(canonicalised(leaf),
                              [&](const llvm::Use& use) { return members_.contains(use.getUser()); });
    }
    llvm::BasicBlock* before = loop_->getLoopPreheader();
    llvm::IRBuilder<> ir(before->getTerminator());
    initial_ = head_->getIncomingValueForBlock(before);
    llvm::Value* floats = as(ir, initial_, ir.getFloatTy());
    llvm::Value* bits = as(ir, initial_, ir.getInt32Ty());
    llvm::Value* marked =
        ir.CreateSelect(ir.CreateFCmpUNO(floats, floats), llvm::ConstantInt::get(bits->getType(), kMark), bits);
    head_->setIncomingValueForBlock(before, ir.CreateBitCast(marked, head_->getType()));
  }

  void restore_at_exits() {
    for (llvm::PHINode* phi : exits_) {
      llvm::IRBuilder<> ir(&*phi->getParent()->getFirstInsertionPt());
      llvm::Value* floats = as(ir, phi, ir.getFloatTy());
      llvm::Value* bits = as(ir, phi, ir.getInt32Ty());
      llvm::Value* is_number = ir.CreateFCmpORD(floats, floats);
      llvm::Value* canonical = ir.CreateSelect(is_number, bits, llvm::ConstantInt::get(bits->getType(), kNan));
      llvm::Value* untouched = ir.CreateICmpEQ(bits, llvm::ConstantInt::get(bits->getType(), kMark));
      llvm::Value* restored = ir.CreateSelect(untouched, as(ir, initial_, ir.getInt32Ty()), canonical);
      restored = ir.CreateBitCast(restored, phi->getType());
      std::set<const llvm::User*> own;
      for (const llvm::User* user : phi->users())
        if (user == floats || user == bits) own.insert(user);
      own.insert(llvm::cast<llvm::User>(is_number));
      own.insert(llvm::cast<llvm::User>(canonical));
      own.insert(llvm::cast<llvm::User>(untouched));
      phi->replaceUsesWithIf(
          restored, [&](const llvm::Use& use) { return !own.contains(use.getUser()) && use.getUser() != restored; });
    }
  }

  static constexpr std::uint32_t kMark = 0x7F800001;  // a signalling NaN
  static constexpr std::uint32_t kNan = 0x7FC00000;

  llvm::Loop* loop_;
  llvm::PHINode* head_;
  llvm::Value* initial_ = nullptr;
  std::set<llvm::Value*> members_;
  std::set<llvm::Value*> leaves_;
  std::set<llvm::PHINode*> exits_;
};

}  // namespace

void skip_canonical_nans(llvm::Function& function) {
  NanInsensitivity is_blind;
  for (llvm::Instruction& instruction : llvm::instructions(function)) {
    llvm::Value* raw = canonicalised(&instruction);
    if (raw == nullptr) continue;
    instruction.replaceUsesWithIf(raw, [&](const llvm::Use& use) { return is_blind(use); });
  }
}

void move_canonical_nans_out_of_loops(llvm::Function& function) {
  llvm::DominatorTree dominators(function);
  llvm::LoopInfo loops(dominators);
  llvm::AssumptionCache assumptions(function);
  for (llvm::Loop* loop : loops) {
    llvm::simplifyLoop(loop, &dominators, &loops, nullptr, &assumptions, nullptr, false);
    llvm::formLCSSARecursively(*loop, dominators, &loops, nullptr);
  }
  for (llvm::Loop* loop : loops.getLoopsInPreorder()) {
    if (!loop->isInnermost() || loop->getLoopPreheader() == nullptr || loop->getLoopLatch() == nullptr) continue;
    // Decide for all registers before changing any: after a change, NanInsensitivity would no longer recognise that
    // other registers accept any NaN.
    NanInsensitivity is_blind;
    std::vector<LoopRegister> registers;
    for (llvm::PHINode& head : loop->getHeader()->phis()) {
      LoopRegister candidate(*loop, head);
      if (candidate.can_be_raw(is_blind)) registers.push_back(std::move(candidate));
    }
    for (LoopRegister& each : registers) each.make_raw();
  }
}

}  // namespace eugene::jit
