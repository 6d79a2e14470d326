// Messages that the interpreter executes itself. Sending one through the port costs fifty times as much as its memory
// access: a descriptor to decode, a surface to find, an address to translate, calls. So everything that depends only on
// the instruction is decided once (MessagePlan). Everything that depends on the surface is a window on the host's
// memory, which the port returned after the last message of this instruction (memory_window.h). A message with all its
// addresses in the window is a copy between registers and memory. Every other message is sent, so that only the port
// checks bounds and reports faults. Observers of messages or accesses switch windows off (FastPaths::message_windows).
#pragma once

#include <cstdint>
#include <optional>

#include "eu/fused/fused_op.h"
#include "eu/memory_access.h"
#include "eu/port.h"
#include "isa/program.h"

namespace eugene::eu {

inline constexpr unsigned kMaxMessageLanes = 16;

struct MessagePlan;
struct PreparedOp;
struct PreparedProgram;

// Executes the message for `channels`, which has at least one channel. Returns false, and has done nothing, if an
// access lies outside the window.
using MessageHandler = bool (*)(Thread& thread, const MessagePlan& plan, const WindowTable::Slot& window,
                                std::uint32_t channels);

struct alignas(kHostLine) MessagePlan {
  MessageHandler handler = nullptr;
  std::uint64_t offset_mask = ~std::uint64_t{0};  // bits of an offset that are used
  std::uint32_t header = 0;                       // byte offset of M0 in the Thread
  std::uint32_t addresses = 0;                    // byte offset of the channels' addresses in the Thread
  std::uint32_t data = 0;                         // byte offset of the data in the Thread
  std::uint32_t channels = 0;  // the message's channels; for a block, the channels that must all be enabled
  MemorySpace space;
  std::uint8_t scale_shift = 0;  // addresses count units of 1 << scale_shift bytes
  std::uint8_t chosen = 1;       // bit e: element e of each channel
  std::uint8_t address_bytes = 4;
  bool is_block = false;
  bool header_mask = false;   // M0.7 masks channels too
  bool from_address = false;  // block: M0.1:0 is the address; otherwise M0.2 is an offset, if `has_offset`
  bool has_offset = false;    // block: M0.2 is used
  bool moves_base = false;    // block: M0.5 31:10 is added
  std::uint16_t reach = 4;    // bytes that a channel accesses, or the block
  std::uint32_t offset = 0;   // block: offset in the message itself
};
static_assert(sizeof(MessagePlan) == kHostLine);

// Plans how to execute the message of `instruction` without the port. Returns nothing if it has to be sent.
std::optional<MessagePlan> plan_message(const isa::Program& program, const isa::Instruction& instruction,
                                        const PreparedOp& op);
// Returns null if no handler does this kind of access.
MessageHandler message_handler(const MemoryAccess& access);
MessageHandler element_handler(const ElementAccess& access, const MemorySpace& space);

// Returns the offset in plan.space that the next window has to contain: the first channel's, or the block's.
std::uint64_t wanted_offset(const Thread& thread, const MessagePlan& plan, std::uint32_t channels);

// The windows of one kernel's messages at one port.
class MessageWindows {
 public:
  MessageWindows(const PreparedProgram& prepared, const FastPaths& paths);

  // Whether the interpreter may execute messages itself.
  bool are_open() const { return slots_ != nullptr; }
  bool execute(Thread& thread, const FusedOp& op, std::uint32_t channels) const {
    const MessagePlan& plan = plans_[op.message - 1];
    return plan.handler(thread, plan, slots_[op.message - 1], channels);
  }
  // Call after the port has executed the message of `op`. `offset`: the value of wanted_offset() before that.
  void learn(const FusedOp& op, std::uint64_t offset);
  const MessagePlan& plan(const FusedOp& op) const { return plans_[op.message - 1]; }

 private:
  const MessagePlan* plans_;
  WindowTable::Slot* slots_ = nullptr;  // null: messages must be sent
  WindowSource* source_ = nullptr;
};

}  // namespace eugene::eu
