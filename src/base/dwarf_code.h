// The code of a DWARF expression: its operations, and reading them one after the other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace eugene {

// Operation codes of DWARF 4, 7.7.1, and operations that Intel's GPU compiler adds.
enum DwarfOp : std::uint8_t {
  kDeref = 0x06,
  kConst1u = 0x08,
  kConst8u = 0x0e,
  kConst8s = 0x0f,
  kConstu = 0x10,
  kConsts = 0x11,
  kDup = 0x12,
  kDrop = 0x13,
  kOver = 0x14,
  kSwap = 0x16,
  kAnd = 0x1a,
  kDiv = 0x1b,
  kMinus = 0x1c,
  kMod = 0x1d,
  kMul = 0x1e,
  kNeg = 0x1f,
  kNot = 0x20,
  kOr = 0x21,
  kPlus = 0x22,
  kPlusUconst = 0x23,
  kShl = 0x24,
  kShr = 0x25,
  kShra = 0x26,
  kXor = 0x27,
  kBra = 0x28,
  kEq = 0x29,
  kGe = 0x2a,
  kGt = 0x2b,
  kLe = 0x2c,
  kLt = 0x2d,
  kNe = 0x2e,
  kSkip = 0x2f,
  kLit0 = 0x30,
  kReg0 = 0x50,
  kBreg0 = 0x70,
  kRegx = 0x90,
  kPiece = 0x93,
  kDerefSize = 0x94,
  kNop = 0x96,
  kBitPiece = 0x9d,
  kImplicitValue = 0x9e,
  kStackValue = 0x9f,
  kRegister = 0xeb,      // takes the number of a register
  kRegisterBits = 0xec,  // takes a register, an offset and a size in bits
  kChannel = 0xed,
};

class DwarfCode {
 public:
  explicit DwarfCode(std::span<const std::uint8_t> code) : code_(code) {}

  bool is_at_end() const { return at_ >= code_.size(); }
  // Returns nothing if the code has ended.
  std::optional<std::uint8_t> byte();
  // Reads the operand of an operation from kConst1u to kConst8s.
  std::optional<std::uint64_t> constant(std::uint8_t op);
  std::optional<std::span<const std::uint8_t>> bytes(std::uint64_t count);
  std::uint64_t unsigned_leb();
  std::int64_t signed_leb();
  // Reads the offset of a jump, and jumps if `is_taken`. Returns false if the target is outside the code.
  bool jump(bool is_taken);

 private:
  std::span<const std::uint8_t> code_;
  std::size_t at_ = 0;
};

// Returns the result of an operation with two operands. Returns nothing if the result is undefined, or if `op` is
// another operation.
std::optional<std::uint64_t> calculate(std::uint8_t op, std::uint64_t a, std::uint64_t b);

}  // namespace eugene
