// The table of ioctls, one row each.
#pragma once

#include <cstdint>
#include <string_view>

#include "i915/file.h"

namespace eugene::i915 {

struct Ioctl {
  unsigned long request;  // direction, size and number
  std::string_view name;
  int (*handler)(IoctlCall& call, void* argument);  // 0 or more, or a negative errno
};

// Returns the row with the number of `request`; null if there is none.
const Ioctl* find_ioctl(unsigned long request);

}  // namespace eugene::i915
