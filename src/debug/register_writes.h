// Tracks the instruction that last wrote each dword of a thread's registers.
//
// A compiler records in which register a variable is, but not reliably for how long: registers are reused, often before
// the variable's scope ends. Only the last write of a register shows which variable's value the register holds
// (variable_writes.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "eu/kernel.h"
#include "eu/thread.h"
#include "isa/message/access.h"

namespace eugene::debug {

// The last writes of one thread's registers.
class WrittenRegisters {
 public:
  static constexpr std::size_t kDwordBytes = 4;
  // Values used instead of the index of an instruction.
  enum Special : std::uint16_t {
    kNothing = 0xFFFF,  // no write since the thread began
    kGiven = 0xFFFD,    // a value that the thread was started with
    kUser = 0xFFFE,     // the command `set`
    kUnsure = 0xFFFC,   // some unknown instruction
  };
  struct Write {
    std::uint16_t writer = kNothing;
    // The instruction that computed the value. Differs from `writer` if the writer only copies a register.
    std::uint16_t origin = kNothing;
  };

  // `byte` is an offset in the GRF.
  Write at(std::size_t byte) const {
    return byte / kDwordBytes < dwords_.size() ? dwords_[byte / kDwordBytes] : Write{};
  }
  void set(std::size_t byte, std::size_t bytes, Write write);

 private:
  std::vector<Write> dwords_;  // empty: no dword is written yet
};

// Finds the registers that the instructions of a program write.
class RegisterWrites {
 public:
  explicit RegisterWrites(const eu::Kernel& kernel);

  // Marks registers [0, `count`) as written at the start of the thread: its header, arguments and IDs.
  static void begin(std::size_t count, WrittenRegisters& registers);

  // Whether any instruction may write this byte of the GRF.
  bool may_write(std::size_t byte) const { return (written_[byte / eu::kGrfBytes] >> byte % eu::kGrfBytes & 1U) != 0; }
  // Whether the instruction `index` writes to the GRF.
  bool writes_registers(std::uint32_t index) const { return writes_[index]; }
  // Returns the distance in bytes between the elements that the instruction `writer` writes. Returns 0 if `writer` is
  // not an instruction or the distance is not known.
  unsigned stride(std::uint16_t writer) const;
  // Records the writes of the instruction `index`. Call once, before `thread` executes the instruction.
  void note(std::uint32_t index, const eu::Thread& thread, WrittenRegisters& registers) const;

 private:
  struct Response {
    std::size_t begin = 0, bytes = 0;              // in the GRF
    std::optional<isa::ChannelAccess> by_channel;  // nothing: the layout is not known
  };
  void note_elements(std::uint32_t index, const eu::Thread& thread, WrittenRegisters& registers) const;
  void note_response(std::uint32_t index, const Response& response, std::uint32_t channels,
                     WrittenRegisters& registers) const;

  const eu::Kernel* kernel_;
  std::array<std::uint32_t, eu::kGrfCount> written_{};  // by register, a bit for each byte
  std::vector<bool> copies_, writes_;                   // by instruction
  std::vector<std::optional<Response>> responses_;      // responses of messages, by instruction
};

}  // namespace eugene::debug
