// Number formats that operands do not have: elements of the matrices that dpas multiplies, and the formats between
// which fcvt and srnd convert. vISA manual DPAS, FCVT, SRND.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace eugene::isa {

// Up to hf8: the numbers of vISA's binary form, which has no 13. After hf8: the types of accumulators.
enum class Precision : std::uint8_t { none, u1, s1, u2, s2, u4, s4, u8, s8, bf, hf, bf8, tf32, hf8 = 14, f, d };
inline constexpr std::size_t kPrecisionCount = 17;

struct PrecisionInfo {
  std::string_view name;
  std::uint8_t bits;  // size in a register
  bool is_signed;
  bool is_float;
};
inline constexpr std::array<PrecisionInfo, kPrecisionCount> kPrecisions{{{"none", 0, false, false},
                                                                         {"u1", 1, false, false},
                                                                         {"s1", 1, true, false},
                                                                         {"u2", 2, false, false},
                                                                         {"s2", 2, true, false},
                                                                         {"u4", 4, false, false},
                                                                         {"s4", 4, true, false},
                                                                         {"u8", 8, false, false},
                                                                         {"s8", 8, true, false},
                                                                         {"bf", 16, true, true},
                                                                         {"hf", 16, true, true},
                                                                         {"bf8", 8, true, true},
                                                                         {"tf32", 32, true, true},
                                                                         {"none", 0, false, false},
                                                                         {"hf8", 8, true, true},
                                                                         {"f", 32, true, true},
                                                                         {"d", 32, true, false}}};
constexpr const PrecisionInfo& info(Precision precision) { return kPrecisions[static_cast<std::size_t>(precision)]; }

// The fields of dpas. The matrices have the manual's names: src0 is the accumulator, src1 the weights, src2 the
// activations.
struct Systolic {
  static constexpr unsigned kMaxDepth = 8, kMaxRepeats = 8;
  static constexpr unsigned kMaxColumns = 16;              // the execution size
  static constexpr unsigned kMaxElements = kMaxDepth * 8;  // maximum number of elements in a row of activations

  Precision weights = Precision::none;
  Precision activations = Precision::none;
  Precision accumulator = Precision::none;
  Precision result = Precision::none;
  std::uint8_t depth = 0;
  std::uint8_t repeats = 0;
  bool operator==(const Systolic&) const = default;

  // Pairs of elements that a channel multiplies in each step of the depth (OPS_PER_CHAN): as many floats as fill a
  // dword, and 4 or 8 integers.
  constexpr unsigned pairs() const {
    if (info(weights).is_float) return 32U / info(weights).bits;
    return info(weights).bits == 8 || info(activations).bits == 8 ? 4 : 8;
  }
  // Steps of the depth that a dword of weights is enough for (SRC1_OPERANDS_PER_CHAN).
  constexpr unsigned steps_of_dword() const { return 32U / (pairs() * info(weights).bits); }
  // Elements of a row of activations, and of a column of weights: the manual's K.
  constexpr unsigned elements() const { return depth * pairs(); }

  // Sizes of the matrices in bytes, for `columns` channels.
  constexpr unsigned weight_bytes(unsigned columns) const {
    return (depth + steps_of_dword() - 1) / steps_of_dword() * columns * 4;
  }
  constexpr unsigned activation_bytes() const { return (repeats * elements() * info(activations).bits + 7) / 8; }
  constexpr unsigned accumulator_bytes(unsigned columns) const {
    return repeats * columns * info(accumulator).bits / 8;
  }
  constexpr unsigned result_bytes(unsigned columns) const { return repeats * columns * info(result).bits / 8; }
};

// The conversions of fcvt and srnd. Operands are integers that hold the bits.
enum class Conversion : std::uint8_t {
  none,
  bf8_to_hf,
  hf_to_bf8,
  hf8_to_hf,
  hf_to_hf8,
  f_to_tf32,
  tf32_to_f,
  f_to_bf,
  f_to_hf,  // srnd only
};
inline constexpr std::size_t kConversionCount = 9;

}  // namespace eugene::isa
