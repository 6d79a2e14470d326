// MI_MATH and MI_ATOMIC: the command streamer's own arithmetic.
#include <array>

#include <fmt/format.h>

#include "base/bits.h"
#include "gpu/commands/handlers.h"

namespace eugene::gpu {
namespace {

// MI_MATH opcodes and operands.
enum AluOpcode : std::uint32_t {
  kNoop = 0x000,
  kLoad = 0x080,
  kLoadInverted = 0x480,
  kLoad0 = 0x081,
  kLoad1 = 0x481,
  kAdd = 0x100,
  kSub = 0x101,
  kAnd = 0x102,
  kOr = 0x103,
  kXor = 0x104,
  kStore = 0x180,
  kStoreInverted = 0x580,
};
enum AluOperand : std::uint32_t {
  kSourceA = 0x20,
  kSourceB = 0x21,
  kAccumulator = 0x31,
  kZeroFlag = 0x32,
  kCarryFlag = 0x33
};

std::uint32_t gpr_offset(std::uint32_t index) { return reg::kGpr0 + index * 8; }

// Returns the new value of an atomic operation on unsigned numbers of `width` bits. The low bits of MI_ATOMIC's opcode
// select the operation.
std::optional<std::uint64_t> atomic_result(std::uint32_t opcode, std::uint64_t old, std::uint64_t operand1,
                                           std::uint64_t operand2, unsigned width) {
  const std::int64_t signed_old = sign_extend(old, width);
  const std::int64_t signed_operand = sign_extend(operand1, width);
  switch (opcode) {
    case 0x1: return old & operand1;
    case 0x2: return old | operand1;
    case 0x3: return old ^ operand1;
    case 0x4: return operand1;
    case 0x5: return old + 1;
    case 0x6: return old - 1;
    case 0x7: return old + operand1;
    case 0x8: return old - operand1;
    case 0x9: return operand1 - old;
    case 0xA: return signed_old > signed_operand ? old : operand1;
    case 0xB: return signed_old < signed_operand ? old : operand1;
    case 0xC: return old > operand1 ? old : operand1;
    case 0xD: return old < operand1 ? old : operand1;
    case 0xE: return old == operand1 ? operand2 : old;
    default: return std::nullopt;
  }
}

}  // namespace

Result<Next> mi_math(ContextState& c, CommandDwords dw) {
  std::uint64_t a = 0;
  std::uint64_t b = 0;
  std::uint64_t accumulator = 0;
  bool zero = false;
  bool carry = false;
  const auto finish = [&](std::uint64_t value, bool carry_out) {
    accumulator = value;
    zero = value == 0;
    carry = carry_out;
  };
  for (const std::uint32_t alu : dw.subspan(1)) {
    const std::uint32_t opcode = bits(alu, 31, 20);
    const std::uint32_t operand1 = bits(alu, 19, 10);
    const std::uint32_t operand2 = bits(alu, 9, 0);
    switch (opcode) {
      case kNoop: break;
      case kLoad:
      case kLoadInverted:
      case kLoad0:
      case kLoad1: {
        std::uint64_t value = 0;
        if (opcode == kLoad || opcode == kLoadInverted) {
          if (operand2 >= reg::kGprCount) return fail(fmt::format("LOAD cannot read operand {:#x}", operand2));
          value = c.registers.read64(gpr_offset(operand2));
        }
        if (opcode == kLoadInverted || opcode == kLoad1) value = ~value;
        if (operand1 != kSourceA && operand1 != kSourceB)
          return fail(fmt::format("LOAD cannot write operand {:#x}", operand1));
        (operand1 == kSourceA ? a : b) = value;
        break;
      }
      case kAdd: finish(a + b, a + b < a); break;
      case kSub: finish(a - b, a < b); break;
      case kAnd: finish(a & b, false); break;
      case kOr: finish(a | b, false); break;
      case kXor: finish(a ^ b, false); break;
      case kStore:
      case kStoreInverted: {
        if (operand1 >= reg::kGprCount) return fail(fmt::format("STORE cannot write operand {:#x}", operand1));
        std::uint64_t value = 0;
        switch (operand2) {
          case kAccumulator: value = accumulator; break;
          case kZeroFlag: value = zero ? ~std::uint64_t{0} : 0; break;
          case kCarryFlag: value = carry ? ~std::uint64_t{0} : 0; break;
          default: return fail(fmt::format("STORE cannot read operand {:#x}", operand2));
        }
        c.registers.write64(gpr_offset(operand1), opcode == kStoreInverted ? ~value : value);
        break;
      }
      default: return fail(fmt::format("unknown ALU opcode {:#x}", opcode));
    }
  }
  return Next::advance;
}

Result<Next> mi_atomic(ContextState& c, CommandDwords dw) {
  constexpr std::size_t kInlineDwords = 11;
  constexpr std::uint32_t kReturnGpr = 4;  // CS_GPR that receives the value read
  const bool inline_data = bit(dw[0], 18);
  if (inline_data && dw.size() < kInlineDwords) return fail("inline data is missing");
  const std::uint32_t opcode = bits(dw[0], 15, 8);
  const bool qword = bits(dw[0], 20, 19) == 1;
  // The opcode's high bits repeat the size: 0x00 dword, 0x20 qword.
  if (bits(dw[0], 20, 19) > 1 || (opcode & ~0xFU) != (qword ? 0x20U : 0U)) {
    return fail(fmt::format("unknown atomic opcode {:#x} with data size {}", opcode, bits(dw[0], 20, 19)));
  }
  std::uint64_t operand1 = c.registers.read64(gpr_offset(0));
  std::uint64_t operand2 = c.registers.read64(gpr_offset(2));
  if (inline_data) {
    operand1 = dw[3] | (std::uint64_t{dw[5]} << 32);
    operand2 = dw[4] | (std::uint64_t{dw[6]} << 32);
  }
  const unsigned width = qword ? 64 : 32;
  operand1 &= low_mask(width);
  operand2 &= low_mask(width);
  const AddressSpace space = bit(dw[0], 22) ? AddressSpace::ggtt : AddressSpace::ppgtt;
  const std::uint64_t address = (dw[1] | (std::uint64_t{dw[2]} << 32)) & memory::kAddressMask & (qword ? ~7ULL : ~3ULL);
  const Result<std::uint64_t> old = c.read_value(space, address, qword);
  if (!old) return std::unexpected(old.error());
  const std::optional<std::uint64_t> value = atomic_result(opcode & 0xF, *old, operand1, operand2, width);
  if (!value) return fail(fmt::format("unknown atomic opcode {:#x}", opcode));
  const Result<void> done = c.write_value(space, address, *value, qword);
  if (!done) return std::unexpected(done.error());
  if (bit(dw[0], 16)) c.registers.write64(gpr_offset(kReturnGpr), *old);
  return Next::advance;
}

}  // namespace eugene::gpu
