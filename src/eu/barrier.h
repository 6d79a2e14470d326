// The barrier of one thread group: the message gateway's Barrier State (BXT PRM vol6 "Message Gateway").
#pragma once

#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "eu/thread.h"

namespace eugene::eu {

// One per thread group in flight, reused from group to group so that it allocates only while it grows. The
// threads of a group run on one host thread at a time.
class Barrier {
 public:
  // A new group of `threads` threads; none has arrived.
  void begin(unsigned threads) {
    count_ = threads;
    arrived_.clear();
  }

  // `thread` has sent its barrier message, with M0.2 `m0_2`. When it is the last, every thread that waits is notified:
  // its n0 counts up. Threads must stay where they are until then.
  void arrive(Thread& thread, std::uint32_t m0_2) {
    constexpr unsigned kCountEnable = 15;
    if (bit(m0_2, kCountEnable)) count_ = bits(m0_2, 14, 9);  // from now on
    arrived_.push_back(&thread);
    if (arrived_.size() < count_) return;
    for (Thread* waiting : arrived_) ++waiting->notification[0];
    arrived_.clear();
  }

  unsigned count() const { return count_; }
  // How many wait now.
  unsigned arrived() const { return static_cast<unsigned>(arrived_.size()); }

 private:
  unsigned count_ = 0;
  std::vector<Thread*> arrived_;
};

}  // namespace eugene::eu
