// Whether a program uses what it reads. A compiler writes a part of a vector by reading all of it, and writing it back
// with the part replaced: such a read is none of the program's.
#pragma once

#include <cstddef>
#include <cstdint>

#include "eu/kernel.h"

namespace eugene::checks {

// Follows what the message of instruction `index` answers through moves and logic along the way that a thread takes
// where it leaves no block early. True: some of it is computed with, decides a branch, is an address, or is written to
// other memory. False: it goes back to where it came from, or this was not seen.
bool uses_what_it_reads(const eu::Kernel& kernel, std::size_t index);

// Which instructions throw bytes of an answer away.
enum class Discard : std::uint8_t {
  any_write,  // each that may write them
  all_lanes,  // only those without a predicate: select() keeps the answer in some channels
};
// Whether an instruction may read some of the `bytes` bytes from `first` on of what the message of instruction `index`
// answers. Compilers read vectors of three as four, and rows of small elements by dwords.
bool uses_answer(const eu::Kernel& kernel, std::size_t index, std::size_t first, std::size_t bytes, Discard discard);

}  // namespace eugene::checks
