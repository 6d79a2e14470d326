// Messages that the interpreter does itself. Sending one through the port costs fifty times what its access to memory
// does: a descriptor to decode, a surface to find, an address to translate, calls. What depends on the instruction
// alone is therefore decided once (MessagePlan), and what depends on the surface is a window on the host's memory that
// the port has given after the same instruction's last message (memory_window.h). A message whose addresses are all in
// the window is a copy between registers and memory. Every other message is sent: so bounds, faults and reports are
// those of the port. Observers that want messages or accesses close the windows (FastPaths::message_windows).
#pragma once

#include <cstdint>
#include <optional>

#include "eu/fused/fused_op.h"
#include "eu/memory_access.h"
#include "eu/port.h"
#include "isa/program.h"

namespace eugene::eu {

inline constexpr unsigned kMostMessageLanes = 16;

struct MessagePlan;
struct PreparedOp;
struct PreparedProgram;

// Does the message for the channels in `channels`, of which there is at least one. False if it does not stay in the
// window: nothing has been read or written.
using MessageHandler = bool (*)(Thread& thread, const MessagePlan& plan, const WindowTable::Slot& window,
                                std::uint32_t channels);

struct alignas(kHostLine) MessagePlan {
  MessageHandler handler = nullptr;
  std::uint64_t offset_mask = ~std::uint64_t{0};  // bits of an offset that count
  std::uint32_t header = 0;                       // byte offsets in the Thread: of M0, of the channels' addresses,
  std::uint32_t addresses = 0;
  std::uint32_t data = 0;      // and of what is read or written
  std::uint32_t channels = 0;  // of the message; of a block, those that must be enabled
  MemorySpace space;
  std::uint8_t scale_shift = 0;  // an address counts 1 << scale_shift bytes
  std::uint8_t chosen = 1;       // bit e: element e of each channel
  std::uint8_t address_bytes = 4;
  bool is_block = false;
  bool header_mask = false;   // M0.7 enables channels too
  bool from_address = false;  // block: M0.1:0 is the address; else M0.2 is an offset, if it counts
  bool has_offset = false;    // block: M0.2 counts
  bool moves_base = false;    // block: M0.5 31:10 is added
  std::uint16_t reach = 4;    // bytes of a channel, or of the block
  std::uint32_t offset = 0;   // block: of the message itself
};
static_assert(sizeof(MessagePlan) == kHostLine);

// How the message of `instruction` is done without the port; nothing if it has to be sent.
std::optional<MessagePlan> plan_message(const isa::Program& program, const isa::Instruction& instruction,
                                        const PreparedOp& op);
// Null if no handler does such accesses.
MessageHandler message_handler(const MemoryAccess& access);
MessageHandler element_handler(const ElementAccess& access, const MemorySpace& space);

// The offset in plan.space that decides which window the message needs: its first channel's, or the block's.
std::uint64_t wanted_offset(const Thread& thread, const MessagePlan& plan, std::uint32_t channels);

// The windows of one kernel's messages at one port.
class MessageWindows {
 public:
  MessageWindows(const PreparedProgram& prepared, const FastPaths& paths);

  // Whether messages may be done here at all.
  bool are_open() const { return slots_ != nullptr; }
  bool execute(Thread& thread, const FusedOp& op, std::uint32_t channels) const {
    const MessagePlan& plan = plans_[op.message - 1];
    return plan.handler(thread, plan, slots_[op.message - 1], channels);
  }
  // Call after the port has done the message of `op`. `offset`: what wanted_offset() was before.
  void learn(const FusedOp& op, std::uint64_t offset);
  const MessagePlan& plan(const FusedOp& op) const { return plans_[op.message - 1]; }

 private:
  const MessagePlan* plans_;
  WindowTable::Slot* slots_ = nullptr;  // null: closed
  WindowSource* source_ = nullptr;
};

}  // namespace eugene::eu
