#include "gpu/commands/command_layout.h"

#include <algorithm>
#include <array>
#include <span>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

using B = StateBases;

// SNB PRM vol2 part1 "STATE_BASE_ADDRESS".
constexpr std::array kGen6Bases{BaseField{&B::general, 1}, BaseField{&B::surface, 2}, BaseField{&B::dynamic, 3},
                                BaseField{&B::indirect_object, 4}, BaseField{&B::instruction, 5}};
constexpr std::array kGen6Bounds{
    BoundField{&B::general_size, &B::general, 6}, BoundField{&B::dynamic_size, &B::dynamic, 7},
    BoundField{&B::indirect_object_size, &B::indirect_object, 8}, BoundField{&B::instruction_size, &B::instruction, 9}};

// BXT PRM vol6 "STATE_BASE_ADDRESS".
constexpr std::array kGen9Bases{BaseField{&B::general, 1},      BaseField{&B::surface, 4},
                                BaseField{&B::dynamic, 6},      BaseField{&B::indirect_object, 8},
                                BaseField{&B::instruction, 10}, BaseField{&B::bindless_surface, 16}};
constexpr std::array kGen9Bounds{BoundField{&B::general_size, &B::general, 12},
                                 BoundField{&B::dynamic_size, &B::dynamic, 13},
                                 BoundField{&B::indirect_object_size, &B::indirect_object, 14},
                                 BoundField{&B::instruction_size, &B::instruction, 15}};

constexpr CommandLayout kGen6Layout{.has_wide_addresses = false,
                                    .has_process_tables = false,
                                    .select_has_mask = false,
                                    .global_bit_in_address = true,
                                    .descriptor_has_groups = false,
                                    .walker_has_children = true,
                                    .walker_has_dual_mode = true,
                                    .vfe_has_stack = false,
                                    .vfe_has_gateway_bypass = true,
                                    .registers_are_relative = false,
                                    .has_binding_table_mode = false,
                                    .descriptor_index_bits = 5,
                                    .walker = {.place = 9, .rounds = 10},
                                    .bases = kGen6Bases,
                                    .bounds = kGen6Bounds,
                                    .bounds_are_addresses = true};

constexpr CommandLayout kGen9Layout{.has_wide_addresses = true,
                                    .has_process_tables = true,
                                    .select_has_mask = true,
                                    .global_bit_in_address = false,
                                    .descriptor_has_groups = true,
                                    .walker_has_children = false,
                                    .walker_has_dual_mode = false,
                                    .vfe_has_stack = true,
                                    .vfe_has_gateway_bypass = false,
                                    .registers_are_relative = false,
                                    .has_binding_table_mode = false,
                                    .descriptor_index_bits = 6,
                                    .walker = {.place = 11, .rounds = 12},
                                    .bases = kGen9Bases,
                                    .bounds = kGen9Bounds,
                                    .bounds_are_addresses = false};

// Mesa's genxml, gen12.xml.
constexpr CommandLayout kGen12Layout = [] {
  CommandLayout layout = kGen9Layout;
  layout.registers_are_relative = true;
  layout.has_binding_table_mode = true;
  return layout;
}();

constexpr isa::PerGen<const CommandLayout*> kLayouts{&kGen6Layout, &kGen9Layout, &kGen12Layout};

// Encoded sizes of shared local memory: 0, then powers of two from 1 KB.
constexpr std::uint32_t slm_bytes(unsigned code) { return code == 0 ? 0 : std::uint32_t{1024} << (code - 1); }
constexpr std::uint32_t kLargestSlmCode = 7;  // 64 KB

}  // namespace

const CommandLayout& command_layout(const isa::Gen& gen) { return *kLayouts[gen.id]; }

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
