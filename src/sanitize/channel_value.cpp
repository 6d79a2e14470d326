#include "sanitize/channel_value.h"

#include <cstring>

#include "eu/register_file.h"
#include "isa/region.h"

namespace eugene::sanitize {

std::optional<std::uint64_t> value_of(const isa::Instruction& instruction, const isa::Operand& source,
                                      const eu::Thread& thread, unsigned channel) {
  if (source.is_imm()) return isa::info(source.type).is_vector ? std::nullopt : std::optional(source.imm);
  if (!source.is_grf() || source.indirect) return std::nullopt;
  const std::size_t at =
      source.nr * std::size_t{eu::kGrfBytes} + source.subnr + isa::source_offsets(instruction, source)[channel];
  const std::size_t size = isa::size_of(source.type);
  std::uint64_t bits = 0;
  if (at + size > sizeof(thread.grf)) return std::nullopt;
  std::memcpy(&bits, eu::bytes_of(thread) + offsetof(eu::Thread, grf) + at, size);
  return bits;
}

}  // namespace eugene::sanitize
