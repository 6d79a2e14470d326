// Where the variables of work-items are in private memory, as the code of a build without optimisation computes it.
//
// Problem: a private array that is left by an index ends up in a neighbour, which is mapped memory as well. Debug data
// name variables, but on some devices it has no place for arrays, and compiler temporaries have no name at all.
// Idea: such a build keeps every variable in memory, once for each channel, channel after channel. It computes the
// address as P + T + begin + channel * bytes: P is the private memory of all threads, an argument; T is the thread's
// number times the size of its part. Functions with stacks have a frame pointer in place of P + T. All these terms but
// P and T are constants of the code. So constants are propagated through the code, with P and T as symbols. An
// instruction that makes a complete address, which differs from channel to channel, defines a variable: its begin and
// its size. Addresses that are computed further, as of an element, are not complete: they may leave the variable.
//
// Optimised builds use private memory in other ways, so nothing is found in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "eu/kernel.h"

namespace eugene::checks {

// Bytes of a variable: channel c has [begin + c * bytes, begin + (c + 1) * bytes) of a frame.
struct PrivateVariable {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  unsigned channels = 0;
  std::uint32_t instruction = 0;  // index of the first one that computes the address,
  std::size_t place = 0;          // and where it writes that of channel 0, in the Thread
  std::uint64_t end() const { return begin + bytes * channels; }
};

// A function with a frame of its own, or all of a kernel.
struct PrivateFrame {
  std::uint32_t first = 0, end = 0;        // instructions
  bool has_stack = false;                  // begins with room for the caller's frame pointer
  std::optional<std::uint64_t> bytes;      // of the frame; nothing: it is not known
  std::vector<PrivateVariable> variables;  // by begin
};

// What an instruction accesses, if the code computes the address without an index: channel c accesses the frame's byte
// begin + c * stride.
struct PrivateAccess {
  std::uint64_t begin = 0;
  std::uint64_t stride = 0;
};

struct PrivateLayout {
  std::vector<PrivateFrame> frames;                    // by first instruction
  std::vector<std::optional<PrivateAccess>> accesses;  // by index of the instruction

  const PrivateFrame* frame_of(std::size_t instruction) const;
};

// Where a thread finds the pointer to private memory when it starts.
struct PrivatePointer {
  std::size_t place = 0;  // in the Thread
  unsigned bytes = 8;
};

// Nothing: no variable is found.
std::optional<PrivateLayout> private_layout(const eu::Kernel& kernel, const PrivatePointer& pointer);

}  // namespace eugene::checks
