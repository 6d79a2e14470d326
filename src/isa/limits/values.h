// The values that a field, a register file or a region may have. The rows of limits use them, and so does the assembler
// before it stores a number in an instruction.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isa/gen.h"
#include "isa/operand.h"

namespace eugene::isa {

// 1, 2, 4, 8, 16 or 32 channels (7.2.2 ExecSize).
constexpr bool is_exec_size(std::uint64_t channels) {
  return channels >= 1 && channels <= 32 && (channels & (channels - 1)) == 0;
}

// Quarter and nibble control count groups of four channels, of 32 in all (7.2.2 QtrCtrl, NibCtrl). An instruction of
// `exec_size` channels begins at a multiple of `exec_size`.
constexpr bool is_channel_offset(std::uint64_t channel, unsigned exec_size = 1) {
  const unsigned step = std::max(exec_size, 4U);
  return channel % step == 0 && channel < 32 && channel + step <= 32;
}

// Each flag register has two subregisters of 16 bits (5.3.4.6).
constexpr bool has_flag(const Gen& gen, std::uint64_t number, std::uint64_t subregister) {
  return number < gen.files.flag_registers && subregister < 2;
}

constexpr bool has_address_subregister(const Gen& gen, std::uint64_t subregister) {
  return subregister < gen.files.address_subregisters;
}

constexpr bool is_scalar(const Region& region) { return region == Region{0, 1, 0}; }

}  // namespace eugene::isa
