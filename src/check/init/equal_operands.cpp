#include "check/init/equal_operands.h"

#include <cstring>
#include <optional>

#include "eu/register_file.h"
#include "isa/region.h"

namespace eugene::check {
namespace {

using isa::Operand;

bool is_plain(const Operand& operand) {
  if (operand.has_modifier() || operand.indirect || isa::info(operand.type).is_vector) return false;
  return operand.is_imm() || (operand.is_grf() && operand.nr < eu::kGrfCount);
}

// Extends `bits`, a value of `type`, to 64 bits.
std::uint64_t extended(isa::Type type, std::uint64_t bits) {
  const unsigned unused = 64 - isa::byte_size(type) * 8;
  const std::uint64_t shifted = bits << unused;
  return isa::is_signed(type) ? static_cast<std::uint64_t>(static_cast<std::int64_t>(shifted) >> unused)
                              : shifted >> unused;
}

std::optional<std::size_t> place(const Operand& operand, unsigned offset) {
  const std::size_t at = operand.nr * std::size_t{eu::kGrfBytes} + operand.subnr + offset;
  return at + isa::byte_size(operand.type) <= sizeof(eu::Thread::grf) ? std::optional(at) : std::nullopt;
}

std::uint64_t read_value(const Operand& operand, unsigned offset, const eu::Thread& thread) {
  if (operand.is_imm()) return extended(operand.type, operand.imm);
  const auto at = place(operand, offset);
  std::uint64_t bits = 0;
  if (at) std::memcpy(&bits, eu::raw_bytes(thread) + *at, isa::byte_size(operand.type));
  return extended(operand.type, bits);
}

}  // namespace

bool make_equal(const isa::Instruction& compare, unsigned source, const eu::Thread& thread, eu::Thread& twin) {
  const Operand& to = compare.src[source];
  const Operand& from = compare.src[1 - source];
  if (!is_plain(to) || !is_plain(from) || to.is_imm() || to == from) return false;
  if (to.type != from.type && (isa::is_float(to.type) || isa::is_float(from.type))) return false;
  const isa::ElementOffsets to_offsets = isa::source_offsets(compare, to);
  const isa::ElementOffsets from_offsets = isa::source_offsets(compare, from);
  for (unsigned channel = 0; channel != compare.exec_size; ++channel) {
    const auto at = place(to, to_offsets[channel]);
    if (!at) return false;
    const std::uint64_t wanted = read_value(from, from_offsets[channel], thread);
    const std::size_t bytes = isa::byte_size(to.type);
    std::uint64_t value = 0, other = 0;
    std::memcpy(&value, eu::raw_bytes(thread) + *at, bytes);
    std::memcpy(&other, eu::raw_bytes(twin) + *at, bytes);
    value ^= (value ^ wanted) & (value ^ other);
    std::memcpy(eu::raw_bytes(twin) + *at, &value, bytes);
  }
  return true;
}

}  // namespace eugene::check
