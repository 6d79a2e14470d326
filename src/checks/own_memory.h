// Private memory of another thread (kind "memory", id memory.private). Arrays of a work-item that do not fit into
// registers lie in scratch memory or in a buffer that the driver has made, where each thread of the EUs has a place of
// its own (OpenCL C 3.0, 6.7.4). An index that is far enough wrong leaves it. Where an array ends within it, and where
// the memory of a channel does, is the compiler's choice and not known.
#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "checks/found_list.h"
#include "checks/thread_memory.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::checks {

class OwnMemoryCheck {
 public:
  static constexpr eu::Interest kInterest{.accesses = true};

  // `program` must outlive it. `threads`: of the device.
  OwnMemoryCheck(const isa::Program& program, std::vector<ThreadMemory> memories, std::uint64_t threads)
      : program_(&program), memories_(std::move(memories)), threads_(threads) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // All workers have ended.
  void dispatch_ends(Sink& sink) { found_.give(sink); }

 private:
  friend class OwnMemoryObserver;

  const isa::Program* program_;
  std::vector<ThreadMemory> memories_;
  std::uint64_t threads_;
  FoundList found_;
};

}  // namespace eugene::checks
