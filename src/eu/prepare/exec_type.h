// The lane type of an instruction's computation: SNB PRM vol4 part2 5.3.9 "Execution Data Type". The documents'
// execution type is conceptually as wide as the result needs; Exec is the narrowest lane that gives the same result.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "isa/instruction.h"
#include "sem/lane.h"

namespace eugene::eu {

enum class Exec : std::uint8_t { u8, u16, i32, u32, i64, u64, hf, f, df };
inline constexpr std::size_t kExecCount = 9;

template <Exec>
struct ExecLane;
template <>
struct ExecLane<Exec::u8> {  // raw moves only
  using Type = std::uint8_t;
};
template <>
struct ExecLane<Exec::u16> {  // raw moves only
  using Type = std::uint16_t;
};
template <>
struct ExecLane<Exec::i32> {
  using Type = std::int32_t;
};
template <>
struct ExecLane<Exec::u32> {
  using Type = std::uint32_t;
};
template <>
struct ExecLane<Exec::i64> {
  using Type = std::int64_t;
};
template <>
struct ExecLane<Exec::u64> {
  using Type = std::uint64_t;
};
template <>
struct ExecLane<Exec::hf> {
  using Type = sem::Half;
};
template <>
struct ExecLane<Exec::f> {
  using Type = float;
};
template <>
struct ExecLane<Exec::df> {
  using Type = double;
};
template <Exec E>
using ExecLaneOf = typename ExecLane<E>::Type;

// The lane type of an element in registers (isa::Type without the packed immediates).
template <isa::Type>
struct ElementLane;
template <>
struct ElementLane<isa::Type::ub> {
  using Type = std::uint8_t;
};
template <>
struct ElementLane<isa::Type::b> {
  using Type = std::int8_t;
};
template <>
struct ElementLane<isa::Type::uw> {
  using Type = std::uint16_t;
};
template <>
struct ElementLane<isa::Type::w> {
  using Type = std::int16_t;
};
template <>
struct ElementLane<isa::Type::ud> {
  using Type = std::uint32_t;
};
template <>
struct ElementLane<isa::Type::d> {
  using Type = std::int32_t;
};
template <>
struct ElementLane<isa::Type::uq> {
  using Type = std::uint64_t;
};
template <>
struct ElementLane<isa::Type::q> {
  using Type = std::int64_t;
};
template <>
struct ElementLane<isa::Type::hf> {
  using Type = sem::Half;
};
template <>
struct ElementLane<isa::Type::f> {
  using Type = float;
};
template <>
struct ElementLane<isa::Type::df> {
  using Type = double;
};
template <isa::Type T>
using ElementLaneOf = typename ElementLane<T>::Type;
inline constexpr std::size_t kElementTypeCount = 11;  // the types before v

constexpr std::array<std::uint8_t, kExecCount> kExecBytes{1, 2, 4, 4, 8, 8, 2, 4, 8};
constexpr unsigned byte_size(Exec exec) { return kExecBytes[static_cast<std::size_t>(exec)]; }
constexpr bool is_float(Exec exec) { return exec >= Exec::hf; }

// Returns the lanes for raw bits of `bytes` (1, 2, 4 or 8) bytes.
constexpr Exec raw_exec(unsigned bytes) {
  return bytes == 1 ? Exec::u8 : bytes == 2 ? Exec::u16 : bytes == 4 ? Exec::u32 : Exec::u64;
}

// True for a mov, movi or sel with predicate that changes no bit: same types, no modifier, no saturation (SNB PRM vol4
// part2 5.3.10.2).
bool moves_raw_bits(const isa::Instruction& instruction);

// True for a saturated sum that 64-bit lanes cannot always hold. Its function has to detect the overflow.
bool is_saturated_quadword_sum(const isa::Instruction& instruction);

// Returns the lane type that `instruction` computes with. `sources` are the operands that take part.
Exec choose_exec(const isa::Gen& gen, const isa::Instruction& instruction, std::span<const isa::Operand> sources);

// Returns the type of the accumulator channels that hold integer sums: dwords if any source is a dword, else words,
// whatever the destination is (SNB PRM vol4 part2 5.3.9, table 5-9).
isa::Type accumulator_integer(const isa::Instruction& instruction);

// True if the destination has the same bits as the lanes, so that storing needs no conversion.
bool holds_lane_bits(isa::Type destination, Exec exec);

}  // namespace eugene::eu
