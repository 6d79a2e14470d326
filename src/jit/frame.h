// The interface between compiled code and its runtime: the memory that they share, and the functions that compiled code
// calls.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "eu/analysis/channel_use.h"
#include "eu/batch.h"
#include "eu/execute/execution_state.h"
#include "eu/memory_window.h"
#include "eu/observer.h"

namespace eugene::jit {

// The interpreter's ExecutionState for the thread that compiled code runs. Created on first use, because most threads
// never need it.
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

// State of a call of compiled code, for one thread or many. Compiled code accesses the members by offset.
struct Frame {
  static constexpr unsigned kPayloadRegisters = 30;  // for both payloads of a split send
  static constexpr unsigned kResponseRegisters = 31;

  ExecutionStateOnDemand* state = nullptr;
  eu::Thread* thread = nullptr;  // the running thread
  std::uint32_t has_state = 0;   // whether its ExecutionState exists
  eu::Batch batch;
  std::uint32_t models_state = 0;  // what the code knows about the batch's models: jit/pass/known_models.h
  std::uint64_t budget = 0;        // stop when thread->instructions_executed reaches this
  eu::WindowTable::Slot* windows = nullptr;
  const isa::Instruction* instructions = nullptr;  // of the kernel
  eu::PreparedMessages* prepared = nullptr;        // see eu::FastPaths
  // Of `prepared`. Empty if there are none, and while the host does not round to nearest.
  const eu::ShortCall* short_calls = eu::kNoShortCalls.data();
  // 1 + index of the message whose short call runs or has just refused; or 0. send_message() and Runner::explain()
  // reset it, so that a message is not tried twice.
  std::uint32_t calling = 0;
  std::uint32_t calling_channels = 0;  // channels of that message
  eu::Barrier* barrier = nullptr;      // of the group; null: barrier messages are sent to the port
  // For observed code (see Assumptions): the counters, the observers, and the spaces of the windows. For the current
  // message: how many instructions the thread had executed before it, and (if tells_running()) its running channels.
  eu::ExecutionCounts* counts = nullptr;
  eu::Observers* observers = nullptr;
  eu::WindowTable* table = nullptr;
  std::uint64_t executed = 0;
  std::uint32_t running = 0;
  std::uint32_t index = 0;  // surface index of the message, if not in its descriptor (SendFields::index_in_a0)
  // Payload and response of the message being sent, so that registers need not be stored to the Thread.
  std::array<eu::Grf, kPayloadRegisters> payload;
  std::array<eu::Grf, kResponseRegisters> response;
  // The send whose message did not return SendStatus::done.
  std::uint32_t stopped_index = 0;
  eu::SendStatus stopped_status = eu::SendStatus::done;

  eu::ExecutionState& get_state() {
    has_state = 1;
    eu::ExecutionState& found = state->get(*thread);
    find_short_calls(found.mode.rounding);
    return found;
  }
  void find_short_calls(sem::Rounding rounding) {
    const bool exist = prepared != nullptr && rounding == sem::Rounding::nearest_even;
    short_calls = (exist ? prepared->short_calls() : eu::kNoShortCalls).data();
  }
};

// Whether a message acts once for all running channels, so that observers need to know those channels.
inline bool tells_running(const eu::Interest& observed, const isa::Instruction& message) {
  return observed.needs_accesses() && (message.exec_size == 1 || message.no_mask);
}

// The live-out registers: those that the Thread holds when compiled code returns.
enum class LiveOut : std::uint8_t {
  all,     // the same as after the interpreter
  needed,  // those that the thread may still read if it is resumed; if it has ended, only counts and ip. Then no
           // message to memory may be blocked.
};

// Assumptions of the code about its threads.
struct Assumptions {
  std::uint32_t control = 0;                                     // cr0.0 at their start
  eu::ThreadChannels thread_channels = eu::ThreadChannels::any;  // `all`: other threads are interpreted
  LiveOut live_out = LiveOut::all;
  eu::Interest observed = {};  // events that observers need: eu/observer.h
  // If not null, the code has only these instructions. The interpreter executes the others.
  std::shared_ptr<const std::vector<bool>> only = nullptr;
  bool exact_counts = true;  // false: nothing asks how many instructions and lanes the threads have executed
  bool diverges = false;     // some channel mostly waits: no full version if there is a partial one (record_versions.h)
  unsigned given = 0;        // how many registers from r0 on they start with, for digests: eu/analysis/digest_plan.h
};

// Return value of compiled code: a Stop, or this value if the interpreter must continue at thread->ip.
inline constexpr std::uint32_t kInterpret = 0xFF;

// Compiled code of a kernel. Enters before instruction `entry`, which must be one of its entries. waiting[i] has the
// channels that wait at its i-th join. When it returns, the Thread is exact again.
// With kNextThread as the entry, it starts the threads of frame->batch one after the other. It returns if none is left,
// if the limit is reached, or if frame->thread, the last to run, has not ended or needs the runner's cleanup.
inline constexpr std::uint32_t kNextThread = ~std::uint32_t{0};
using Code = std::uint32_t (*)(Frame* frame, eu::Thread* thread, std::uint32_t* waiting, std::uint32_t entry);

// Functions that compiled code calls. The Thread is exact, except for its ip and the running channels' IPs. It is an
// argument to tell LLVM that these functions change it.
enum class Executed : std::uint32_t { on, faulted, elsewhere };  // elsewhere: the interpreter continues at thread->ip
// Executes one ALU instruction like the interpreter.
Executed execute_one(Frame* frame, eu::Thread* thread, std::uint32_t index);
// Executes one send. Returns a SendStatus.
std::uint32_t execute_message(Frame* frame, eu::Thread* thread, std::uint32_t index);
// Executes a barrier message that `lanes` channels send, with M0.2 `m0_2`. Returns a SendStatus.
std::uint32_t execute_barrier(Frame* frame, eu::Thread* thread, std::uint32_t index, std::uint32_t lanes,
                              std::uint32_t m0_2);

// Sends the message of a send, from the frame's payload to the frame's response. Does not access the registers of the
// instruction. `channels` are the enabled ones. Returns a SendStatus; `done` also if the message ends the thread.
std::uint32_t send_message(Frame* frame, std::uint32_t index, std::uint32_t channels);
// The same as send_message() for a message to memory. Also sets `slot` to the window around `offset` of the message's
// space, for accesses of `bytes` bytes. `space` is a space_code(). If the surface index is in the frame, `bti` in the
// space is ignored.
std::uint32_t send_memory_message(Frame* frame, std::uint32_t index, std::uint32_t channels,
                                  eu::WindowTable::Slot* slot, std::uint32_t space, std::uint32_t bytes,
                                  std::uint64_t offset);
// Called by observed code before it accesses memory itself, in the window of `slot`. `channels` access memory. `shape`
// is a shape_code(). `offsets` has an element for each channel: 64 bits if the space has addresses, otherwise 32.
// `values` are as in LaneAccess.
void reached_lanes(Frame* frame, std::uint32_t index, std::uint32_t channels, const eu::WindowTable::Slot* slot,
                   std::uint32_t shape, const void* offsets, const std::byte* values);
// Called if one of these functions has not returned SendStatus::done. Stops the thread at the send and writes the
// partial response to its registers. Returns the Stop.
std::uint32_t stop_in_message(Frame* frame, eu::Thread* thread);

// Encodes a space as a number for compiled code.
constexpr std::uint32_t space_code(const eu::MemorySpace& space) {
  return space.bti | std::uint32_t{space.a64} << 8 | std::uint32_t{space.slm} << 9 | std::uint32_t{space.writes} << 10;
}
constexpr eu::MemorySpace space_of_code(std::uint32_t code) {
  return {.a64 = (code >> 8 & 1) != 0,
          .slm = (code >> 9 & 1) != 0,
          .bti = static_cast<std::uint8_t>(code),
          .writes = (code >> 10 & 1) != 0};
}

// Properties of a message that are the same for all its accesses, encoded as a number for compiled code.
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

// Completes the thread of frame->batch that starts. Called if the batch has a starter.
void start_thread(Frame* frame, eu::Thread* thread);

inline constexpr const char* kExecuteOne = "eugene_execute_one";
inline constexpr const char* kExecuteMessage = "eugene_execute_message";
inline constexpr const char* kExecuteBarrier = "eugene_execute_barrier";
inline constexpr const char* kSendMessage = "eugene_send_message";
inline constexpr const char* kSendMemoryMessage = "eugene_send_memory_message";
inline constexpr const char* kReachedLanes = "eugene_reached_lanes";
inline constexpr const char* kStopInMessage = "eugene_stop_in_message";
inline constexpr const char* kStartThread = "eugene_start_thread";

}  // namespace eugene::jit
