// Where the generations differ in the fields of their commands, as data. Addresses of Gen6 have 32 bits and take one
// dword, those of Gen9 have 48 and take two: what follows an address lies one dword further on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/commands/state.h"
#include "gpu/media/walker.h"
#include "isa/gen.h"

namespace eugene::gpu {

// A base address, or the size of what lies there, in STATE_BASE_ADDRESS.
struct BaseField {
  std::uint64_t StateBases::* value;
  std::size_t dword;
};
struct BoundField {
  std::uint64_t StateBases::* size;
  std::uint64_t StateBases::* base;
  std::size_t dword;
};

struct CommandLayout {
  bool has_wide_addresses;             // of 48 bits
  bool has_process_tables;             // programs have address spaces of their own; else all share the global table
  bool select_has_mask;                // PIPELINE_SELECT has mask bits: without them set it changes nothing
  bool global_bit_in_address;          // bit 2 of PIPE_CONTROL's address says that it is a global one
  bool descriptor_has_groups;          // INTERFACE_DESCRIPTOR_DATA speaks of thread groups and shared local memory
  bool walker_has_children;            // MEDIA_OBJECT_WALKER has Children Present,
  bool walker_has_dual_mode;           // and Dual Mode
  bool vfe_has_stack;                  // MEDIA_VFE_STATE has Stack Size and Slice Disable,
  bool vfe_has_gateway_bypass;         // or Bypass Gateway Control
  unsigned descriptor_index_bits;      // of Interface Descriptor Offset
  WalkerWidths walker;                 // of MEDIA_OBJECT_WALKER
  std::span<const BaseField> bases;    // of STATE_BASE_ADDRESS
  std::span<const BoundField> bounds;  // the same
  bool bounds_are_addresses;           // where a buffer ends, not how long it is

  // Of an address in a command or an interface descriptor.
  constexpr unsigned address_dwords() const { return has_wide_addresses ? 2 : 1; }
};

const CommandLayout& command_layout(const isa::Gen& gen);

}  // namespace eugene::gpu
