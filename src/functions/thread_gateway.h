// The message gateway between threads: SNB PRM vol4 part2 chapter 1. Threads open a gateway to their registers, and
// others write into them; sixteen barriers; time stamps.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "eu/thread.h"
#include "eu/thread_block.h"
#include "functions/message_call.h"
#include "isa/message/message.h"

namespace eugene::functions {

// W0.0 bits 2:0 of an acknowledgement: 1.1.2.2, 1.1.4.2, 1.1.6.2.
enum class GatewayError : std::uint8_t {
  none = 0,
  size_exceeded = 1,     // open: the register base is beyond the register file
  barrier_inactive = 1,  // barrier
  closed = 2,            // forward: the recipient has no open gateway
  opcode = 5,
  message_size = 6,  // forward: reserved length
};

// Time since the clocks' start, in quarters of a nanosecond (1.1.5).
struct GatewayTimes {
  std::uint64_t absolute = 0;  // wall clock
  std::uint64_t relative = 0;  // clocks of the context
};

// Serves threads that run on one host thread at a time: it writes registers of threads other than the sender.
class ThreadGateway {
 public:
  static constexpr unsigned kBarriers = 16;
  using Clock = std::function<GatewayTimes(const eu::Thread&)>;

  // With `bypass` (Bypass Gateway Control) every attached thread counts as open with register base 0. Without a
  // clock, time is the number of instructions that the requester has executed, in nanoseconds: the same in every run.
  explicit ThreadGateway(bool bypass = false, Clock clock = {}) : bypass_(bypass), clock_(std::move(clock)) {}

  // `thread`, known to others by EUID and TID of its sr0.0, has been dispatched; it stays where it is until
  // detach(). Its gateway is closed. A thread at the same place before is forgotten.
  void attach(eu::Thread& thread);
  // `thread` has ended.
  void detach(const eu::Thread& thread);

  // Barrier `id` (0 to 15) is for `threads` threads, and writes `byte` (Barrier.Byte of the interface descriptor) when
  // all have come. Zero threads make it inactive, as all are at first.
  void begin_barrier(unsigned id, unsigned threads, std::uint8_t byte);
  unsigned arrived(unsigned id) const { return static_cast<unsigned>(barriers_[id].waiting.size()); }

  // The threads, which were at `from`, are at `to` now.
  void move(const eu::ThreadBlock& from, eu::ThreadBlock& to);

  // Executes one message; false after a fault.
  bool execute(MessageCall& call, const isa::Gateway& message);

 private:
  struct Place {
    eu::Thread* thread = nullptr;
    bool open = false;
    std::uint8_t register_base = 0;
  };
  struct Arrival {
    eu::Thread* thread;
    unsigned target;  // register of the answer
  };
  struct BarrierState {
    unsigned threads = 0;
    std::uint8_t byte = 0;
    std::vector<Arrival> waiting;
  };
  struct Answer {
    bool valid = true;  // else a fault has been recorded
    GatewayError error = GatewayError::none;
  };

  static unsigned place_of(std::uint32_t euid, std::uint32_t tid) { return euid << 3 | tid; }
  Place& own(const eu::Thread& thread);
  // The register base that messages to the thread are relative to, whether or not its gateway is open.
  unsigned base(const Place& place) const { return bypass_ ? 0 : place.register_base; }

  Answer open(const MessageCall& call, const std::byte* payload);
  Answer close(const MessageCall& call);
  Answer forward(const MessageCall& call, const isa::Gateway& message, const std::byte* payload);
  Answer barrier(const MessageCall& call, const std::byte* payload);
  Answer update_state(const MessageCall& call, const std::byte* payload);
  bool time_stamp(MessageCall& call, const isa::Gateway& message, const std::byte* payload);

  bool bypass_;
  Clock clock_;
  std::array<Place, 128> places_;  // 16 EUIDs of 8 TIDs
  std::array<BarrierState, kBarriers> barriers_;
};

}  // namespace eugene::functions
