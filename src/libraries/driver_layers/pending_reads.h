// Bytes of buffers that a program reads when what it has submitted is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

#include "preloaded.h"

namespace eugene::i915 {

// Safe for several threads.
class PendingReads {
 public:
  // 0: the buffer has no number.
  void add(std::uint64_t buffer, std::size_t offset, std::size_t bytes) {
    const std::scoped_lock lock(mutex_);
    if (buffer != 0) reads_.push_back({buffer, offset, bytes});
  }
  // They are done.
  void tell() {
    std::vector<Read> reads;
    {
      const std::scoped_lock lock(mutex_);
      reads = std::exchange(reads_, {});
    }
    for (const Read& each : reads) tell_read_back(each.buffer, each.offset, each.bytes);
  }

 private:
  struct Read {
    std::uint64_t buffer = 0;
    std::size_t offset = 0;
    std::size_t bytes = 0;
  };
  std::mutex mutex_;
  std::vector<Read> reads_;
};

// Never destroyed: threads may wait until the very end.
inline PendingReads& pending_reads() {
  static PendingReads* const instance = new PendingReads;
  return *instance;
}

}  // namespace eugene::i915
