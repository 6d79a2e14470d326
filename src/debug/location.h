// Evaluates DWARF expressions that describe where a variable of one channel is. Supports the operations that Intel's
// compiler adds: the channel's number, a register by number, and bits of a register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "eu/thread.h"

namespace eugene::debug {

// One piece of a value, or all of it.
struct Piece {
  std::vector<std::byte> bytes;
  std::optional<std::size_t> in_registers;  // offset of `bytes` in the bytes of all registers
};

inline constexpr std::size_t kGrfFileBytes = std::size_t{eu::kGrfCount} * eu::kGrfBytes;

// Bytes [begin, end) of all registers.
struct RegisterBytes {
  std::size_t begin = 0, end = 0;
  bool operator==(const RegisterBytes&) const = default;
};

struct Location {
  std::optional<std::uint64_t> address;  // address in memory; nothing: the value is in `pieces`
  std::vector<Piece> pieces;             // empty: optimised out
  std::vector<RegisterBytes> read;       // registers that the address or a calculated value depends on
  bool is_register = false;              // the only piece is a register and all registers after it; the size is unknown
};

struct LocationFacts {
  std::span<const std::byte> registers;  // bytes of the registers from r0 on
  unsigned channel = 0;
  // Reads memory. Returns false if the address is not mapped.
  std::function<bool(std::uint64_t address, std::span<std::byte> to)> read;
  // Returns the distance in bytes from one channel's element to the next channel's element, as the last instruction
  // that wrote the register has it. 0, or no function: not known.
  std::function<unsigned(std::size_t byte)> stride = {};
};

// Returns nothing if the expression is malformed or has unknown operations.
std::optional<Location> locate(std::span<const std::uint8_t> expression, const LocationFacts& facts);

}  // namespace eugene::debug
