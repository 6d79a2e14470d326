#include "base/dwarf_code.h"

#include <algorithm>
#include <cstring>

namespace eugene {

std::optional<std::uint8_t> DwarfCode::byte() {
  if (is_at_end()) return std::nullopt;
  return code_[at_++];
}

std::optional<std::uint64_t> DwarfCode::constant(std::uint8_t op) {
  constexpr unsigned kBitsOfByte = 8;
  const unsigned count = 1U << ((op - kConst1u) / 2U);
  const bool is_signed = (op - kConst1u) % 2 != 0;
  const auto held = bytes(count);
  if (!held) return std::nullopt;
  std::uint64_t number = 0;
  std::memcpy(&number, held->data(), count);
  const auto unused = static_cast<unsigned>(kBitsOfByte * (sizeof number - count));
  if (is_signed) number = static_cast<std::uint64_t>(static_cast<std::int64_t>(number << unused) >> unused);
  return number;
}

std::optional<std::span<const std::uint8_t>> DwarfCode::bytes(std::uint64_t count) {
  if (count > code_.size() - at_) return std::nullopt;
  const auto held = code_.subspan(at_, count);
  at_ += count;
  return held;
}

std::uint64_t DwarfCode::unsigned_leb() {
  std::uint64_t number = 0;
  for (unsigned shift = 0; at_ < code_.size(); shift += 7) {
    const std::uint8_t byte = code_[at_++];
    if (shift < 64) number |= std::uint64_t{byte & 0x7FU} << shift;
    if ((byte & 0x80U) == 0) break;
  }
  return number;
}

std::int64_t DwarfCode::signed_leb() {
  const std::size_t begin = at_;
  std::uint64_t number = unsigned_leb();
  const std::size_t bits = 7 * (at_ - begin);
  if (at_ != begin && bits < 64 && (code_[at_ - 1] & 0x40U) != 0) number |= ~std::uint64_t{0} << bits;
  return static_cast<std::int64_t>(number);
}

bool DwarfCode::jump(bool is_taken) {
  std::int16_t distance = 0;
  const auto held = bytes(sizeof distance);
  if (!held) return false;
  std::memcpy(&distance, held->data(), sizeof distance);
  if (!is_taken) return true;
  const std::int64_t target = static_cast<std::int64_t>(at_) + distance;
  if (target < 0 || target > static_cast<std::int64_t>(code_.size())) return false;
  at_ = static_cast<std::size_t>(target);
  return true;
}

std::optional<std::uint64_t> calculate(std::uint8_t op, std::uint64_t a, std::uint64_t b) {
  const auto x = static_cast<std::int64_t>(a), y = static_cast<std::int64_t>(b);
  constexpr std::uint64_t kWord = 64;
  switch (op) {
    case kAnd: return a & b;
    case kOr: return a | b;
    case kXor: return a ^ b;
    case kPlus: return a + b;
    case kMinus: return a - b;
    case kMul: return a * b;
    case kDiv: return b == 0 || y == -1 ? std::nullopt : std::optional(static_cast<std::uint64_t>(x / y));
    case kMod: return b == 0 ? std::nullopt : std::optional(a % b);
    case kShl: return b >= kWord ? 0 : a << b;
    case kShr: return b >= kWord ? 0 : a >> b;
    case kShra: return static_cast<std::uint64_t>(x >> std::min(b, kWord - 1));
    case kEq: return a == b;
    case kNe: return a != b;
    case kGe: return x >= y;
    case kGt: return x > y;
    case kLe: return x <= y;
    case kLt: return x < y;
    default: return std::nullopt;
  }
}

}  // namespace eugene
