// Messages that are executed without being sent. A message to an image costs the port much that is the same each time:
// its descriptor, the states of surface and sampler, its checks. After such a message, the port keeps a PreparedMessage
// for the instruction that sent it, where all this is decided. Compiled code and the port itself try it first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "eu/thread.h"
#include "isa/instruction.h"

namespace eugene::eu {

class PreparedMessage {
 public:
  virtual ~PreparedMessage() = default;
  // Executes the message for `channels`. `payload` has the first payload, then the second. The response may overlap
  // with the payload. Returns false if the message must be sent this time: states have changed, memory is not mapped,
  // or the payload's header is unusual. Sending then repeats whatever has been done.
  virtual bool execute(std::uint32_t channels, const Grf* payload, Grf* response) = 0;

  // Executes `message` like execute(), for compiled code. Returns 0 where execute() returns false. The host must round
  // to nearest (jit::Frame::find_short_calls()). A message with a response must have all its channels enabled. The
  // function may leave failing accesses to the host's memory to the trap of compiled code (base/host_fault.h).
  using Call = std::uint32_t (*)(PreparedMessage& message, std::uint32_t channels, const Grf* payload, Grf* response);
  // Returns the shortest such function. execute() must have returned true before.
  virtual Call short_call() {
    return [](PreparedMessage& message, std::uint32_t channels, const Grf* payload, Grf* response) {
      return std::uint32_t{message.execute(channels, payload, response)};
    };
  }

 protected:
  PreparedMessage() = default;
  PreparedMessage(const PreparedMessage&) = default;
  PreparedMessage& operator=(const PreparedMessage&) = default;
};

// A table of short_call() for compiled code, which knows the index of an instruction in its program. So the table needs
// no search: a message is in element `index` % kShortCalls, unless another instruction of the kernel or of another
// kernel has that element.
struct ShortCall {
  const isa::Instruction* instruction = nullptr;
  PreparedMessage::Call call = nullptr;
  PreparedMessage* message = nullptr;
};
inline constexpr std::uint32_t kShortCalls = 256;
using ShortCalls = std::array<ShortCall, kShortCalls>;
inline constexpr ShortCalls kNoShortCalls{};

// The prepared messages of a dispatch. Owned by the port, which forgets them when states may have changed.
class PreparedMessages {
 public:
  // Returns the message of the instruction with this descriptor; null if it is not prepared.
  PreparedMessage* find(const isa::Instruction& instruction, std::uint32_t descriptor) const {
    for (std::size_t index = first_index(instruction);; index = next(index)) {
      const Slot& slot = slots_[index];
      if (slot.instruction == &instruction && slot.descriptor == descriptor) return slot.message.get();
      if (slot.instruction == nullptr) return nullptr;
    }
  }
  // find() must have returned null. Does nothing if the table is full.
  void keep(const isa::Instruction& instruction, std::uint32_t descriptor, std::unique_ptr<PreparedMessage> message) {
    if (count_ == kSlots / 2) return;
    std::size_t index = first_index(instruction);
    while (slots_[index].instruction != nullptr) index = next(index);
    slots_[index] = {.instruction = &instruction, .descriptor = descriptor, .message = std::move(message)};
    ++count_;
  }
  void forget() {
    if (count_ == 0) return;
    slots_ = {};
    calls_ = {};
    count_ = 0;
  }

  // For compiled code.
  const ShortCalls& short_calls() const { return calls_; }
  // `message` must be in this table.
  void add_short_call(std::uint32_t index, const isa::Instruction& instruction, PreparedMessage& message) {
    calls_[index % kShortCalls] = {.instruction = &instruction, .call = message.short_call(), .message = &message};
  }

 private:
  static constexpr unsigned kSlotBits = 9;
  static constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
  struct Slot {
    const isa::Instruction* instruction = nullptr;
    std::uint32_t descriptor = 0;
    std::unique_ptr<PreparedMessage> message;
  };
  static std::size_t first_index(const isa::Instruction& instruction) {
    constexpr std::uint64_t kSpread = 0x9E37'79B9'7F4A'7C15;  // spreads equally distant addresses over the slots
    return reinterpret_cast<std::uintptr_t>(&instruction) * kSpread >> (64 - kSlotBits);
  }
  static std::size_t next(std::size_t index) { return (index + 1) % kSlots; }

  std::array<Slot, kSlots> slots_;
  ShortCalls calls_;
  std::size_t count_ = 0;
};

}  // namespace eugene::eu
