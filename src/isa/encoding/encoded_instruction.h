// A 128-bit machine instruction as two 64-bit halves, and ranges of its bits as the documents name them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "base/bits.h"

namespace eugene::isa {

// An inclusive range of instruction bits, "high:low" as the documents write it. A range that a
// generation lacks is kNoBits. No range crosses bit 64.
struct Bits {
  std::uint8_t high = 0;
  std::uint8_t low = 1;
  bool operator==(const Bits&) const = default;

  constexpr bool present() const { return high >= low; }
  constexpr unsigned width() const { return present() ? high - low + 1U : 0U; }
};
inline constexpr Bits kNoBits{};

struct EncodedInstruction {
  std::uint64_t low = 0;   // bits 63:0
  std::uint64_t high = 0;  // bits 127:64
  bool operator==(const EncodedInstruction&) const = default;

  [[gnu::always_inline]] constexpr std::uint64_t get(Bits range) const {
    if (!range.present()) return 0;
    return range.low >= 64 ? bits(high, range.high - 64U, range.low - 64U) : bits(low, range.high, range.low);
  }
  [[gnu::always_inline]] constexpr void set(Bits range, std::uint64_t value) {
    if (!range.present()) return;
    if (range.low >= 64) {
      high = with_bits(high, range.high - 64U, range.low - 64U, value);
    } else {
      low = with_bits(low, range.high, range.low, value);
    }
  }

  static EncodedInstruction load(std::span<const std::byte, 16> bytes) {
    EncodedInstruction word;
    std::memcpy(&word.low, bytes.data(), 8);
    std::memcpy(&word.high, bytes.data() + 8, 8);
    return word;
  }
  void store(std::span<std::byte, 16> bytes) const {
    std::memcpy(bytes.data(), &low, 8);
    std::memcpy(bytes.data() + 8, &high, 8);
  }
};

[[gnu::always_inline]] constexpr EncodedInstruction make_mask(Bits range) {
  EncodedInstruction mask;
  mask.set(range, ~std::uint64_t{0});
  return mask;
}

}  // namespace eugene::isa
