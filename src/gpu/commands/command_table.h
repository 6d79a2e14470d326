// The rows of the command tables: command_table.cpp for Gen9, command_table_gen6.cpp for Gen6.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>

#include "gpu/commands/command_streamer.h"

namespace eugene::gpu {

// One command the streamer knows.
struct Command {
  std::uint32_t code;  // the bits of dword 0 that name it
  std::string_view name;
  unsigned length_bits;              // of the DWord Length field; 0: one dword
  unsigned shortest;                 // fewest dwords
  CommandStreamer::Handler handler;  // null: has no effect on compute
};

// Sorted by code.
std::span<const Command> gen6_commands();
std::span<const Command> gen9_commands();

// The row for a command's first dword; null if there is none.
const Command* find_command(std::span<const Command> commands, std::uint32_t dword);
// Dwords that a command starting with `dword` takes.
unsigned command_length(const Command& command, std::uint32_t dword);

namespace command_rows {

inline constexpr CommandStreamer::Handler kNoEffect = nullptr;

// Command type 0: the opcode is in bits 28:23.
constexpr std::uint32_t mi(std::uint32_t opcode) { return opcode << 23; }
// Command type 3: subtype 28:27, opcode 26:24, subopcode 23:16.
constexpr std::uint32_t gfx(std::uint32_t subtype, std::uint32_t opcode, std::uint32_t subopcode) {
  return (3U << 29) | (subtype << 27) | (opcode << 24) | (subopcode << 16);
}
// State of the 3D pipeline: it may be set in a context that only computes.
constexpr Command state_3d(std::uint32_t opcode, std::uint32_t subopcode, std::string_view name) {
  return {gfx(3, opcode, subopcode), name, 8, 1, kNoEffect};
}

// Sorted and without two rows for one code, so that a search finds the only row.
template <class Rows>
constexpr bool are_sorted(const Rows& rows) {
  return std::ranges::is_sorted(rows, {}, &Command::code) &&
         std::ranges::adjacent_find(rows, {}, &Command::code) == rows.end();
}

}  // namespace command_rows

}  // namespace eugene::gpu
