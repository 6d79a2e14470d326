#include "jit/record/long_divisions.h"

#include <llvm/IR/MDBuilder.h>

#include <algorithm>

#include "jit/record/channels.h"

namespace eugene::jit {
namespace {

using eu::LongDivision;

// Accesses the channels' numbers.
class Numbers {
 public:
  Numbers(Recording& r, const LongDivision& division) : r_(r), division_(division) {}

  unsigned lanes() const { return static_cast<unsigned>(division_.channels.size()); }
  // Returns i64 lanes.
  llvm::Value* load(eu::WidePlace LongDivision::Channel::* number) {
    if (are_quadwords(number)) return r_.registers.gather(places(number, 0), 8);
    llvm::Value* low = r_.ir.CreateZExt(r_.registers.gather(places(number, 0), 4), type());
    llvm::Value* high = r_.ir.CreateZExt(r_.registers.gather(places(number, 1), 4), type());
    return r_.ir.CreateOr(low, r_.ir.CreateShl(high, 32));
  }
  // Writes i64 lanes where `mask` is true; null: everywhere.
  void store(eu::WidePlace LongDivision::Channel::* number, llvm::Value* lanes, llvm::Value* mask) {
    if (are_quadwords(number)) return store(places(number, 0), 8, lanes, mask);
    llvm::Type* dwords = llvm::FixedVectorType::get(r_.ir.getInt32Ty(), this->lanes());
    for (unsigned half = 0; half < 2; ++half) {
      llvm::Value* part = r_.ir.CreateTrunc(r_.ir.CreateLShr(lanes, half * 32), dwords);
      store(places(number, half), 4, part, mask);
    }
  }
  llvm::Type* type() const { return llvm::FixedVectorType::get(r_.ir.getInt64Ty(), lanes()); }

 private:
  bool are_quadwords(eu::WidePlace LongDivision::Channel::* number) const {
    return std::ranges::all_of(division_.channels, [&](const LongDivision::Channel& channel) {
      const auto& [low, high] = channel.*number;
      return low % 8 == 0 && high == low + 4;
    });
  }
  void store(const std::vector<unsigned>& at, unsigned bytes, llvm::Value* elements, llvm::Value* mask) {
    if (mask != nullptr) elements = r_.ir.CreateSelect(mask, elements, r_.registers.gather(at, bytes));
    r_.registers.scatter(at, bytes, elements);
  }
  std::vector<unsigned> places(eu::WidePlace LongDivision::Channel::* number, unsigned half) const {
    std::vector<unsigned> result;
    for (const LongDivision::Channel& channel : division_.channels)
      result.push_back(static_cast<unsigned>((channel.*number)[half]));
    return result;
  }

  Recording& r_;
  const LongDivision& division_;
};

llvm::Value* splat(Recording& r, const Numbers& numbers, std::uint64_t value) {
  return r.ir.CreateVectorSplat(numbers.lanes(), r.ir.getInt64(value));
}

std::vector<unsigned> counter_place(const LongDivision& division) { return {static_cast<unsigned>(division.counter)}; }

// Records one division of the host in place of the iterations from the first bit down to `last_bit`. These iterations
// divide the dividend's bits from `last_bit` on: the remainder begins with 0, so it is less than 2^63 before each
// iteration, and doubling it loses no bit.
void divide(Recording& r, const LongDivision& division, unsigned last_bit, llvm::Value* dividend, llvm::Value* divisor,
            llvm::Value* mask) {
  Numbers numbers(r, division);
  llvm::Value* high = r.ir.CreateLShr(dividend, splat(r, numbers, last_bit));
  // Channels that do not run may have a divisor of 0.
  llvm::Value* safe = divisor;
  if (mask != nullptr) safe = r.ir.CreateSelect(mask, divisor, splat(r, numbers, 1));
  llvm::Value* quotient = r.ir.CreateUDiv(high, safe);
  llvm::Value* remainder = r.ir.CreateSub(high, r.ir.CreateMul(quotient, safe));
  numbers.store(&LongDivision::Channel::remainder, remainder, mask);
  if (division.has_quotient) {
    llvm::Value* bits = r.ir.CreateShl(quotient, splat(r, numbers, last_bit));
    numbers.store(&LongDivision::Channel::quotient, r.ir.CreateOr(numbers.load(&LongDivision::Channel::quotient), bits),
                  mask);
  }
}

void set_counter(Recording& r, const LongDivision& division, std::uint32_t value) {
  r.registers.scatter(counter_place(division), 4, r.ir.CreateVectorSplat(1, r.ir.getInt32(value)));
}

}  // namespace

LongDivisions find_long_divisions(KernelPlan& plan) {
  LongDivisions result;
  const Assumptions& about = plan.assumptions;
  const auto& live = plan.live[plan.has(kPartial) ? kPartial : kFull];
  const eu::LiveRegisters* whole_live = plan.live[kFull] ? &*plan.live[kFull] : nullptr;
  if (about.exact_counts || about.observed.any() || plan.is_alone() || !live) return result;
  for (std::uint32_t head = 0; head < plan.size(); ++head) {
    const std::optional<std::uint32_t> last = plan.flow.closed_loop_at(head);
    if (!last) continue;
    auto found = eu::find_long_division(plan.kernel.program(), plan.kernel.prepared(), head, *last, *live, whole_live);
    if (!found) continue;
    if (found->end) plan.flow.begin_block(*last + 1, kFull);
    result.emplace(head, std::move(*found));
  }
  return result;
}

void record_long_division(Recording& r, const eu::PreparedOp& op) {
  const auto found = r.long_divisions.find(op.index);
  if (found == r.long_divisions.end()) return;
  const LongDivision& division = found->second;
  auto* begins = r.function.create_block("begins");
  auto* divides = r.function.create_block("divides");
  auto* iterates = r.function.create_block("iterates");
  llvm::MDNode* rarely = llvm::MDBuilder(r.ir.getContext()).createBranchWeights(1, 64);
  r.flush();
  llvm::Value* counter = r.ir.CreateExtractElement(r.registers.gather(counter_place(division), 4), std::uint64_t{0});
  llvm::Value* is_first = r.ir.CreateICmpEQ(counter, r.ir.getInt32(LongDivision::kFirstBit));
  r.ir.CreateCondBr(is_first, begins, iterates, rarely);

  r.ir.SetInsertPoint(begins);
  Numbers numbers(r, division);
  llvm::Value* dividend = numbers.load(&LongDivision::Channel::dividend);
  llvm::Value* divisor = numbers.load(&LongDivision::Channel::divisor);
  llvm::Value* remainder = numbers.load(&LongDivision::Channel::remainder);
  llvm::Value* zero = splat(r, numbers, 0);
  llvm::Value* mask = r.is_full() ? nullptr : to_lanes(r.ir, running(r), numbers.lanes());
  llvm::Value* fails = r.ir.CreateOr(r.ir.CreateICmpNE(remainder, zero), r.ir.CreateICmpEQ(divisor, zero));
  if (mask != nullptr) fails = r.ir.CreateAnd(fails, mask);
  llvm::Value* any =
      r.ir.CreateICmpNE(r.ir.CreateBitCast(fails, r.ir.getIntNTy(numbers.lanes())), r.ir.getIntN(numbers.lanes(), 0));
  r.ir.CreateCondBr(any, iterates, divides);

  r.ir.SetInsertPoint(divides);
  // Channels may wait in the loop or after it unless all of them run.
  if (division.end && r.is_full()) {
    divide(r, division, 0, dividend, divisor, mask);
    set_counter(r, division, division.end->counter);
    r.branch_to(division.last + 1);
  } else {
    divide(r, division, LongDivision::kProvedDown, dividend, divisor, mask);
    set_counter(r, division, LongDivision::kProvedDown - 1);
    r.flush();
    r.ir.CreateBr(iterates);
  }

  r.registers.forget();
  r.ir.SetInsertPoint(iterates);
}

}  // namespace eugene::jit
