// Operands: a register region (direct or register-indirect, Align1 or Align16) or an immediate.
// SNB PRM vol4 part2 sections 5.2 and 5.3.
#pragma once

#include <cstdint>

#include "isa/type.h"

namespace eugene::isa {

inline constexpr unsigned kRegisterBytes = 32;  // bytes of a general or message register
inline constexpr unsigned kOwordBytes = 16;     // half a register, the unit of block messages and of Align16 operands

enum class RegFile : std::uint8_t { arf, grf, mrf, imm };

// Architecture register files: the high nibble of an ARF register number (SNB PRM vol4 part2 5.2.1).
enum class Arf : std::uint8_t {
  null = 0x0,
  a = 0x1,
  acc = 0x2,
  f = 0x3,
  ce = 0x4,
  msg = 0x5,
  sp = 0x6,
  sr = 0x7,
  cr = 0x8,
  n = 0x9,
  ip = 0xA,
  tdr = 0xB,
  tm = 0xC,
  fc = 0xD,
  dbg = 0xF,
};

// Vertical stride, width and horizontal stride, in elements (5.3.2).
struct Region {
  // The "vertical stride" that stands for one address register per row (Vx1, VxH: 5.3.4).
  static constexpr std::uint8_t kPerRowAddress = 0xFF;

  std::uint8_t vstride = 0;  // 0, 1, 2, 4, 8, 16, 32 or kPerRowAddress
  std::uint8_t width = 1;    // 1, 2, 4, 8, 16
  std::uint8_t hstride = 0;  // 0, 1, 2, 4
  bool operator==(const Region&) const = default;
};

inline constexpr unsigned kSpreadBit = 0x80;  // in a message register's number: Operand::spreads()
inline constexpr unsigned kSpreadRegisters = 4;
inline constexpr std::uint8_t kSwizzleNone = 0xE4;  // xyzw: two bits a channel, x lowest
inline constexpr std::uint8_t kWriteAll = 0xF;      // write mask xyzw, x lowest

// One destination or source. A destination uses hstride, write_mask; a source uses region, swizzle,
// the modifiers. Fields that do not apply keep their defaults, so that equal operands compare equal.
struct Operand {
  RegFile file = RegFile::arf;
  Type type = Type::ud;
  bool indirect = false;                // the register is addressed through a0
  bool negate = false;                  // source modifier -; bitwise not for logic instructions of Gen8 and later
  bool absolute = false;                // source modifier (abs)
  std::uint16_t nr = 0;                 // register number; for ARF the encoded number (Arf in the high nibble)
  std::uint8_t subnr = 0;               // byte offset in the register
  std::uint8_t addr_subnr = 0;          // indirect: the 16-bit subregister of a0
  std::int16_t addr_imm = 0;            // indirect: signed byte offset added to a0
  Region region;                        // source; hstride is also the destination's
  std::uint8_t swizzle = kSwizzleNone;  // Align16 source; three-source replicate control is Region {0,1,0}
  std::uint8_t write_mask = kWriteAll;  // Align16 destination
  std::uint64_t imm = 0;                // immediate: the raw bits, zero-extended from the field (32 or 64 bits)
  bool operator==(const Operand&) const = default;

  constexpr bool is_imm() const { return file == RegFile::imm; }
  constexpr bool is_grf() const { return file == RegFile::grf; }
  constexpr bool is_mrf() const { return file == RegFile::mrf; }
  // True for a message register whose number has bit 7 set. Elements beyond the register lie in the fourth register
  // after it, not in the next (docs/record/errata.md, "message register numbers from 128").
  constexpr bool spreads() const { return is_mrf() && !indirect && (nr & kSpreadBit) != 0; }
  constexpr unsigned message_register() const { return nr & ~kSpreadBit; }
  constexpr bool is_arf(Arf kind) const { return file == RegFile::arf && (nr >> 4) == static_cast<std::uint8_t>(kind); }
  constexpr bool is_null() const { return is_arf(Arf::null); }
  constexpr bool has_modifier() const { return negate || absolute; }
  constexpr std::uint8_t arf_nr() const { return static_cast<std::uint8_t>(nr & 0xF); }
};

// An address immediate, which is added to an address register, has ten bits.
constexpr bool fits_address_immediate(std::int64_t offset) { return offset >= -512 && offset <= 511; }

// True if `source1` can be encoded after an immediate source 0, which leaves only the file and type of source 1: its
// number, region and modifiers must be at their defaults.
constexpr bool fits_beside_immediate(const Operand& source1) {
  return source1.nr == 0 && source1.subnr == 0 && source1.region.vstride == 0 && !source1.indirect && !source1.negate &&
         !source1.absolute;
}

}  // namespace eugene::isa
