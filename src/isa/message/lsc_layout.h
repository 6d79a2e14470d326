// The places of data in the registers of messages to the load/store cache (isa/message/lsc.h): vISA manual LSC_UNTYPED.
#pragma once

#include <algorithm>
#include <bit>

#include "isa/message/lsc.h"

namespace eugene::isa {

constexpr unsigned round_up(unsigned bytes, unsigned unit) { return (bytes + unit - 1) / unit * unit; }

// Data in registers as runs: packed elements that begin in a new register. In ordinary messages a run is one element of
// all lanes, in transposed messages all elements of one lane.
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
  // Bytes up to the end of the last run.
  constexpr unsigned bytes() const { return at(lanes - 1, elements - 1) + slot; }
};
constexpr LscRegisters lsc_registers(const Lsc& message, unsigned lanes, unsigned elements) {
  return {.lanes = lanes,
          .elements = elements,
          .slot = message.element().slot,
          .register_bytes = message.register_bytes,
          .transposed = message.transposed};
}

// Two-dimensional blocks, one after the other. The pitch of a row is its length rounded up to a power of two.
struct LscBlock {
  unsigned width = 1, height = 1, blocks = 1;  // elements, rows
  unsigned bytes = 1;                          // size of an element
  unsigned packed = 1;                         // elements of a column that lie side by side
  unsigned register_bytes = 32;
  bool transposed = false;

  constexpr unsigned rows() const { return transposed ? width : height; }
  constexpr unsigned columns() const { return transposed ? height : width; }
  constexpr unsigned pitch() const { return std::bit_ceil(columns()); }  // elements
  // Bytes that the data of one block take, and bytes from one block to the next, which begins a register.
  constexpr unsigned used_bytes() const { return round_up(rows(), packed) * pitch() * bytes; }
  constexpr unsigned block_bytes() const { return round_up(used_bytes(), register_bytes); }
  constexpr unsigned all_bytes() const { return blocks * block_bytes(); }
  // Bytes up to the end of the last block's data.
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

// Row pitch of a typed block, and its total size, in bytes.
constexpr unsigned lsc_typed_row(unsigned width) { return std::max(std::bit_ceil(width), 4U); }
constexpr unsigned lsc_typed_bytes(const Lsc& message, unsigned width, unsigned height) {
  return round_up(lsc_typed_row(width) * height, message.register_bytes);
}

inline constexpr unsigned kMaxLscRegisters = 32;  // for a message's data, in registers of `register_bytes`

}  // namespace eugene::isa
