#include "gpu/commands/state.h"

#include "base/bits.h"

namespace eugene::gpu {
namespace {

// Encoded sizes of shared local memory: 0, then powers of two from 1 KB.
constexpr std::uint32_t slm_bytes(unsigned code) { return code == 0 ? 0 : std::uint32_t{1024} << (code - 1); }
constexpr unsigned kLargestSlmCode = 7;  // 64 KB

}  // namespace

InterfaceDescriptor decode_interface_descriptor(const std::array<std::uint32_t, 8>& dw) {
  const auto u16 = [](std::uint32_t value) { return static_cast<std::uint16_t>(value); };
  const auto u8 = [](std::uint32_t value) { return static_cast<std::uint8_t>(value); };
  InterfaceDescriptor d;
  d.kernel_start = (std::uint64_t{dw[1] & 0xFFFF} << 32) | (dw[0] & ~0x3FU);
  d.software_exceptions = bit(dw[2], 7);
  d.mask_stack_exceptions = bit(dw[2], 11);
  d.illegal_opcode_exceptions = bit(dw[2], 13);
  d.alternate_floats = bit(dw[2], 16);
  d.single_program_flow = bit(dw[2], 18);
  d.denormals_by_kernel = bit(dw[2], 19);
  d.sampler_state = dw[3] & ~0x1FU;
  d.sampler_count = u8(bits(dw[3], 4, 2));
  d.binding_table = dw[4] & 0xFFE0;
  d.binding_table_entries = u8(bits(dw[4], 4, 0));
  d.constant_offset = u16(bits(dw[5], 15, 0));
  d.per_thread_registers = u16(bits(dw[5], 31, 16));
  d.threads = u16(bits(dw[6], 9, 0));
  const unsigned slm_code = bits(dw[6], 20, 16);
  d.slm_bytes = slm_bytes(slm_code > kLargestSlmCode ? kLargestSlmCode : slm_code);
  d.barrier = bit(dw[6], 21);
  d.rounding_mode = u8(bits(dw[6], 23, 22));
  d.cross_thread_registers = u8(bits(dw[7], 7, 0));
  return d;
}

}  // namespace eugene::gpu
