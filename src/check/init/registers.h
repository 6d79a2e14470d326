// The registers of a thread for the check `init`: other contents that the registers might as well have (the twin), and
// an origin for each dword that differs between thread and twin.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eu/analysis/cells.h"
#include "eu/kernel.h"
#include "eu/prepared_op.h"
#include "eu/thread.h"

namespace eugene::check {

// Number of an origin; 0: the dword is defined.
using OriginNumber = std::uint16_t;
// Bit in the number of an origin in a register. If an instruction has several origins, others take precedence, because
// registers of disabled channels are undefined as well.
inline constexpr OriginNumber kOfRegister = 0x8000;
inline constexpr OriginNumber kNeverWritten = kOfRegister;  // a register that nothing has written

// The places that an instruction may read and write: dwords of cells (eu/analysis/cells.h), flags and a0.
struct InitUse {
  struct Part {
    std::uint16_t cell = 0;
    std::uint8_t dwords = 0;  // one bit for each
  };
  std::vector<Part> reads;
  std::vector<Part> writes;
  bool reads_flags = false;
  std::array<std::uint32_t, 2> flags = {};  // bits of f0 and f1 that the instruction may write
  bool reads_address = false;
  bool writes_address = false;
  bool overwrites_sources = false;  // the instruction writes dwords that it has read
};
// Returns an entry for each instruction.
std::vector<InitUse> init_uses(const eu::Kernel& kernel);

// Copies the cells that an instruction with this use reads and writes, and all small registers. Copying a whole thread
// would take longer than executing the instruction.
void copy_used(const InitUse& use, const eu::Thread& from, eu::Thread& to);

class InitRegisters {
 public:
  // Begins a thread that starts, whose `given` registers from r0 on have contents.
  void begin(const eu::Thread& thread, unsigned given);

  eu::Thread& twin() { return twin_; }

  // Returns the origin of an undefined dword that `use` reads; 0 if all are defined.
  OriginNumber read_by(const InitUse& use) const;
  bool writes_undefined(const InitUse& use) const;
  // Makes everything that `use` writes defined: copies it from `thread` to the twin.
  void define(const InitUse& use, const eu::Thread& thread);
  // Varies `to`, a copy of the twin before an instruction, so that it is one more thread with possible values:
  // undefined bits that the instruction reads are set from `pattern`, which returns the bits for the dword at an
  // offset.
  using Pattern = std::uint32_t (*)(std::size_t offset);
  void vary(const InitUse& use, const eu::Thread& thread, Pattern pattern, eu::Thread& to) const;
  // Makes the twin's results differ from `thread` also in the bits that differ in `other`, a third thread.
  void merge(const InitUse& use, const eu::Thread& thread, const eu::Thread& other);
  // Compares the results of thread and twin after both have executed the instruction. Dwords that differ get `origin`,
  // or keep their origin if `origin` is 0.
  void compare(const InitUse& use, const eu::Thread& thread, OriginNumber origin);

  // The same for bytes from `offset` in the Thread on.
  OriginNumber in(std::size_t offset, std::size_t bytes) const;
  void define(std::size_t offset, std::size_t bytes, const eu::Thread& thread);
  void set(std::size_t offset, std::uint8_t difference, const eu::Thread& thread, OriginNumber origin);
  std::uint8_t difference(std::size_t offset, const eu::Thread& thread) const;

  // Origin of one of the undefined flags, and origin of bit `bit` of f`number`.
  OriginNumber flags() const;
  bool has_undefined_flags() const { return has_undefined_flags_; }
  OriginNumber flag(unsigned number, unsigned bit) const { return flags_[number][bit % 32]; }
  OriginNumber address() const { return address_; }
  void define_flags(const eu::Thread& thread);
  void define_address(const eu::Thread& thread);
  // Makes `bits` of f`number` undefined.
  void undefine_flags(unsigned number, std::uint32_t bits, const eu::Thread& thread, OriginNumber origin);
  // Copies the state registers, which are the same in thread and twin.
  void copy_state(const eu::Thread& thread);

 private:
  static constexpr std::size_t kDwords = eu::kGrfBytes / 4;
  static constexpr std::size_t kBytes = std::size_t{eu::kCellCount} * eu::kGrfBytes;  // bytes that have origins

  void compare_flag(unsigned number, std::uint32_t bits, const eu::Thread& thread, OriginNumber origin);

  eu::Thread twin_;
  std::array<std::array<OriginNumber, kDwords>, eu::kCellCount> origins_;
  std::array<std::array<OriginNumber, 32>, 2> flags_;
  bool has_undefined_flags_ = false;
  OriginNumber address_ = 0;
};

}  // namespace eugene::check
