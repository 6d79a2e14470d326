#include "asm/align1_text.h"

#include <algorithm>
#include <bit>

#include "isa/region.h"

namespace eugene::assembly {
namespace {

using isa::AccessMode;
using isa::Instruction;
using isa::Operand;
using isa::Region;

constexpr Region kOneElement{0, 1, 0};
constexpr Region kRows{4, 4, 1};
constexpr std::uint8_t kSwizzleXyxy = 0x44;
constexpr std::uint8_t kSwizzleZwzw = 0xEE;

bool has_two_channels(isa::Type type) { return isa::byte_size(type) == 8; }

// Returns the number of elements in a row. A 64-bit element takes two of the four channels that write mask and swizzle
// name.
unsigned count_channels(isa::Type type) { return has_two_channels(type) ? 2 : 4; }

// Returns the size of the smallest instruction, which computes one element selected by its write mask.
std::uint8_t smallest_size(const Operand& dst) { return has_two_channels(dst.type) ? 2 : 4; }

void pick_channel(Operand& dst) {
  const unsigned element = dst.subnr / isa::byte_size(dst.type);
  const unsigned within = element % count_channels(dst.type);
  dst.write_mask = static_cast<std::uint8_t>(has_two_channels(dst.type) ? 3U << (2 * within) : 1U << within);
  dst.subnr = static_cast<std::uint8_t>(dst.subnr - within * isa::byte_size(dst.type));
}

// RepCtrl repeats 32 bits. A 64-bit element is repeated by a swizzle, which selects one half of a register's 16 bytes.
void repeat_half(Operand& src) {
  if (src.region != kOneElement || !has_two_channels(src.type)) return;
  src.region = kRows;
  src.swizzle = src.subnr % 16 == 0 ? kSwizzleXyxy : kSwizzleZwzw;
  src.subnr = static_cast<std::uint8_t>(src.subnr & 0x10);
}

void name_half(Operand& src) {
  if (!has_two_channels(src.type) || (src.swizzle != kSwizzleXyxy && src.swizzle != kSwizzleZwzw)) return;
  src.region = kOneElement;
  src.subnr = static_cast<std::uint8_t>(src.subnr + (src.swizzle == kSwizzleZwzw ? 8 : 0));
  src.swizzle = isa::kSwizzleNone;
}

bool swizzles(const Instruction& i) {
  return std::ranges::any_of(i.src, [](const Operand& src) { return src.swizzle != isa::kSwizzleNone; });
}

}  // namespace

Instruction as_align16(const Instruction& text) {
  Instruction machine = text;
  machine.access_mode = AccessMode::align16;
  if (text.exec_size == 1) {
    machine.exec_size = smallest_size(text.dst);
    pick_channel(machine.dst);
  }
  for (Operand& src : machine.src) repeat_half(src);
  return machine;
}

std::optional<Instruction> as_align1(const Instruction& machine) {
  const bool is_ternary = machine.row().format == isa::Format::three_source;
  if (!is_ternary || machine.access_mode != AccessMode::align16 || selects_macro_accumulators(machine))
    return std::nullopt;
  Instruction text = machine;
  text.access_mode = AccessMode::align1;
  if (machine.dst.write_mask != isa::kWriteAll) {
    const auto first = static_cast<unsigned>(std::countr_zero(machine.dst.write_mask));
    const unsigned element = has_two_channels(machine.dst.type) ? first / 2 : first;
    text.exec_size = 1;
    text.dst.write_mask = isa::kWriteAll;
    text.dst.subnr = static_cast<std::uint8_t>(machine.dst.subnr + element * isa::byte_size(machine.dst.type));
  }
  for (Operand& src : text.src) name_half(src);
  return !swizzles(text) && as_align16(text) == machine ? std::optional(text) : std::nullopt;
}

}  // namespace eugene::assembly
