// Where the data of messages to the load/store cache lie in registers (isa/message/lsc.h): vISA manual LSC_UNTYPED.
#pragma once

#include <algorithm>
#include <bit>

#include "isa/message/lsc.h"

namespace eugene::isa {

constexpr unsigned round_up(unsigned bytes, unsigned unit) { return (bytes + unit - 1) / unit * unit; }

// Runs of elements that lie together, each from a new register on. Of ordinary messages a run is one element of all
// lanes, of transposed ones it is all elements of a lane.
struct LscRegisters {
  unsigned lanes = 1;
  unsigned elements = 1;
  unsigned slot = 4;  // bytes of an element
  unsigned register_bytes = 32;
  bool transposed = false;

  constexpr unsigned run_bytes() const { return round_up((transposed ? elements : lanes) * slot, register_bytes); }
  constexpr unsigned at(unsigned lane, unsigned element) const {
    return transposed ? lane * run_bytes() + element * slot : element * run_bytes() + lane * slot;
  }
  // To the end of the last run.
  constexpr unsigned bytes() const { return at(lanes - 1, elements - 1) + slot; }
};
constexpr LscRegisters lsc_registers(const Lsc& message, unsigned lanes, unsigned elements) {
  return {.lanes = lanes,
          .elements = elements,
          .slot = message.element().slot,
          .register_bytes = message.register_bytes,
          .transposed = message.transposed};
}

// Blocks of two dimensions, one after the other. A row of registers is as long as the next power of two.
struct LscBlock {
  unsigned width = 1, height = 1, blocks = 1;  // elements, rows
  unsigned bytes = 1;                          // of an element
  unsigned packed = 1;                         // elements of a column that are side by side
  unsigned register_bytes = 32;
  bool transposed = false;

  constexpr unsigned rows() const { return transposed ? width : height; }
  constexpr unsigned columns() const { return transposed ? height : width; }
  constexpr unsigned pitch() const { return std::bit_ceil(columns()); }  // elements
  // Bytes of one block, which begins a register, and up to the next.
  constexpr unsigned used_bytes() const { return round_up(rows(), packed) * pitch() * bytes; }
  constexpr unsigned block_bytes() const { return round_up(used_bytes(), register_bytes); }
  constexpr unsigned all_bytes() const { return blocks * block_bytes(); }
  // To the end of the last.
  constexpr unsigned needed_bytes() const { return (blocks - 1) * block_bytes() + used_bytes(); }
  constexpr unsigned at(unsigned block, unsigned y, unsigned x) const {
    const unsigned row = transposed ? x : y, column = transposed ? y : x;
    const unsigned element = row / packed * packed * pitch() + column * packed + row % packed;
    return block * block_bytes() + element * bytes;
  }
};
constexpr LscBlock lsc_block(const Lsc& message, unsigned blocks, unsigned width, unsigned height) {
  const unsigned bytes = message.element().bytes;
  return {.width = width,
          .height = height,
          .blocks = blocks,
          .bytes = bytes,
          .packed = message.vnni ? std::max(4U / bytes, 1U) : 1,
          .register_bytes = message.register_bytes,
          .transposed = message.transposed};
}

// Bytes from row to row of a typed block, and of all of it.
constexpr unsigned lsc_typed_row(unsigned width) { return std::max(std::bit_ceil(width), 4U); }
constexpr unsigned lsc_typed_bytes(const Lsc& message, unsigned width, unsigned height) {
  return round_up(lsc_typed_row(width) * height, message.register_bytes);
}

inline constexpr unsigned kMostLscRegisters = 32;  // of the data, in the machine's registers

}  // namespace eugene::isa
