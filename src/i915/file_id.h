// Identifies the file of a descriptor. The descriptor's number cannot: descriptors are closed, copied and inherited.
#pragma once

#include <compare>
#include <cstdint>

namespace eugene::i915 {

struct FileId {
  std::uint64_t device = 0;
  std::uint64_t inode = 0;
  auto operator<=>(const FileId&) const = default;
};
// Returns the file of `descriptor`; all zeros if `descriptor` is not open.
FileId file_id(int descriptor);

}  // namespace eugene::i915
