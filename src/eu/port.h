// The interface from an EU thread to the rest of the GPU: somewhere to send messages. The EU declares it, the shared
// functions implement it, the GPU wires them (docs/architecture.md "One idea").
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "eu/memory_window.h"
#include "eu/observer.h"
#include "eu/thread.h"
#include "isa/instruction.h"

namespace eugene::eu {

class Barrier;
class FusedThreads;
class NamedBarriers;

// Kinds of faults, by which reports are sorted.
enum class FaultCause : std::uint8_t { other, unmapped, bounds, barrier, state };

// An access that is not in the memory that its message names.
struct OutsideAccess {
  AccessedSpace space;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;
  std::optional<std::uint32_t> ahead = {};  // bytes of the same block before it; nothing: not known, or no block
};

// A mistake of the GPU program. The dispatcher adds kernel and thread.
struct Fault {
  std::string what;                      // one sentence: "read of unmapped address"
  std::string reference;                 // document and section, where there is one
  std::uint32_t ip = 0;                  // byte offset of the instruction in the kernel
  std::optional<unsigned> lane;          // channel, where one is to blame
  std::optional<std::uint64_t> address;  // GPU address, where one is to blame
  FaultCause cause = FaultCause::other;
  std::optional<AccessKind> access = {};  // of memory
  std::optional<OutsideAccess> outside;   // beyond a surface or local memory
};

// One send: everything resolved, a0 descriptors included. Spans alias the thread's registers and may
// overlap each other as the instruction's operands do; an implementation reads before it writes.
struct SendRequest {
  const isa::Instruction& instruction;
  Thread& thread;
  std::uint32_t descriptor = 0;
  std::uint32_t extended_descriptor = 0;
  std::span<const Grf> payload;           // header (if present) first
  std::span<const Grf> extended_payload;  // second payload of a split send
  std::span<Grf> response;                // writeback registers; empty if none
  std::uint32_t channels = 0;             // enabled channels, bit i = channel i of this instruction (predicate applied)
  std::uint64_t executed = 0;             // instructions that the thread has executed before; for observers alone

  isa::Sfid sfid() const {
    constexpr std::uint32_t kFunctionBits = 0xF;
    return instruction.send.function_in_a0() ? static_cast<isa::Sfid>(extended_descriptor & kFunctionBits)
                                             : instruction.send.sfid;
  }
};

enum class SendStatus : std::uint8_t {
  done,           // response written
  end_of_thread,  // the message ended the thread
  blocked,        // try again later: nothing has been written
  fault,          // see MessagePort::fault()
};

// Finds windows (memory_window.h).
class WindowSource {
 public:
  // The host memory around `offset` in `space` on which accesses have the effect of messages. No bytes if there is
  // none. Called only after such a message has been done.
  virtual MemoryWindow window(const MemorySpace& space, std::uint64_t offset) = 0;
  // The GPU address of what messages have reached at `host` in the host's memory, where that is remembered.
  virtual std::optional<std::uint64_t> address_of(const std::byte* host) const = 0;

 protected:
  WindowSource() = default;
  WindowSource(const WindowSource&) = default;
  WindowSource& operator=(const WindowSource&) = default;
  ~WindowSource() = default;
};

// Memory and barriers that threads reach without sending messages. Null: not offered, so messages are sent.
struct FastPaths {
  WindowSource* source = nullptr;
  WindowTable* windows = nullptr;  // where compiled code keeps them; the port forgets them when they change
  // Where the interpreter keeps them. Null while messages must be sent to be reported.
  WindowTable* message_windows = nullptr;
  // For compiled code: the barrier at which a thread that sends a gateway's barrier message arrives, where that is all
  // the message does.
  Barrier* barrier = nullptr;
  FusedThreads* fused_threads = nullptr;    // where dpasw meets its fused thread
  NamedBarriers* named_barriers = nullptr;  // of the thread's group
};

class MessagePort {
 public:
  virtual ~MessagePort() = default;
  virtual SendStatus send(const SendRequest& request) = 0;
  // The fault of the last send that returned SendStatus::fault; `ip` is filled in by the EU.
  virtual Fault take_fault() = 0;

  const FastPaths& fast_paths() const { return fast_paths_; }

 protected:
  MessagePort() = default;
  MessagePort(const MessagePort&) = default;
  MessagePort& operator=(const MessagePort&) = default;

  FastPaths fast_paths_;
};

}  // namespace eugene::eu
