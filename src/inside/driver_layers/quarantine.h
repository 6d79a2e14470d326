// Shared memory that a program has freed in a checked run. The driver would soon reuse freed memory, and an access by a
// dangling pointer would then look like an access of the new memory. The driver therefore frees memory later: when more
// than kMaxBytes are in quarantine, when the driver is out of memory, or when the context ends.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <mutex>
#include <vector>

namespace eugene::inside {

// Safe for several threads. The driver is not called with the lock held.
class Quarantine {
 public:
  static constexpr std::size_t kMaxBytes = std::size_t{256} << 20;

  // Memory that the program has freed, and the driver's function that frees it.
  struct Freed {
    void* context;
    void* memory;
    std::size_t bytes;
    std::function<void(void* context, void* memory)> free;
  };

  void add(const Freed& freed);
  // Returns whether the quarantine held any memory.
  bool release_all();
  void release_owned_by(void* context);

 private:
  static void release(const std::vector<Freed>& those);

  std::mutex mutex_;
  std::deque<Freed> kept_;  // oldest first
  std::size_t bytes_ = 0;
};

// Defined by the layer. Never destroyed: threads may free until the very end.
Quarantine& quarantine();

}  // namespace eugene::inside
