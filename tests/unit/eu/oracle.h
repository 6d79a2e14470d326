// A simple reference for ALU instructions: executes one channel after the other, with integers of 128 bits. The EU must
// have the same results. It knows direct GRF operands, immediates, and IEEE float mode.
#pragma once

#include <cmath>
#include <optional>

#include "base/bits.h"
#include "bench.h"
#include "sem/lane.h"

namespace eugene::eu::test {

__extension__ using Wide = __int128;
__extension__ using UnsignedWide = unsigned __int128;

// A channel's value: integers exactly, floats as doubles (every F and HF is one).
struct Value {
  bool is_float = false;
  Wide integer = 0;
  double number = 0;
};

class Oracle {
 public:
  Oracle(const Thread& before, const Instruction& instruction) : before_(before), i_(instruction) {}

  // The thread after the instruction: GRF and flags.
  Thread run() {
    Thread after = before_;
    for (unsigned channel = 0; channel < i_.exec_size; ++channel) step(after, channel);
    return after;
  }

 private:
  static constexpr std::size_t kGrfSize = kGrfCount * kGrfBytes;

  std::uint64_t read_bits(std::size_t at, unsigned bytes) const {
    std::uint64_t bits = 0;
    std::memcpy(&bits, reinterpret_cast<const std::byte*>(before_.grf.data()) + at, bytes);
    return bits;
  }

  static Value from_bits(Type type, std::uint64_t bits) {
    const unsigned size = 8 * isa::byte_size(type);
    switch (type) {
      case Type::f: return {true, 0, std::bit_cast<float>(static_cast<std::uint32_t>(bits))};
      case Type::hf: return {true, 0, sem::half_to_float({static_cast<std::uint16_t>(bits)})};
      case Type::df: return {true, 0, std::bit_cast<double>(bits)};
      default: break;
    }
    if (size < 64) bits &= low_mask(size);
    return {false, isa::is_signed(type) ? Wide{sign_extend(bits, size)} : Wide{bits}, 0};
  }

  bool align16() const { return i_.access_mode == isa::AccessMode::align16; }

  // Align16 (5.3.7.3): of each row of 16 bytes the swizzle picks dwords. Doubles and quadwords are made of two, a low
  // and a high one; rows of narrower elements are shorter.
  std::uint64_t swizzled_bits(const Operand& operand, unsigned channel) const {
    const unsigned bytes = isa::byte_size(operand.type);
    const unsigned component_bytes = std::min(bytes, 4U), parts = bytes / component_bytes, channels = 4 / parts;
    const unsigned row = operand.region.vstride == 0 ? 0 : channel / channels * 4 * component_bytes;
    const std::size_t first = operand.nr * std::size_t{kGrfBytes} + operand.subnr + row;
    std::uint64_t bits = 0;
    for (unsigned part = 0; part < parts; ++part) {
      const unsigned component = operand.swizzle >> (2 * (channel % channels * parts + part)) & 3U;
      bits |= read_bits(first + component * component_bytes, component_bytes) << (32 * part);
    }
    return bits;
  }

  // Row-major walk of the region: 5.3.6.
  std::uint64_t source_bits(const Operand& operand, unsigned channel) const {
    if (operand.is_imm()) return operand.imm;
    if (align16() && operand.region != Region{0, 1, 0}) return swizzled_bits(operand, channel);
    int at = operand.nr * static_cast<int>(kGrfBytes) + operand.subnr;
    const int bytes = static_cast<int>(isa::byte_size(operand.type));
    for (unsigned step = 0, column = 0; step < channel; ++step) {
      if (++column == operand.region.width) {
        column = 0;
        at += (operand.region.vstride - (operand.region.width - 1) * operand.region.hstride) * bytes;
      } else {
        at += operand.region.hstride * bytes;
      }
    }
    return read_bits(static_cast<std::size_t>(at), isa::byte_size(operand.type));
  }

  Value source(unsigned index, unsigned channel) const {
    const Operand& operand = i_.src[index];
    Value value = from_bits(operand.type, source_bits(operand, channel));
    const bool logic = i_.row().has(isa::kLogic);
    if (logic) {
      if (operand.negate) value.integer = ~value.integer;
      return value;
    }
    if (operand.absolute) {
      if (value.is_float)
        value.number = std::fabs(value.number);
      else if (value.integer < 0)
        value.integer = -value.integer;
    }
    if (operand.negate) {
      if (value.is_float)
        value.number = -value.number;
      else
        value.integer = -value.integer;
    }
    return value;
  }

  bool flag(unsigned channel) const {
    return bit(before_.flag[i_.flag_nr], (i_.flag_subnr * 16U + i_.channel_offset + channel) % 32);
  }
  static void set_flag(Thread& after, const Instruction& i, unsigned channel, bool value) {
    const std::uint32_t mask = 1U << ((i.flag_subnr * 16U + i.channel_offset + channel) % 32);
    after.flag[i.flag_nr] = value ? after.flag[i.flag_nr] | mask : after.flag[i.flag_nr] & ~mask;
  }

  static bool holds(isa::CondMod condition, const Value& a, const Value& b) {
    using enum isa::CondMod;
    const double x = a.is_float ? a.number : static_cast<double>(a.integer);
    const double y = b.is_float ? b.number : static_cast<double>(b.integer);
    const bool floats = a.is_float || b.is_float;
    const bool less = floats ? x < y : a.integer < b.integer;
    const bool equal = floats ? x == y : a.integer == b.integer;
    const bool greater = floats ? x > y : a.integer > b.integer;
    switch (condition) {
      case z: return equal;
      case nz: return !equal;
      case g: return greater;
      case ge: return greater || equal;
      case l: return less;
      case le: return less || equal;
      case u: return floats && (std::isnan(x) || std::isnan(y));
      default: return false;
    }
  }

  bool floats() const {
    for (unsigned s = 0; s < i_.row().sources; ++s) {
      if (isa::is_float(i_.src[s].type)) return true;
    }
    return false;
  }
  bool halves() const {
    for (unsigned s = 0; s < i_.row().sources; ++s) {
      if (i_.src[s].type != Type::hf) return false;
    }
    return i_.dst.type != Type::f || i_.opcode == Opcode::mov;
  }
  bool doubles() const {
    for (unsigned s = 0; s < i_.row().sources; ++s) {
      if (i_.src[s].type == Type::df) return true;
    }
    return false;
  }

  // One rounding of an exact sum or product to the execution type. A double holds every F and HF exactly; for DF, the
  // double itself is the rounded result.
  double rounded(double exact) const {
    if (doubles()) return exact;
    if (halves()) return sem::half_to_float(sem::double_to_half(exact));
    return static_cast<float>(exact);
  }

  Value compute(unsigned channel) const {
    const Value a = source(0, channel);
    const Value b = i_.row().sources > 1 ? source(1, channel) : Value{};
    const Value c = i_.row().sources > 2 ? source(2, channel) : Value{};
    if (floats()) {
      switch (i_.opcode) {
        case Opcode::mov: return a;
        case Opcode::add: return {true, 0, rounded(a.number + b.number)};
        case Opcode::mul: return {true, 0, rounded(a.number * b.number)};
        case Opcode::mad:
          if (doubles() || halves()) return {true, 0, rounded(std::fma(b.number, c.number, a.number))};
          return {true, 0,
                  std::fma(static_cast<float>(b.number), static_cast<float>(c.number), static_cast<float>(a.number))};
        default: return {};
      }
    }
    const unsigned width = isa::byte_size(i_.src[0].type) == 8 || isa::byte_size(i_.dst.type) == 8 ? 63 : 31;
    const int count = static_cast<int>(b.integer & width);
    switch (i_.opcode) {
      case Opcode::mov: return a;
      case Opcode::not_: return {false, ~a.integer, 0};
      case Opcode::and_: return {false, a.integer & b.integer, 0};
      case Opcode::or_: return {false, a.integer | b.integer, 0};
      case Opcode::xor_: return {false, a.integer ^ b.integer, 0};
      case Opcode::add: return {false, a.integer + b.integer, 0};
      case Opcode::mul:  // its low bits
        return {false, static_cast<Wide>(static_cast<UnsignedWide>(a.integer) * static_cast<UnsignedWide>(b.integer)),
                0};
      case Opcode::avg: return {false, (a.integer + b.integer + 1) >> 1, 0};
      case Opcode::shl: return {false, a.integer << count, 0};
      case Opcode::asr: return {false, a.integer >> count, 0};
      case Opcode::shr: return {false, Wide{static_cast<std::uint32_t>(a.integer) >> count}, 0};
      default: return {};
    }
  }

  static Wide lowest(Type type) { return isa::is_signed(type) ? -(Wide{1} << (8 * isa::byte_size(type) - 1)) : 0; }
  static Wide highest(Type type) {
    return (Wide{1} << (8 * isa::byte_size(type) - (isa::is_signed(type) ? 1 : 0))) - 1;
  }

  // Converts to the destination's type: 4.4.
  std::uint64_t converted(const Value& value) const {
    const Type type = i_.dst.type;
    if (isa::is_float(type)) {
      double number = value.is_float ? value.number : static_cast<double>(value.integer);
      if (!value.is_float && type == Type::f) number = static_cast<float>(static_cast<long long>(value.integer));
      if (i_.saturate) number = number > 1 ? 1 : number > 0 ? number : 0;
      if (std::isnan(number)) return type == Type::f ? 0x7FC00000U : type == Type::hf ? 0x7E00U : 0x7FF8000000000000U;
      if (type == Type::f) return std::bit_cast<std::uint32_t>(static_cast<float>(number));
      if (type == Type::hf) return sem::double_to_half(number).bits;
      return std::bit_cast<std::uint64_t>(number);
    }
    Wide integer = value.integer;
    if (value.is_float) {
      if (std::isnan(value.number))
        integer = 0;
      else if (value.number >= static_cast<double>(highest(type)))
        integer = highest(type);
      else if (value.number <= static_cast<double>(lowest(type)))
        integer = lowest(type);
      else
        integer = static_cast<Wide>(value.number);
    } else if (i_.saturate) {
      integer = integer < lowest(type) ? lowest(type) : integer > highest(type) ? highest(type) : integer;
    }
    return static_cast<std::uint64_t>(integer);
  }

  bool is_raw() const {
    return i_.opcode == Opcode::mov && i_.src[0].type == i_.dst.type && !i_.src[0].negate && !i_.src[0].absolute &&
           !i_.saturate;
  }

  // True if the write mask has the bits of all components of the channel's element.
  bool may_write(unsigned channel) const {
    const unsigned parts = isa::byte_size(i_.dst.type) == 8 ? 2 : 1;
    const unsigned components = (1U << parts) - 1;
    return !align16() || (i_.dst.write_mask >> (channel * parts % 4) & components) == components;
  }

  void write(Thread& after, unsigned channel, std::uint64_t bits) const {
    const unsigned bytes = isa::byte_size(i_.dst.type);
    const unsigned stride = align16() ? 1 : i_.dst.region.hstride;
    const std::size_t at = i_.dst.nr * kGrfBytes + i_.dst.subnr + channel * stride * bytes;
    std::memcpy(reinterpret_cast<std::byte*>(after.grf.data()) + at, &bits, bytes);
  }

  void step(Thread& after, unsigned channel) const {
    const bool predicated = i_.pred_control != isa::PredControl::none;
    const bool predicate = !predicated || flag(channel) != i_.pred_inverse;
    if (!i_.no_mask && !bit(before_.running, channel + i_.channel_offset)) return;
    if (!may_write(channel)) return;
    const bool selects = i_.opcode == Opcode::sel;
    if (!selects && !predicate) return;
    if (i_.opcode == Opcode::cmp) {
      const bool result = holds(i_.cond_mod, source(0, channel), source(1, channel));
      set_flag(after, i_, channel, result);
      if (!i_.dst.is_null()) write(after, channel, result ? ~std::uint64_t{0} : 0);
      return;
    }
    if (selects) {
      const bool first =
          i_.cond_mod == isa::CondMod::none ? predicate : condition_takes_first(source(0, channel), source(1, channel));
      write(after, channel, selected_bits(first ? 0 : 1, channel));
      return;
    }
    const std::uint64_t bits = is_raw() ? source_bits(i_.src[0], channel) : converted(compute(channel));
    write(after, channel, bits);
    if (i_.cond_mod != isa::CondMod::none) {
      const Value written = from_bits(i_.dst.type, bits);
      set_flag(after, i_, channel, holds(i_.cond_mod, written, Value{written.is_float, 0, 0}));
    }
  }

  // sel keeps all bits of a float, a NaN's too.
  std::uint64_t selected_bits(unsigned index, unsigned channel) const {
    const Operand& operand = i_.src[index];
    if (!isa::is_float(operand.type) || i_.saturate || operand.type != i_.dst.type)
      return converted(source(index, channel));
    const std::uint64_t sign = std::uint64_t{1} << (8 * isa::byte_size(operand.type) - 1);
    std::uint64_t bits = source_bits(operand, channel);
    if (operand.absolute) bits &= ~sign;
    return operand.negate ? bits ^ sign : bits;
  }

  // 8.3.43: minimum and maximum take the number beside a NaN, other conditions source 1.
  bool condition_takes_first(const Value& a, const Value& b) const {
    const bool max_or_min = i_.cond_mod == isa::CondMod::l || i_.cond_mod == isa::CondMod::ge;
    const bool any_nan = a.is_float && (std::isnan(a.number) || std::isnan(b.number));
    if (any_nan) return max_or_min && !std::isnan(a.number);
    return holds(i_.cond_mod, a, b);
  }

  const Thread& before_;
  const Instruction& i_;
};

}  // namespace eugene::eu::test
