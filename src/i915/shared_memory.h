// Memory that processes share by descriptors, as on Linux by dma-buf descriptors (PRIME).
//
// Most objects are never shared, so their memory is anonymous (object.h): a descriptor for each would exceed the limit
// of open files. When an object is shared, its pages move to a file, and each mapping of the pages that this process
// has becomes a mapping of the file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

namespace eugene::i915 {

// Moves the `bytes` bytes of shared anonymous memory at `host` into a new file, and makes every mapping of these pages
// in this process a mapping of the file. No thread may write the memory meanwhile. Returns the file's descriptor, or -1
// and sets errno.
int move_to_file(std::byte* host, std::uint64_t bytes);

// Returns the size of a file of move_to_file(), of any process; nothing for any other descriptor.
std::optional<std::uint64_t> shared_file_bytes(int descriptor);

}  // namespace eugene::i915
