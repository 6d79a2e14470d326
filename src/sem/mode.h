// The state that an instruction's result depends on besides its sources: cr0 and the generation. Also the steps that
// floating point operations apply to every source and result: SNB PRM vol4 part2 4.3; cr0.0 of the Gen9 PRM "Control
// Register".
#pragma once

#include <cstdint>
#include <limits>

#include "base/bits.h"
#include "isa/instruction.h"
#include "isa/state_registers.h"
#include "sem/lane.h"

namespace eugene::sem {

// cr0.0[5:4]. Before it calls a meaning, the caller sets the host's rounding mode to this mode. `math` runs in
// nearest_even, except for the functions that sem/math.h names.
enum class Rounding : std::uint8_t { nearest_even, up, down, zero };

// Properties of the instruction that are the same for all channels.
struct InstructionMode {
  std::uint8_t shift_count_mask = 31;  // bits of a shift count that are used; 63: quadwords; 15: a rotated word
  bool multiplies_low_word = false;    // mul: uses only the low word of the word source
  std::uint8_t signed_bytes = 0;       // dp4a: bit n says whether the bytes of source n are signed
  bool operator==(const InstructionMode&) const = default;
};

// Properties of the machine and the instruction that are the same for all channels.
struct Mode {
  Rounding rounding = Rounding::nearest_even;
  bool alt = false;                 // alternative floating point mode: cr0.0[0]; single precision only
  bool keeps_df_denormals = false;  // cr0.0[6]; denormals are otherwise flushed to zero of the same sign
  bool keeps_f_denormals = false;   // cr0.0[7]
  bool keeps_hf_denormals = false;  // cr0.0[10]
  std::uint8_t word_source = 1;     // mul and mach: Gen::word_source
  InstructionMode instruction;
  bool operator==(const Mode&) const = default;
};

// Returns the part of the mode that `cr0` (cr0.0) determines. for_instruction completes it.
constexpr Mode decode_mode(const isa::Gen& gen, std::uint32_t cr0) {
  const auto has = [cr0](std::uint32_t flag) { return (cr0 & flag) != 0; };
  Mode mode{.alt = has(isa::cr0::kAlternateFloats), .word_source = gen.word_source};
  if (!gen.has_float_controls) return mode;
  mode.rounding = static_cast<Rounding>(bits(cr0, isa::cr0::kRoundingHigh, isa::cr0::kRoundingLow));
  mode.keeps_df_denormals = has(isa::cr0::kKeepDoubleDenormals);
  mode.keeps_f_denormals = has(isa::cr0::kKeepFloatDenormals);
  mode.keeps_hf_denormals = has(isa::cr0::kKeepHalfDenormals);
  return mode;
}

constexpr InstructionMode instruction_mode(const isa::Gen& gen, const isa::Instruction& instruction) {
  const auto bytes = [&](unsigned i) { return isa::byte_size(instruction.src[i].type); };
  InstructionMode mode;
  mode.shift_count_mask = bytes(0) == 8 || isa::byte_size(instruction.dst.type) == 8 ? 63 : 31;
  const bool rotates = instruction.opcode == isa::Opcode::rol || instruction.opcode == isa::Opcode::ror;
  if (rotates && bytes(0) == 2) mode.shift_count_mask = 15;
  if (instruction.opcode == isa::Opcode::mul)  // 8.3.31 mul, [DevSNB]
    mode.multiplies_low_word = !gen.has_dword_multiply && bytes(0) == 4 && bytes(1) == 4;
  if (instruction.opcode == isa::Opcode::dp4a) {
    for (const unsigned n : {1U, 2U})
      mode.signed_bytes |= static_cast<std::uint8_t>(isa::is_signed(instruction.src[n].type) ? 1U << n : 0U);
  }
  return mode;
}
constexpr Mode for_instruction(Mode mode, const isa::Gen& gen, const isa::Instruction& instruction) {
  mode.instruction = instruction_mode(gen, instruction);
  return mode;
}

// ---- The bits of a float element. ----

template <class T>
struct FloatLayout;
template <>
struct FloatLayout<Half> {
  static constexpr unsigned kFraction = 10;  // bits
  static constexpr unsigned kExponent = 5;
};
template <>
struct FloatLayout<float> {
  static constexpr unsigned kFraction = 23;
  static constexpr unsigned kExponent = 8;
};
template <>
struct FloatLayout<double> {
  static constexpr unsigned kFraction = 52;
  static constexpr unsigned kExponent = 11;
};

template <FloatElement T>
inline constexpr BitsOf<T> kSignBit = static_cast<BitsOf<T>>(BitsOf<T>{1} << (sizeof(T) * 8 - 1));
template <FloatElement T>  // also the bits of infinity
inline constexpr BitsOf<T> kExponentBits =
    static_cast<BitsOf<T>>(((BitsOf<T>{1} << FloatLayout<T>::kExponent) - 1) << FloatLayout<T>::kFraction);
template <FloatElement T>
inline constexpr BitsOf<T> kOneBits = std::same_as<T, double>  ? static_cast<BitsOf<T>>(std::uint64_t{1023} << 52)
                                      : std::same_as<T, float> ? 0x3F800000U
                                                               : 0x3C00U;
// The only NaN that operations produce, whatever NaNs the sources were: hosts differ in which payload survives.
template <FloatElement T>
inline constexpr BitsOf<T> kNan =
    static_cast<BitsOf<T>>(kExponentBits<T> | (BitsOf<T>{1} << (FloatLayout<T>::kFraction - 1)));

// A float constant that the element type holds exactly, for every float lane: number(v, 0.5).
template <FloatLane V>
constexpr V number(const V& v, double value) {
  if constexpr (std::same_as<ElementOf<V>, Half>) {
    return like(v, double_to_half(value));
  } else {
    return like(v, static_cast<ElementOf<V>>(value));
  }
}
template <FloatLane V>
constexpr V from_bits(const V& v, BitsOf<ElementOf<V>> bits) {
  return like(v, std::bit_cast<ElementOf<V>>(bits));
}

template <FloatLane V>
auto float_bits(V v) {
  return bit_cast_lane<BitsOf<ElementOf<V>>>(v);
}
template <FloatLane V>
V with_bits(V v, BitsOf<ElementOf<V>> keep) {
  const auto bits = float_bits(v);
  return bit_cast_lane<ElementOf<V>>(bit_and(bits, like(bits, keep)));
}
template <FloatLane V>
V magnitude(V v) {
  return with_bits(v, static_cast<BitsOf<ElementOf<V>>>(~kSignBit<ElementOf<V>>));
}
template <FloatLane V>
MaskOf<V> is_nan(V v) {
  return mask_not(equal(v, v));
}
template <FloatLane V>
MaskOf<V> is_infinite(V v) {
  return equal(magnitude(v), from_bits(v, kExponentBits<ElementOf<V>>));
}

// ---- Sources and results of floating point operations; integers pass unchanged. ----

template <FloatElement T>
constexpr bool keeps_denormals(const Mode& mode) {
  if constexpr (std::same_as<T, double>) return mode.keeps_df_denormals;
  if constexpr (std::same_as<T, float>) return mode.keeps_f_denormals;
  return mode.keeps_hf_denormals;
}

// Replaces denormals by zeros of the same sign.
template <FloatLane V>
V flushed(V v) {
  using T = ElementOf<V>;
  const auto exponent = bit_and(float_bits(v), like(float_bits(v), kExponentBits<T>));
  return select(equal(exponent, like(exponent, 0)), with_bits(v, kSignBit<T>), v);
}

// Returns a source as arithmetic sees it: 4.3.1.2, denormals on input.
template <Lane V>
V source(const Mode& mode, V v) {
  if constexpr (FloatLane<V>) {
    if (!keeps_denormals<ElementOf<V>>(mode)) return flushed(v);
  }
  return v;
}

// The final step of every floating point operation: denormals on output (4.3.1.2), infinities in ALT mode (4.3.2), and
// a single canonical NaN.
template <Lane V>
V result(const Mode& mode, V v) {
  if constexpr (FloatLane<V>) {
    using T = ElementOf<V>;
    if constexpr (std::same_as<T, float>) {
      if (mode.alt) {
        const V max = like(v, std::numeric_limits<float>::max());
        v = select(less(max, v), max, select(less(v, negated(max)), negated(max), v));
      }
    }
    if (!keeps_denormals<T>(mode)) v = flushed(v);
    return select(equal(v, v), v, from_bits(v, kNan<T>));
  } else {
    return v;
  }
}

}  // namespace eugene::sem
