#include "script/reliance/channel_value.h"

#include <cstring>

#include "eu/register_file.h"
#include "isa/region.h"

namespace eugene::script::reliance {

std::optional<std::uint64_t> read_value(const isa::Instruction& instruction, const isa::Operand& source,
                                        const eu::Thread& thread, unsigned channel) {
  if (source.is_imm()) return isa::info(source.type).is_vector ? std::nullopt : std::optional(source.imm);
  if (!source.is_grf() || source.indirect) return std::nullopt;
  const std::size_t at = source.subnr + std::size_t{isa::source_offset(instruction, source, channel)};
  const std::size_t size = isa::byte_size(source.type);
  std::uint64_t bits = 0;
  // Regions of vISA variables stay in their file (eu/prepare/operand_plan.h).
  if (source.nr < eu::kGrfCount && source.nr * std::size_t{eu::kGrfBytes} + at + size > sizeof(thread.grf))
    return std::nullopt;
  std::memcpy(&bits, eu::raw_bytes(thread) + eu::grf_offset(source.nr) + at, size);
  return bits;
}

}  // namespace eugene::script::reliance
