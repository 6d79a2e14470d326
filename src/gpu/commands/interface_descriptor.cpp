#include "gpu/pipeline/state.h"

#include <algorithm>
#include <span>

#include "base/bits.h"
#include "gpu/commands/command_layout.h"

namespace eugene::gpu {
namespace {

// Encoded sizes of shared local memory: 0, then powers of two from 1 KB.
constexpr std::uint32_t slm_bytes(unsigned code) { return code == 0 ? 0 : std::uint32_t{1024} << (code - 1); }
constexpr std::uint32_t kLargestSlmCode = 7;  // 64 KB

}  // namespace

InterfaceDescriptor decode_interface_descriptor(const CommandLayout& layout, const std::array<std::uint32_t, 8>& dw) {
  const auto u16 = [](std::uint32_t value) { return static_cast<std::uint16_t>(value); };
  const auto u8 = [](std::uint32_t value) { return static_cast<std::uint8_t>(value); };
  InterfaceDescriptor d;
  const std::uint64_t high = layout.has_wide_addresses ? dw[1] & 0xFFFF : 0;
  d.kernel_start = high << 32 | (dw[0] & ~0x3FU);
  const std::span<const std::uint32_t> rest = std::span(dw).subspan(layout.address_dwords());  // after the address
  d.software_exceptions = bit(rest[0], 7);
  d.mask_stack_exceptions = bit(rest[0], 11);
  d.illegal_opcode_exceptions = bit(rest[0], 13);
  d.alternate_floats = bit(rest[0], 16);
  d.single_program_flow = bit(rest[0], 18);
  d.sampler_state = rest[1] & ~0x1FU;
  d.sampler_count = u8(bits(rest[1], 4, 2));
  d.binding_table = rest[2] & 0xFFE0;
  d.binding_table_entries = u8(bits(rest[2], 4, 0));
  d.constant_offset = u16(bits(rest[3], 15, 0));
  d.per_thread_registers = u16(bits(rest[3], 31, 16));
  if (!layout.descriptor_has_groups) return d;
  d.denormals_by_kernel = bit(rest[0], 19);
  d.threads = u16(bits(rest[4], 9, 0));
  d.slm_bytes = slm_bytes(std::min(bits(rest[4], 20, 16), kLargestSlmCode));
  d.global_barrier = bit(rest[4], 15);
  d.barrier = bit(rest[4], 21);
  d.rounding_mode = u8(bits(rest[4], 23, 22));
  d.cross_thread_registers = u8(bits(rest[5], 7, 0));
  return d;
}

}  // namespace eugene::gpu
