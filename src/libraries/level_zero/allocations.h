// The memory that a program has allocated by zeMemAlloc*, in a checked run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <vector>

#include "../driver_layers/host_writes.h"

namespace eugene::i915 {

// Safe for several threads.
class Allocations {
 public:
  // The allocation that a pointer leads to.
  struct Place {
    std::uint64_t object = 0;  // number of the allocation, which no other ever has; 0: the pointer leads to none
    std::uint64_t buffer = 0;  // the same number; 0: it is not known what writes the allocation
    std::size_t begin = 0;     // of the pointer in the allocation,
    std::size_t bytes = 0;     // which has so many
  };

  // The program writes memory of the device by calls; memory of other kinds it writes without one.
  void add(const void* memory, std::size_t bytes, bool is_of_device);
  void remove(const void* memory);
  Place find(const void* pointer);

  // A command of the program writes so many bytes from there on.
  void write(const void* pointer, std::size_t bytes);
  // From now on nothing is known of what writes memory of the device: a kernel may reach any of this memory without an
  // argument that points to it.
  void lose_sight();
  // Describes an argument that is a pointer.
  eugene_argument describe(unsigned number, const void* pointer);

 private:
  struct Allocation {
    std::uint64_t object = 0;
    std::size_t bytes = 0;
    bool is_known = false;  // all that writes the allocation
    HostWrites writes;
  };
  using ByAddress = std::map<std::uintptr_t, Allocation>;
  ByAddress::iterator find_allocation(const void* pointer);

  std::mutex mutex_;
  std::uint64_t last_ = std::uint64_t{1} << 32;  // buffers of OpenCL in the same process have smaller numbers
  ByAddress allocations_;
};

// Never destroyed: threads may launch kernels until the very end.
Allocations& allocations();

}  // namespace eugene::i915
