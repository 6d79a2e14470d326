// The barrier of one thread group: the message gateway's Barrier State (BXT PRM vol6 "Message Gateway").
#pragma once

#include <cstdint>
#include <vector>

#include "base/bits.h"
#include "eu/thread_block.h"
#include "isa/gen.h"

namespace eugene::eu {

// Result of a barrier message. Unless it is `arrived`, the barrier is unchanged.
enum class Arrival : std::uint8_t {
  arrived,
  other_barrier,  // the message names another group's barrier
  other_count,    // in this iteration, another thread has given a different terminating count
};

// One per thread group in flight, reused for later groups so that it seldom allocates. Not thread-safe: all threads of
// a group run on the same host thread.
class Barrier {
 public:
  static constexpr unsigned kIds =
      32;  // barriers of a subslice that groups use; BarrierID has room for more from Gen12 on

  // Begins a new group of `threads` threads with barrier `id`. No thread has arrived. `id_bits` are the bits of M0.2
  // that hold the number: Gen::barrier_id_bits.
  void begin(unsigned threads, unsigned id = 0, std::uint32_t id_bits = isa::kGen9.barrier_id_bits) {
    id_bits_ = id_bits;
    id_ = scatter_bits(id, id_bits);
    count_ = threads;
    delivered_ = 0;
    arrived_.clear();
  }

  // Handles the barrier message of `thread`; `m0_2` is its M0.2. When the last thread arrives, every waiting thread is
  // notified: its n0 is incremented. Until then, threads must not move in memory.
  Arrival arrive(Thread& thread, std::uint32_t m0_2) {
    if ((m0_2 & id_bits_) != id_) return Arrival::other_barrier;
    if (sets_count(m0_2)) {
      const std::uint32_t delivered = bits(m0_2, kCountEnable, 9);
      if (delivered_ != 0 && delivered_ != delivered) return Arrival::other_count;
      delivered_ = delivered;
      count_ = bits(m0_2, 14, 9);  // for all further threads, too
    }
    arrived_.push_back(&thread);
    if (arrived_.size() < count_) return Arrival::arrived;
    for (Thread* waiting : arrived_) ++waiting->notification[0];
    arrived_.clear();
    delivered_ = 0;
    return Arrival::arrived;
  }

  // Updates pointers after the group's threads have moved from `from` to `to`.
  void move(const ThreadBlock& from, ThreadBlock& to) {
    for (Thread*& thread : arrived_) thread = &to[from.find_index(*thread)];
  }

  // Returns the barrier's number in M0.2. r0.2 has the same bits.
  unsigned decode_id(std::uint32_t m0_2) const { return gather_bits(m0_2, id_bits_); }

  static bool sets_count(std::uint32_t m0_2) { return bit(m0_2, kCountEnable); }

  unsigned id() const { return decode_id(id_); }
  unsigned count() const { return count_; }
  // Number of threads that wait.
  unsigned arrived() const { return static_cast<unsigned>(arrived_.size()); }

 private:
  static constexpr unsigned kCountEnable = 15;

  std::uint32_t id_bits_ = isa::kGen9.barrier_id_bits;
  std::uint32_t id_ = 0;  // in the bits of M0.2
  unsigned count_ = 0;
  std::uint32_t delivered_ = 0;  // bits 15:9 of this iteration's first message with Barrier Count Enable
  std::vector<Thread*> arrived_;
};

}  // namespace eugene::eu
