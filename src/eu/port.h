// The interface through which an EU thread sends messages to the rest of the GPU. The EU declares the interface, the
// shared functions implement it, and the GPU connects them (docs/how/architecture.md "One idea").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "eu/memory_window.h"
#include "eu/observer.h"
#include "eu/prepared_message.h"
#include "eu/thread.h"
#include "isa/instruction.h"

namespace eugene::eu {

class Barrier;
class FusedThreads;
class NamedBarriers;

// Kinds of faults, for sorting reports.
enum class FaultCause : std::uint8_t { other, unmapped, bounds, barrier, state };

// An access outside the memory that its message names.
struct OutsideAccess {
  AccessedSpace space;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  std::optional<std::uint32_t> ahead = {};  // bytes of the same block before it; nothing: unknown, or not a block
};

// An error of the GPU program. The dispatcher adds kernel and thread.
struct Fault {
  std::string what;                      // one sentence: "read of unmapped address"
  std::string reference;                 // document and section, if there is one
  std::uint32_t ip = 0;                  // byte offset of the instruction in the kernel
  std::optional<unsigned> lane;          // channel, if one is to blame
  std::optional<std::uint64_t> address;  // GPU address, if one is to blame
  FaultCause cause = FaultCause::other;
  std::optional<AccessKind> access = {};  // kind of the memory access
  std::optional<OutsideAccess> outside;   // an access beyond a surface or local memory
};

// One send with everything resolved, including descriptors in a0. Spans alias the thread's registers and may overlap
// each other as the instruction's operands do, so an implementation must read before it writes.
struct SendRequest {
  const isa::Instruction& instruction;
  Thread& thread;
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  std::span<const Grf> payload;           // header (if present) first
  std::span<const Grf> extended_payload;  // second payload of a split send
  std::span<Grf> response;                // writeback registers; empty if none
  std::uint32_t channels = 0;             // enabled channels, bit i = channel i of this instruction (predicate applied)
  std::uint64_t executed = 0;             // instructions that the thread had executed before it; only for observers
  bool is_refused = false;  // set by compiled code, which has tried the PreparedMessage: the port does not try it

  isa::Sfid sfid() const {
    constexpr std::uint32_t kFunctionBits = 0xF;
    return instruction.send.function_in_a0() ? static_cast<isa::Sfid>(extended_descriptor & kFunctionBits)
                                             : instruction.send.sfid;
  }
};

enum class SendStatus : std::uint8_t {
  done,           // response written
  end_of_thread,  // the message ended the thread
  blocked,        // try again later; nothing has been written
  fault,          // see MessagePort::fault()
};

// Finds windows (memory_window.h).
class WindowSource {
 public:
  // Returns the host memory around `offset` in `space` where accesses have the same effect as messages; zero bytes if
  // there is none. Called only after such a message has been executed.
  virtual MemoryWindow window(const MemorySpace& space, std::uint64_t offset) = 0;
  // Returns the GPU address of `host`, if messages have reached that memory and the address is remembered.
  virtual std::optional<std::uint64_t> find_address(const std::byte* host) const = 0;

 protected:
  WindowSource() = default;
  WindowSource(const WindowSource&) = default;
  WindowSource& operator=(const WindowSource&) = default;
  ~WindowSource() = default;
};

// Memory and barriers that threads reach without sending messages. Null: not available, so messages are sent.
struct FastPaths {
  WindowSource* source = nullptr;
  WindowTable* windows = nullptr;  // for compiled code; the port clears them when they change
  // For the interpreter. Null while messages must be sent so that they can be reported.
  WindowTable* message_windows = nullptr;
  PreparedMessages* prepared = nullptr;  // null while messages must be sent so that they can be reported
  // For compiled code: a gateway's barrier message makes the thread arrive at this barrier. Null if the message has
  // other effects too.
  Barrier* barrier = nullptr;
  FusedThreads* fused_threads = nullptr;    // where dpasw meets the fused thread
  NamedBarriers* named_barriers = nullptr;  // the group's named barriers
};

class MessagePort {
 public:
  virtual ~MessagePort() = default;
  virtual SendStatus send(const SendRequest& request) = 0;
  // Returns the fault of the last send that returned SendStatus::fault. The EU fills in `ip`.
  virtual Fault take_fault() = 0;

  const FastPaths& fast_paths() const { return fast_paths_; }

 protected:
  MessagePort() = default;
  MessagePort(const MessagePort&) = default;
  MessagePort& operator=(const MessagePort&) = default;

  FastPaths fast_paths_;
};

}  // namespace eugene::eu
