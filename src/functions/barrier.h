// The barrier of one thread group: the message gateway's Barrier State (BXT PRM vol6 "Message Gateway").
#pragma once

#include <cstdint>
#include <vector>

#include "eu/thread.h"

namespace eugene::functions {

// One per thread group in flight, reused from group to group so that it allocates only while it grows. The
// threads of a group run on one host thread at a time.
class Barrier {
 public:
  // A new group of `threads` threads; nobody has arrived.
  void begin(unsigned threads) {
    count_ = threads;
    arrived_.clear();
  }

  // `thread` has sent its barrier message. When it is the last, every thread that waits is notified: its n0 counts
  // up. Threads must stay where they are until then.
  void arrive(eu::Thread& thread) {
    arrived_.push_back(&thread);
    if (arrived_.size() < count_) return;
    for (eu::Thread* waiting : arrived_) ++waiting->notification[0];
    arrived_.clear();
  }

  // Barrier Count Enable of the message: the count from now on.
  void set_count(unsigned threads) { count_ = threads; }
  unsigned count() const { return count_; }
  // How many wait now.
  unsigned arrived() const { return static_cast<unsigned>(arrived_.size()); }

 private:
  unsigned count_ = 0;
  std::vector<eu::Thread*> arrived_;
};

}  // namespace eugene::functions
