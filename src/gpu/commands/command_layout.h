// Where the generations differ in their commands, as data. Addresses of Gen6 have 32 bits and take one dword, those of
// Gen9 have 48 and take two: what follows an address lies one dword further on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/commands/state.h"
#include "isa/gen.h"

namespace eugene::gpu {

struct Command;

// A base address, or the size of what lies there, in STATE_BASE_ADDRESS.
struct BaseField {
  std::uint64_t StateBases::*value;
  std::size_t dword;
};
struct BoundField {
  std::uint64_t StateBases::*size;
  std::uint64_t StateBases::*base;
  std::size_t dword;
};

struct CommandLayout {
  std::span<const Command> commands;   // sorted by code
  unsigned address_dwords;             // of an address in a command or an interface descriptor
  bool select_has_mask;                // PIPELINE_SELECT has mask bits: without them set it changes nothing
  unsigned post_sync_alignment;        // of PIPE_CONTROL's address; where 8, bit 2 says that it is a global one
  bool descriptor_has_groups;          // INTERFACE_DESCRIPTOR_DATA speaks of thread groups and shared local memory
  std::span<const BaseField> bases;    // of STATE_BASE_ADDRESS
  std::span<const BoundField> bounds;  // the same
  bool bounds_are_addresses;           // where a buffer ends, not how long it is
};

const CommandLayout& command_layout(const isa::Gen& gen);

}  // namespace eugene::gpu
