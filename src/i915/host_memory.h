// The host's memory size, which is also the GPU's memory size.
#pragma once

#include <sys/sysinfo.h>

#include <cstdint>

namespace eugene::i915 {

struct HostMemory {
  std::uint64_t total = 0;  // bytes
  std::uint64_t free = 0;
};

inline HostMemory host_memory() {
  struct sysinfo info{};
  if (::sysinfo(&info) != 0) return {};
  return {std::uint64_t{info.totalram} * info.mem_unit, std::uint64_t{info.freeram + info.bufferram} * info.mem_unit};
}

}  // namespace eugene::i915
