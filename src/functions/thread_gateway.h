// The message gateway between threads: SNB PRM vol4 part2 chapter 1. Threads open a gateway to their registers, and
// other threads write to them. There are also sixteen barriers, and time stamps.
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

// W0.0 bits 2:0 of an acknowledgement: sections 1.1.2.2, 1.1.4.2, 1.1.6.2.
enum class GatewayError : std::uint8_t {
  none = 0,
  size_exceeded = 1,     // open: the register base is beyond the register file
  barrier_inactive = 1,  // barrier: it has no threads
  closed = 2,            // forward: the recipient has no open gateway
  opcode = 5,
  message_size = 6,  // forward: reserved length
};

// Time since the clocks started, in quarters of a nanosecond (section 1.1.5).
struct GatewayTimes {
  std::uint64_t absolute = 0;  // wall clock
  std::uint64_t relative = 0;  // clock of the context
};

// Serves threads that run on one host thread at a time, because it writes registers of other threads.
class ThreadGateway {
 public:
  static constexpr unsigned kBarriers = 16;
  using Clock = std::function<GatewayTimes(const eu::Thread&)>;

  // With `bypass` (Bypass Gateway Control), the gateway of every attached thread is open with register base 0. Without
  // a clock, time is the number of instructions that the sender has executed, in nanoseconds, so it is the same in
  // every run.
  explicit ThreadGateway(bool bypass = false, Clock clock = {}) : bypass_(bypass), clock_(std::move(clock)) {}

  // Adds a dispatched thread. Others address it by the EUID and TID of its sr0.0. It must not move until detach(),
  // except by move(). Its gateway is closed. Replaces a thread with the same EUID and TID.
  void attach(eu::Thread& thread);
  // Removes a thread that has ended.
  void detach(const eu::Thread& thread);

  // Starts barrier `id` (0 to 15) for `threads` threads. When all have arrived, it writes `byte` (Barrier.Byte of the
  // interface descriptor). With zero threads it is inactive, which is also the initial state.
  void begin_barrier(unsigned id, unsigned threads, std::uint8_t byte);
  unsigned arrived(unsigned id) const { return static_cast<unsigned>(barriers_[id].waiting.size()); }

  // Call this after the threads at `from` have been moved to `to`.
  void move(const eu::ThreadBlock& from, eu::ThreadBlock& to);

  // Executes one message; returns false after a fault.
  bool execute(MessageCall& call, const isa::Gateway& message);

 private:
  struct Recipient {
    eu::Thread* thread = nullptr;
    bool open = false;
    std::uint8_t register_base = 0;
  };
  struct Arrival {
    eu::Thread* thread;
    unsigned target;  // register for the answer
  };
  struct BarrierState {
    unsigned threads = 0;
    std::uint8_t byte = 0;
    std::vector<Arrival> waiting;
  };
  struct Answer {
    bool valid = true;  // false: a fault has been recorded
    GatewayError error = GatewayError::none;
  };

  static unsigned find_place(std::uint32_t euid, std::uint32_t tid) { return euid << 3 | tid; }
  Recipient& own(const eu::Thread& thread);
  // The register base for messages to the thread, even if its gateway is closed.
  unsigned base(const Recipient& place) const { return bypass_ ? 0 : place.register_base; }

  Answer open(const MessageCall& call, const std::byte* payload);
  Answer close(const MessageCall& call);
  Answer forward(const MessageCall& call, const isa::Gateway& message, const std::byte* payload);
  Answer barrier(const MessageCall& call, const std::byte* payload);
  Answer update_state(const MessageCall& call, const std::byte* payload);
  bool time_stamp(MessageCall& call, const isa::Gateway& message, const std::byte* payload);

  bool bypass_;
  Clock clock_;
  std::array<Recipient, 128> places_;  // 16 EUIDs with 8 TIDs each
  std::array<BarrierState, kBarriers> barriers_;
};

}  // namespace eugene::functions
