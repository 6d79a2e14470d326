// Memory in which the device's threads have room each, by number: scratch and private memory.
#pragma once

#include <cstdint>

namespace eugene::checks {

struct ThreadMemory {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;  // of a thread
};

}  // namespace eugene::checks
