// The memory whose undefined bytes the check `init` knows: local memory, the memory of threads, and buffers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "check/init/init.h"
#include "check/init/memory.h"
#include "check/init/origins.h"
#include "eu/observer.h"
#include "gpu/schedule/work/thread_memory.h"
#include "isa/gen.h"

namespace eugene::check {

// The part of a worker, for the group that it runs.
class WatchedMemory {
 public:
  // Bytes of watched memory.
  struct Known {
    InitSpace space = InitSpace::local;
    InitBytes* bytes = nullptr;  // null: not watched
    std::size_t offset = 0;
    const InitArgument* argument = nullptr;  // argument that contains the bytes; null: none
  };

  // `gen` and `facts` must outlive the object. `fresh` is what local memory and the memory of threads are when a group
  // begins.
  WatchedMemory(const isa::Gen& gen, const InitFacts& facts, InitBytes::Begin fresh);

  void begin_group(const eu::StartedGroup& group);
  Known find(const eu::AccessedSpace& space, std::uint64_t offset, std::size_t bytes);
  // Called for a write to memory that is not watched. The write may hit any buffer whose address is unknown, so all
  // such buffers become defined.
  void unknown_write();

 private:
  struct LocatedArgument {
    InitArgument of;
    std::optional<std::uint64_t> address;  // nothing: unknown so far
  };
  Known find_address(std::uint64_t address, std::size_t bytes);

  const isa::Gen* gen_;
  const InitFacts* facts_;
  InitBytes::Begin fresh_;
  InitBytes local_{0, InitBytes::Begin::defined};
  // By kind of thread memory, and index of the device's thread.
  std::map<std::pair<const gpu::ThreadMemory*, std::uint64_t>, InitBytes> thread_memory_;
  std::vector<LocatedArgument> arguments_;
};

}  // namespace eugene::check
