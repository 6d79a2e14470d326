#include "gpu/commands/registers.h"

#include <ctime>

#include "base/bits.h"

namespace eugene::gpu {

std::uint64_t Clock::ticks() const {
  constexpr std::uint64_t kNanoseconds = 1'000'000'000;
  timespec now{};
  ::clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  // Converts seconds and nanoseconds separately, so that nothing overflows.
  return static_cast<std::uint64_t>(now.tv_sec) * hz_ + static_cast<std::uint64_t>(now.tv_nsec) * hz_ / kNanoseconds;
}

std::uint64_t Registers::timestamp() const { return clock_->ticks() & low_mask(kTimestampBits); }

std::uint32_t Registers::local(std::uint32_t offset) const {
  offset &= kRegisterMask;
  return offset - engine_->base < kEngineBytes ? offset - engine_->base + kEngines[0].base : offset;
}

std::uint32_t Registers::read(std::uint32_t offset) const {
  offset = local(offset);
  switch (offset) {
    case reg::kTimestamp:
    case reg::kContextTimestamp: return static_cast<std::uint32_t>(timestamp());
    case reg::kTimestampHigh: return static_cast<std::uint32_t>(timestamp() >> 32);
    default: break;
  }
  const auto found = values_.find(offset);
  return found == values_.end() ? 0 : found->second;
}

void Registers::write(std::uint32_t offset, std::uint32_t value) {
  offset = local(offset);
  std::uint32_t& found = values_[offset];
  const bool is_masked = offset == reg::kPreemptionControl || offset == reg::kGtMode;
  if (is_masked) value = (found & ~(value >> 16)) | (value & value >> 16);
  found = value;
}

std::uint64_t Registers::read64(std::uint32_t offset) const {
  if (local(offset) == reg::kTimestamp) return timestamp();  // reads the clock once, so that the halves agree
  return read(offset) | (std::uint64_t{read(offset + 4)} << 32);
}

void Registers::write64(std::uint32_t offset, std::uint64_t value) {
  write(offset, static_cast<std::uint32_t>(value));
  write(offset + 4, static_cast<std::uint32_t>(value >> 32));
}

}  // namespace eugene::gpu
