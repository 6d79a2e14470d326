// The interface between compiled code and the runtime around it: the memory they share, and the functions compiled code
// calls.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "eu/analysis/channel_use.h"
#include "eu/batch.h"
#include "eu/execute/execution_state.h"
#include "eu/memory_window.h"
#include "eu/observer.h"

namespace eugene::jit {

// The interpreter's view of the thread that compiled code runs, made when it is first needed: most threads never do.
class ExecutionStateOnDemand {
 public:
  void attach(const eu::Kernel& kernel, eu::MessagePort& port) {
    kernel_ = &kernel;
    port_ = &port;
  }
  eu::ExecutionState& get(eu::Thread& thread) {
    if (!state_) state_.emplace(*kernel_, thread, *port_);
    return *state_;
  }
  void detach() { state_.reset(); }
  const isa::Program& program() const { return kernel_->program(); }

 private:
  const eu::Kernel* kernel_ = nullptr;
  eu::MessagePort* port_ = nullptr;
  std::optional<eu::ExecutionState> state_;
};

// A call of compiled code, for one thread or for many. Compiled code accesses the members by offset.
struct Frame {
  static constexpr unsigned kPayloadRegisters = 30;  // both payloads of a split send
  static constexpr unsigned kResponseRegisters = 31;

  ExecutionStateOnDemand* state = nullptr;
  eu::Thread* thread = nullptr;  // that runs
  std::uint32_t has_state = 0;   // its ExecutionState has been made
  eu::Batch batch;
  std::uint64_t budget = 0;  // value of thread->instructions_executed at which to stop
  eu::WindowTable::Slot* windows = nullptr;
  eu::Barrier* barrier = nullptr;  // of the group; null: barrier messages go to the port
  // For code that is observed (Assumptions): the counters, the observers, the windows' spaces, and of the message that
  // is being sent the number of instructions that the thread has executed before, and the channels that run, of those
  // that tells_running() is of.
  eu::ExecutionCounts* counts = nullptr;
  eu::Observers* observers = nullptr;
  eu::WindowTable* table = nullptr;
  std::uint64_t executed = 0;
  std::uint32_t running = 0;
  std::uint32_t index = 0;  // surface index of the message, if not in its descriptor (SendFields::index_in_a0)
  // Payload and response of the message that is being sent. Registers need not be stored to the Thread for it.
  std::array<eu::Grf, kPayloadRegisters> payload;
  std::array<eu::Grf, kResponseRegisters> response;
  // The send whose message was not done.
  std::uint32_t stopped_index = 0;
  eu::SendStatus stopped_status = eu::SendStatus::done;

  eu::ExecutionState& get_state() {
    has_state = 1;
    return state->get(*thread);
  }
};

// Whether a message is one for all channels that run, which observers need to know of it.
inline bool tells_running(const eu::Interest& observed, const isa::Instruction& message) {
  return (observed.accesses || observed.unclear) && (message.exec_size == 1 || message.no_mask);
}

// Which registers are live-out: which the Thread holds when compiled code returns.
enum class LiveOut : std::uint8_t {
  all,     // as after the interpreter
  needed,  // those that the thread may still read if it is resumed; of one that has ended none, only counts and ip.
           // No message to memory may be blocked.
};

// Assumptions that code makes about the threads that run it.
struct Assumptions {
  std::uint32_t control = 0;                                     // cr0.0 that they start with
  eu::ThreadChannels thread_channels = eu::ThreadChannels::any;  // all: the interpreter takes the others
  LiveOut live_out = LiveOut::all;
  eu::Interest observed = {};  // the events that its observers need: eu/observer.h
  unsigned given = 0;          // registers from r0 on that they start with, for digests: eu/analysis/digest_plan.h
};

// Why compiled code returned: a Stop, or that the interpreter must continue at thread->ip.
inline constexpr std::uint32_t kInterpret = 0xFF;

// Compiled code of a kernel. Enters before instruction `entry`, which must be one of its entries; waiting[i] are the
// channels parked at its i-th join point. The Thread is exact again when it returns.
// With kNextThread it starts the threads of frame->batch instead, each once the one before has ended: until none is
// left, the limit is reached, or frame->thread, the last to run, has not ended or needs something cleared away.
inline constexpr std::uint32_t kNextThread = ~std::uint32_t{0};
using Code = std::uint32_t (*)(Frame* frame, eu::Thread* thread, std::uint32_t* waiting, std::uint32_t entry);

// Called by compiled code. The Thread is exact, except for its ip and the running channels' IPs. It is an argument so
// that LLVM knows what these functions change.
enum class Executed : std::uint32_t { on, faulted, elsewhere };  // elsewhere: the interpreter continues at thread->ip
// Executes one ALU instruction as the interpreter does.
Executed execute_one(Frame* frame, eu::Thread* thread, std::uint32_t index);
// Executes one send; a SendStatus.
std::uint32_t execute_message(Frame* frame, eu::Thread* thread, std::uint32_t index);
// Executes a barrier message that `lanes` channels send, with M0.2 `m0_2`. A SendStatus.
std::uint32_t execute_barrier(Frame* frame, eu::Thread* thread, std::uint32_t index, std::uint32_t lanes,
                              std::uint32_t m0_2);

// Sends the message of a send with the frame's payload; the response goes to the frame's response. A SendStatus. The
// registers of the instruction are not accessed; `channels` are those enabled.
std::uint32_t send_message(Frame* frame, std::uint32_t index, std::uint32_t channels);
// As send_message(), for a message to memory. Afterwards `slot` is the window around `offset` of the message's space,
// for accesses of `bytes` bytes. `space` is space_code(). If the surface is the frame's, `bti` in the space is ignored.
std::uint32_t send_memory_message(Frame* frame, std::uint32_t index, std::uint32_t channels,
                                  eu::WindowTable::Slot* slot, std::uint32_t space, std::uint32_t bytes,
                                  std::uint64_t offset);
// For code whose accesses are observed: it is about to access memory itself, in the window of `slot`. `channels`: those
// that do so. `shape` is shape_code(). `offsets`: by channel, of 64 bits if the space has addresses, else of 32.
// `values`: as LaneAccess has them.
void reached_lanes(Frame* frame, std::uint32_t index, std::uint32_t channels, const eu::WindowTable::Slot* slot,
                   std::uint32_t shape, const void* offsets, const std::byte* values);
// Call if one of these has not returned SendStatus::done: leaves the thread at the send, with the response so far in
// its registers. Returns the Stop.
std::uint32_t stop_in_message(Frame* frame, eu::Thread* thread);

// A space as one number in compiled code.
constexpr std::uint32_t space_code(const eu::MemorySpace& space) {
  return space.bti | std::uint32_t{space.a64} << 8 | std::uint32_t{space.slm} << 9 | std::uint32_t{space.writes} << 10;
}
constexpr eu::MemorySpace space_of_code(std::uint32_t code) {
  return {.a64 = (code >> 8 & 1) != 0,
          .slm = (code >> 9 & 1) != 0,
          .bti = static_cast<std::uint8_t>(code),
          .writes = (code >> 10 & 1) != 0};
}

// What is the same for all accesses of a message, as one number in compiled code.
struct LaneShape {
  unsigned bytes = 0;     // of an element
  unsigned elements = 1;  // bit e: element e is accessed
  unsigned lanes = 0;
  eu::AccessKind kind = eu::AccessKind::read;
  bool is_wide = false;
};
constexpr std::uint32_t shape_code(const LaneShape& shape) {
  return shape.bytes | shape.elements << 8 | std::uint32_t{shape.is_wide} << 16 |
         static_cast<std::uint32_t>(shape.kind) << 17 | shape.lanes << 19;
}
constexpr LaneShape lane_shape(std::uint32_t code) {
  return {.bytes = code & 0xFF,
          .elements = code >> 8 & 0xFF,
          .lanes = code >> 19,
          .kind = static_cast<eu::AccessKind>(code >> 17 & 3),
          .is_wide = (code >> 16 & 1) != 0};
}

inline constexpr const char* kExecuteOne = "eugene_execute_one";
inline constexpr const char* kExecuteMessage = "eugene_execute_message";
inline constexpr const char* kExecuteBarrier = "eugene_execute_barrier";
inline constexpr const char* kSendMessage = "eugene_send_message";
inline constexpr const char* kSendMemoryMessage = "eugene_send_memory_message";
inline constexpr const char* kReachedLanes = "eugene_reached_lanes";
inline constexpr const char* kStopInMessage = "eugene_stop_in_message";

}  // namespace eugene::jit
