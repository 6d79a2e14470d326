// Places of the variables of work-items in private memory, as the code of a build without optimisation computes them.
//
// Problem: an index that leaves a private array reaches a neighbour, which is mapped memory as well. Debug data name
// variables, but on some devices they have no places for arrays, and temporaries of the compiler have no names at all.
// Idea: such a build keeps every variable in memory, once for each channel, channel after channel. It computes the
// address as P + T + begin + channel * bytes: P is an argument, the address of the private memory of all threads; T is
// the thread's number times the size of a thread's part. Functions with stacks have a frame pointer in place of P + T.
// All terms except P and T are constants of the code. So this analysis propagates constants through the code, with P
// and T as symbols. An instruction that makes a complete address, which differs from channel to channel, defines a
// variable: the address has its begin and its size. Addresses that are computed from a complete address, for example
// the address of an element, may leave the variable; they remember the variable as long as they are in registers.
//
// Optimised builds use private memory in other ways, so nothing is found in them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "eu/kernel.h"

namespace eugene::check {

// Bytes of a variable: channel c has [begin + c * bytes, begin + (c + 1) * bytes) of a frame.
struct PrivateVariable {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;
  unsigned channels = 0;
  std::uint32_t instruction = 0;  // index of the first instruction that computes the address
  std::size_t place = 0;          // offset in the Thread of channel 0's address, which `instruction` writes
  std::uint64_t end() const { return begin + bytes * channels; }
};

// A function with its own frame, or all of a kernel.
struct PrivateFrame {
  std::uint32_t first = 0, end = 0;        // instructions
  bool has_stack = false;                  // begins with room for the caller's frame pointer
  std::optional<std::uint64_t> bytes;      // size of the frame; nothing: unknown
  std::vector<PrivateVariable> variables;  // by begin
};

// The place that an instruction accesses, if the code computes the address without an index: channel c accesses the
// frame's byte begin + c * stride.
struct PrivateAccess {
  std::uint64_t begin = 0;
  std::uint64_t stride = 0;
};

struct PrivateLayout {
  std::vector<PrivateFrame> frames;                    // by first instruction
  std::vector<std::optional<PrivateAccess>> accesses;  // by index of the instruction
  // The variable from whose address an instruction computes the address that it accesses, by index of the instruction.
  std::vector<std::optional<PrivateAccess>> indexed;

  const PrivateFrame* frame_at(std::size_t instruction) const;
  // Returns the variable that an instruction has to stay in; null if the variable is unknown.
  const PrivateVariable* variable_at(std::size_t instruction) const;
};

// The place where a thread finds the pointer to private memory when it starts.
struct PrivatePointer {
  std::size_t place = 0;  // offset in the Thread
  unsigned bytes = 8;
};

// Returns nothing if no variable is found.
std::optional<PrivateLayout> private_layout(const eu::Kernel& kernel, const PrivatePointer& pointer);

}  // namespace eugene::check
