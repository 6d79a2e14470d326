// Differences between the generations in the fields of commands, as data. A Gen6 address has 32 bits and takes one
// dword. A Gen9 address has 48 bits and takes two, so the fields after it are one dword further on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/pipeline/state.h"
#include "isa/gen.h"

namespace eugene::gpu {

// The dword of a base address in STATE_BASE_ADDRESS, and of a buffer's size.
struct BaseField {
  std::uint64_t StateBases::* value;
  std::size_t dword;
};
struct BoundField {
  std::uint64_t StateBases::* size;
  std::uint64_t StateBases::* base;
  std::size_t dword;
};

// Widths, in bits, of a walker's fields, which differ between generations.
struct WalkerWidths {
  unsigned place;   // a coordinate or resolution; vectors have one bit more, the sign
  unsigned rounds;  // an execution count
};

struct CommandLayout {
  bool has_wide_addresses;             // addresses have 48 bits
  bool has_process_tables;             // each program has its own address space; else all share the global table
  bool select_has_mask;                // PIPELINE_SELECT has mask bits, and changes nothing if they are clear
  bool global_bit_in_address;          // bit 2 of PIPE_CONTROL's address selects the global address space
  bool descriptor_has_groups;          // INTERFACE_DESCRIPTOR_DATA has fields for thread groups and shared local memory
  bool walker_has_children;            // MEDIA_OBJECT_WALKER has Children Present
  bool walker_has_dual_mode;           // MEDIA_OBJECT_WALKER has Dual Mode
  bool vfe_has_stack;                  // MEDIA_VFE_STATE has Stack Size and Slice Disable
  bool vfe_has_gateway_bypass;         // MEDIA_VFE_STATE has Bypass Gateway Control
  bool registers_are_relative;         // commands may count register offsets from the first one of their engine
  bool has_binding_table_mode;         // GT_MODE has the unit of binding table pointers
  unsigned descriptor_index_bits;      // width of Interface Descriptor Offset
  WalkerWidths walker;                 // field widths of MEDIA_OBJECT_WALKER
  std::span<const BaseField> bases;    // base addresses in STATE_BASE_ADDRESS
  std::span<const BoundField> bounds;  // buffer sizes in STATE_BASE_ADDRESS
  bool bounds_are_addresses;           // a size field holds the end address of the buffer

  // Size of an address in a command or an interface descriptor.
  constexpr unsigned address_dwords() const { return has_wide_addresses ? 2 : 1; }
};

const CommandLayout& command_layout(const isa::Gen& gen);

InterfaceDescriptor decode_interface_descriptor(const CommandLayout& layout,
                                                const std::array<std::uint32_t, 8>& dwords);

}  // namespace eugene::gpu
