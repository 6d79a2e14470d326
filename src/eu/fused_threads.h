// The threads of a group that run in pairs on fused EUs and exchange halves of a matrix in dpasw. vISA manual DPASW.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "eu/thread.h"

namespace eugene::eu {

// Fused EUs run two threads in lockstep. Here, a thread that reaches a dpasw stores its half of the matrix, and waits
// until its partner has reached the same dpasw. Threads 0 and 1 of a group are a pair, 2 and 3, and so on. The even
// thread is on EU0 (the manual: "thread ID could be used").
class FusedThreads {
 public:
  static constexpr unsigned kMaxBytes = 256;

  // The result of meet().
  enum class Rendezvous : std::uint8_t {
    met,        // both halves are known
    waits,      // the partner has not reached the dpasw
    alone,      // the group has an odd number of threads
    elsewhere,  // the partner is at another dpasw
  };

  // Begins a group of `threads` threads. `first` is thread 0.
  void begin(unsigned threads, const Thread& first) {
    sides_.assign(threads, {});
    first_ = fixed_function_thread(first);
  }

  bool is_first(const Thread& thread) const { return find_number(thread) % 2 == 0; }

  // Call when `thread` is at a dpasw (at thread.ip) with data `own`. `other` receives the partner's data, of the same
  // size.
  Rendezvous meet(const Thread& thread, std::span<const std::byte> own, std::span<std::byte> other) {
    const unsigned number = find_number(thread);
    if ((number ^ 1U) >= sides_.size() || number >= sides_.size()) return Rendezvous::alone;
    Partner& mine = sides_[number];
    Partner& partner = sides_[number ^ 1U];
    if (mine.given == mine.met && !mine.half) {  // the partner may not have taken the previous half yet
      mine.half = Half{.meeting = mine.given++, .ip = thread.ip, .bytes = {}};
      std::ranges::copy(own, mine.half->bytes.begin());
    }
    if (!partner.half || partner.half->meeting != mine.met) return Rendezvous::waits;
    if (partner.half->ip != thread.ip) return Rendezvous::elsewhere;
    std::ranges::copy(std::span(partner.half->bytes).first(other.size()), other.begin());
    partner.half.reset();
    ++mine.met;
    return Rendezvous::met;
  }

 private:
  struct Half {
    unsigned meeting = 0;  // number of the pair's meeting
    std::uint32_t ip = 0;
    std::array<std::byte, kMaxBytes> bytes;
  };
  // One thread of a pair.
  struct Partner {
    unsigned met = 0;          // number of meetings
    unsigned given = 0;        // number of halves that this thread has stored for its partner
    std::optional<Half> half;  // the half that the partner has not taken yet
  };
  // The threads of a group have consecutive FFTIDs.
  unsigned find_number(const Thread& thread) const {
    return static_cast<std::uint8_t>(fixed_function_thread(thread) - first_);
  }

  std::vector<Partner> sides_;
  std::uint8_t first_ = 0;
};

}  // namespace eugene::eu
