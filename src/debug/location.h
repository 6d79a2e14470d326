// Where a DWARF expression says that a variable of one channel is, with the operations that Intel's compiler adds: the
// channel's number, a register by number, and bits of a register.
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
  std::optional<std::size_t> in_registers;  // where they are among the bytes of all registers
};

inline constexpr std::size_t kGrfFileBytes = std::size_t{eu::kGrfCount} * eu::kGrfBytes;

// Bytes [begin, end) of all registers.
struct RegisterBytes {
  std::size_t begin = 0, end = 0;
  bool operator==(const RegisterBytes&) const = default;
};

struct Location {
  std::optional<std::uint64_t> address;  // in memory; else in pieces
  std::vector<Piece> pieces;             // none: optimised out
  std::vector<RegisterBytes> read;       // registers that the address or a calculated value depends on
  bool is_register = false;              // the only piece is a register and all that follow it, of unknown size
};

struct LocationFacts {
  std::span<const std::byte> registers;  // r0 and so on
  unsigned channel = 0;
  // Reads memory; false where there is none.
  std::function<bool(std::uint64_t address, std::span<std::byte> to)> read;
  // The bytes from the element of one channel to that of the next, as the instruction has them that wrote the register
  // last. 0, or no function: not known.
  std::function<unsigned(std::size_t byte)> stride = {};
};

// Nothing: the expression is malformed, or has operations that are not known.
std::optional<Location> locate(std::span<const std::uint8_t> expression, const LocationFacts& facts);

}  // namespace eugene::debug
