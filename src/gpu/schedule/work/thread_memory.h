// Memory in which each thread of the device has a part, by its number: scratch and private memory.
#pragma once

#include <cstdint>

namespace eugene::gpu {

struct ThreadMemory {
  std::uint64_t begin = 0;
  std::uint64_t bytes = 0;  // size of a thread's part
};

}  // namespace eugene::gpu
