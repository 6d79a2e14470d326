// Bytes of buffers that a program will read when the commands that it has submitted are done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "preloaded.h"

namespace eugene::inside {

// Safe for several threads. A queue is named by its handle; null: any queue.
class PendingReads {
 public:
  // Does nothing for a buffer whose number is 0.
  void add(const void* queue, std::uint64_t buffer, std::size_t offset, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    if (buffer != 0) reads_.push_back({++last_, queue, buffer, offset, bytes});
  }
  // Returns the number of the read that was added last.
  std::uint64_t last() {
    const std::scoped_lock lock(mutex_);
    return last_;
  }
  // Reports the queue's reads up to number `last`, which are done, to the GPU.
  void tell(const void* queue, std::uint64_t last = ~std::uint64_t{0}) {
    std::vector<Read> done;
    {
      const std::scoped_lock lock(mutex_);
      std::erase_if(reads_, [&](const Read& each) {
        const bool is_done = each.queue == queue && each.number <= last;
        if (is_done) done.push_back(each);
        return is_done;
      });
    }
    for (const Read& each : done) tell_read_back(each.buffer, each.offset, each.bytes);
  }

 private:
  struct Read {
    std::uint64_t number = 0;
    const void* queue = nullptr;
    std::uint64_t buffer = 0;
    std::size_t offset = 0;
    std::size_t bytes = 0;
  };
  std::mutex mutex_;
  std::uint64_t last_ = 0;
  std::vector<Read> reads_;
};

// Defined by the layer. Never destroyed: threads may wait until the very end.
PendingReads& pending_reads();

}  // namespace eugene::inside
