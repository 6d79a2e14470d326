// Memory that a checked program has allocated by zeMemAlloc*.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "../driver_layers/host_writes.h"

namespace eugene::inside::level_zero {

// Safe for several threads.
class Allocations {
 public:
  // A place in an allocation.
  struct Position {
    std::uint64_t object = 0;  // number of the allocation, never reused; 0: the pointer is outside of all allocations
    std::uint64_t buffer = 0;  // equal to `object`; 0: the writers of the allocation are unknown
    std::size_t begin = 0;     // offset of the pointer in the allocation
    std::size_t bytes = 0;     // size of the allocation
  };

  // Adds an allocation. The program writes device memory only by calls, and other memory directly.
  void add(const void* memory, std::size_t bytes, bool is_of_device);
  void remove(const void* memory);
  Position find(const void* pointer);

  // Notes that a command of the program writes `bytes` bytes at `pointer`.
  void write(const void* pointer, std::size_t bytes);
  // Makes the writers of all device memory unknown: a kernel may reach this memory without an argument that points to
  // it.
  void stop_tracking();
  // Describes a pointer argument.
  eugene_argument describe(unsigned number, const void* pointer);

 private:
  struct Allocation {
    std::uint64_t object = 0;
    std::size_t bytes = 0;
    bool is_known = false;  // all writers of the allocation are known
    HostWrites writes;
  };
  using ByAddress = std::map<std::uintptr_t, Allocation>;
  ByAddress::iterator find_allocation(const void* pointer);

  std::mutex mutex_;
  std::uint64_t last_ = std::uint64_t{1} << 32;  // above all numbers of OpenCL's buffers in the same process
  ByAddress allocations_;
};

}  // namespace eugene::inside::level_zero
