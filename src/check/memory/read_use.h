// Whether a program uses the data that it reads. A compiler writes a part of a vector by reading the whole vector, and
// writing it back with the part replaced: such a read is not one of the program.
#pragma once

#include <cstddef>
#include <cstdint>

#include "eu/kernel.h"

namespace eugene::check {

// Follows the answer of the message at instruction `index` through moves and logic, along the way of a thread that
// leaves no block early. Returns true if some of the answer is computed with, decides a branch, is an address, or is
// written to other memory. Returns false if the answer only goes back to where it came from, or no use was seen.
bool uses_what_it_reads(const eu::Kernel& kernel, std::size_t index);

// The instructions that count as discarding bytes of an answer.
enum class Discard : std::uint8_t {
  any_write,  // each that may write the bytes
  all_lanes,  // only instructions without a predicate: select() keeps the answer in some channels
};
// Whether an instruction may read some of the `bytes` bytes from `first` on in the answer of the message at instruction
// `index`. Compilers read vectors of three as four, and rows of small elements by dwords.
bool uses_answer(const eu::Kernel& kernel, std::size_t index, std::size_t first, std::size_t bytes, Discard discard);

}  // namespace eugene::check
