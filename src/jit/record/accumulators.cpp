#include "jit/record/accumulators.h"

#include "jit/record/channels.h"

namespace eugene::jit {
namespace {

using eu::AccumulatorChannels;

constexpr unsigned kGuardBytes = sizeof(eu::Accumulator::guard[0]);

// Where the elements or the guard bits of channels are in the Thread.
struct Places {
  std::vector<unsigned> elements;
  std::vector<unsigned> guards;

  Places(const AccumulatorChannels& channels, unsigned count) {
    for (unsigned i = 0; i < count; ++i) {
      elements.push_back(channels.element(i));
      guards.push_back(channels.guard(i));
    }
  }
};

llvm::Type* integers(Recording& r, unsigned bytes, unsigned count) {
  return llvm::FixedVectorType::get(r.ir.getIntNTy(bytes * 8), count);
}

void store(Recording& r, const std::vector<unsigned>& places, unsigned bytes, llvm::Value* parts, llvm::Value* mask) {
  if (mask != nullptr) parts = r.ir.CreateSelect(mask, parts, r.registers.gather(places, bytes));
  r.registers.scatter(places, bytes, parts);
}

}  // namespace

bool is_accumulator_recorded(const Recording& r, const AccumulatorChannels& channels, unsigned count) {
  for (unsigned i = 0; i < count; ++i)
    if (channels.number(i) >= r.plan.gen().files.plain_accumulators) return false;
  return true;
}

llvm::Value* load_accumulator(Recording& r, const AccumulatorChannels& channels, unsigned count) {
  const Places places(channels, count);
  llvm::Type* wide = integers(r, sizeof(std::int64_t), count);
  llvm::Value* low = r.ir.CreateZExt(r.registers.gather(places.elements, channels.element_bytes), wide);
  llvm::Value* high = r.ir.CreateSExt(r.registers.gather(places.guards, kGuardBytes), wide);
  return r.ir.CreateOr(low, r.ir.CreateShl(high, channels.element_bytes * 8));
}

void store_accumulator(Recording& r, const AccumulatorChannels& channels, llvm::Value* lanes, llvm::Value* enabled) {
  if (is_none(enabled)) return;
  const unsigned count = count_lanes(lanes);
  const Places places(channels, count);
  llvm::Value* mask = channel_mask(r.ir, enabled, count);
  // The guard bits are bits 63:32 of a dword channel, and bits 32:16 of a word channel, with sign.
  constexpr unsigned kLanes = 64, kWordBits = 33;
  const bool is_word = channels.element_bytes == 2;
  llvm::Value* high = is_word ? r.ir.CreateShl(lanes, kLanes - kWordBits) : lanes;
  high = r.ir.CreateAShr(high, is_word ? kLanes - kWordBits + 16 : 32);
  store(r, places.elements, channels.element_bytes, r.ir.CreateTrunc(lanes, integers(r, channels.element_bytes, count)),
        mask);
  store(r, places.guards, kGuardBytes, r.ir.CreateTrunc(high, integers(r, kGuardBytes, count)), mask);
}

}  // namespace eugene::jit
