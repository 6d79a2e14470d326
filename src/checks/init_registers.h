// The registers of a thread for the check `init`: the contents that they might as well have (its twin), and for each
// dword in which these differ, where that comes from.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/analysis/cells.h"
#include "eu/kernel.h"
#include "eu/prepare/prepared_op.h"
#include "eu/thread.h"

namespace eugene::checks {

// Number of an origin; 0: the dword is defined.
using OriginNumber = std::uint16_t;
// In the number of an origin in a register. Where an instruction has several, others come first: the registers of
// channels that are off are undefined as well.
inline constexpr OriginNumber kOfRegister = 0x8000;
inline constexpr OriginNumber kNeverWritten = kOfRegister;  // a register that nothing has written

// What an instruction may read and write, as dwords of cells (eu/analysis/cells.h), and beside them flags and a0.
struct InitUse {
  struct Part {
    std::uint16_t cell = 0;
    std::uint8_t dwords = 0;  // a bit for each
  };
  std::vector<Part> reads;
  std::vector<Part> writes;
  bool reads_flags = false;
  std::array<std::uint32_t, 2> flags = {};  // bits of f0 and f1 that it may write
  bool reads_address = false;
  bool writes_address = false;
  bool overwrites_sources = false;  // some of what it writes it has read
};
// By instruction.
std::vector<InitUse> init_uses(const eu::Kernel& kernel);

// Copies what an instruction of that use reads and writes, and all small registers: a whole thread takes longer than to
// execute it.
void copy_used(const InitUse& use, const eu::Thread& from, eu::Thread& to);

class InitRegisters {
 public:
  // A thread that starts, with `given` registers from r0 on that have contents.
  void begin(const eu::Thread& thread, unsigned given);

  eu::Thread& twin() { return twin_; }

  // Of an undefined dword that is read; 0: all are defined.
  OriginNumber read_by(const InitUse& use) const;
  bool writes_undefined(const InitUse& use) const;
  // What `use` writes has become defined: the twin has it as `thread` has.
  void define(const InitUse& use, const eu::Thread& thread);
  // Makes `to`, which is as the twin was before an instruction, one more thread that the values might as well be of:
  // what is undefined in what it reads has the bits of `pattern`, which gives those of the dword at an offset.
  using Pattern = std::uint32_t (*)(std::size_t offset);
  void vary(const InitUse& use, const eu::Thread& thread, Pattern pattern, eu::Thread& to) const;
  // Results of such a thread that differ from those of `thread` become the twin's.
  void merge(const InitUse& use, const eu::Thread& thread, const eu::Thread& other);
  // It has been computed for both: where they differ, that is because of `origin`, or 0, an earlier one.
  void compare(const InitUse& use, const eu::Thread& thread, OriginNumber origin);

  // The same for bytes from `offset` in the thread on.
  OriginNumber in(std::size_t offset, std::size_t bytes) const;
  void define(std::size_t offset, std::size_t bytes, const eu::Thread& thread);
  void set(std::size_t offset, std::uint8_t difference, const eu::Thread& thread, OriginNumber origin);
  std::uint8_t difference(std::size_t offset, const eu::Thread& thread) const;

  // Of the flags that are undefined, one; of bit `bit` of f`number`.
  OriginNumber flags() const;
  bool has_undefined_flags() const { return has_undefined_flags_; }
  OriginNumber flag(unsigned number, unsigned bit) const { return flags_[number][bit % 32]; }
  OriginNumber address() const { return address_; }
  void define_flags(const eu::Thread& thread);
  void define_address(const eu::Thread& thread);
  // Bits of f`number` have become undefined.
  void undefine_flags(unsigned number, std::uint32_t bits, const eu::Thread& thread, OriginNumber origin);
  // State registers are the same for both.
  void copy_state(const eu::Thread& thread);

 private:
  static constexpr std::size_t kDwords = eu::kGrfBytes / 4;
  static constexpr std::size_t kBytes = std::size_t{eu::kCellCount} * eu::kGrfBytes;  // with origins

  void compare_flag(unsigned number, std::uint32_t bits, const eu::Thread& thread, OriginNumber origin);

  eu::Thread twin_;
  std::array<std::array<OriginNumber, kDwords>, eu::kCellCount> origins_;
  std::array<std::array<OriginNumber, 32>, 2> flags_;
  bool has_undefined_flags_ = false;
  OriginNumber address_ = 0;
};

}  // namespace eugene::checks
