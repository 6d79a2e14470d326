// The parts of a fused handler: sources that are read in place, a loop over groups of eight lanes that computes with a
// meaning of sem, and a store that keeps the elements of disabled channels. Constant counts let the compiler vectorise
// the loop.
#pragma once

#include <type_traits>

#include "eu/execute/lanes.h"
#include "eu/fused/fused_op.h"
#include "eu/fused/handlers.h"
#include "eu/register_file.h"
#include "sem/convert.h"

namespace eugene::eu {

// The mode of fused handlers on lanes of T. fuse() checks that the instruction has the same mode.
template <class T>
inline constexpr sem::Mode kFusedMode{.keeps_df_denormals = true,
                                      .keeps_f_denormals = true,
                                      .keeps_hf_denormals = true,
                                      .instruction = {.shift_count_mask = sizeof(T) == 8 ? 63 : 31}};

template <class Element, class T>
T extended(const std::byte* at) {
  if constexpr (sem::IntElement<T>) {
    return static_cast<T>(lane_at<Element>(at, 0));
  } else {
    return T{};
  }
}

// Widens a scalar integer of any width to a lane.
template <class T>
T widened_scalar(const std::byte* at, unsigned bytes, bool is_signed) {
  switch (bytes) {
    case 1: return is_signed ? extended<std::int8_t, T>(at) : extended<std::uint8_t, T>(at);
    case 2: return is_signed ? extended<std::int16_t, T>(at) : extended<std::uint16_t, T>(at);
    case 4: return is_signed ? extended<std::int32_t, T>(at) : extended<std::uint32_t, T>(at);
    default: return extended<std::uint64_t, T>(at);
  }
}

template <class T>
[[gnu::always_inline]] inline T scalar_source(const Thread& thread, const FusedOp& op, unsigned s) {
  const unsigned bytes = op.bytes[s];
  if (bytes == 0) return lane_at<T>(reinterpret_cast<const std::byte*>(&op.source[s]), 0);
  const std::byte* at = raw_bytes(thread) + op.source[s];
  const std::uint8_t flags = op.flags[s];
  T value = bytes == sizeof(T) ? lane_at<T>(at, 0) : widened_scalar<T>(at, bytes, (flags & FusedOp::kSigned) != 0);
  if ((flags & FusedOp::kModified) == 0) return value;
  if ((flags & FusedOp::kAbsolute) != 0) value = sem::absolute(value);
  if ((flags & FusedOp::kNegate) != 0) value = sem::negated(value);
  if constexpr (sem::IntElement<T>) {
    if ((flags & FusedOp::kInvert) != 0) value = sem::bit_not(value);
  }
  return value;
}

// Source modifiers as bit operations, (bits & keep ^ flip) + carry. The operands depend only on the instruction, so
// that the loop has no branches. An integer is negated as ~x + 1. The general path handles absolute integers.
template <class T>
class ModifierBits {
  using Bits = sem::BitsOf<T>;

 public:
  [[gnu::always_inline]] explicit ModifierBits(std::uint8_t flags) {
    constexpr bool is_float = sem::FloatElement<T>;
    constexpr Bits sign = static_cast<Bits>(Bits{1} << (sizeof(T) * 8 - 1));
    const bool negate = (flags & FusedOp::kNegate) != 0;
    if (is_float && (flags & FusedOp::kAbsolute) != 0) keep_ = static_cast<Bits>(~sign);
    if (negate) flip_ = is_float ? sign : static_cast<Bits>(~Bits{0});
    if ((flags & FusedOp::kInvert) != 0) flip_ = static_cast<Bits>(~Bits{0});
    if (negate && !is_float) carry_ = 1;
  }
  [[gnu::always_inline]] T operator()(T value) const {
    Bits bits = sem::bit_xor(sem::bit_and(std::bit_cast<Bits>(value), keep_), flip_);
    if constexpr (sem::IntElement<T>) bits = sem::plus(bits, carry_);
    return std::bit_cast<T>(bits);
  }

 private:
  Bits keep_ = static_cast<Bits>(~Bits{0});
  Bits flip_ = 0;
  Bits carry_ = 0;
};

// A source whose lane i, of type T, is source[i].
template <class T, bool is_scalar, bool is_modified>
class FusedSource {
 public:
  [[gnu::always_inline]] FusedSource(const Thread& thread, const FusedOp& op, unsigned s)
      : base_(raw_bytes(thread) + op.source[s]), modify_(op.flags[s]) {}
  [[gnu::always_inline]] T operator[](std::size_t i) const {
    const T value = lane_at<T>(base_, i);
    if constexpr (is_modified) return modify_(value);
    return value;
  }

 private:
  const std::byte* base_;
  ModifierBits<T> modify_;
};
template <class T, bool is_modified>
class FusedSource<T, true, is_modified> {
 public:
  [[gnu::always_inline]] FusedSource(const Thread& thread, const FusedOp& op, unsigned s)
      : value_(scalar_source<T>(thread, op, s)) {}
  [[gnu::always_inline]] T operator[](std::size_t) const { return value_; }

 private:
  T value_;
};

// For each set of eight bits: dwords with all ones where the bit is set.
inline constexpr auto kGroupMasks = [] {
  std::array<std::array<std::uint32_t, kGroup>, 256> table{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    for (unsigned lane = 0; lane < kGroup; ++lane) table[bits][lane] = ((bits >> lane) & 1) != 0 ? ~0U : 0U;
  }
  return table;
}();
inline const std::array<std::uint32_t, kGroup>& group_masks(std::uint32_t channels, std::size_t first) {
  return kGroupMasks[(channels >> first) & 0xFF];
}

// Stores lane(i) of the enabled channels. `ivdep` is safe: fuse() leaves sources that overlap the destination at an
// offset to the general path, and scalars are read before the loop.
template <class T, class Lane>
[[gnu::always_inline]] inline void store_lanes(Thread& thread, const FusedOp& op, std::uint32_t enabled,
                                               Lane compute_lane) {
  std::byte* out = raw_bytes(thread) + op.destination;
  const std::size_t count = op.groups * std::size_t{kGroup};
  if (enabled == op.all) {
    for (std::size_t first = 0; first < count; first += kGroup) {
#pragma GCC ivdep
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
      for (std::size_t lane = 0; lane < kGroup; ++lane) set_lane<T>(out, first + lane, compute_lane(first + lane));
    }
    return;
  }
  using Bits = sem::BitsOf<T>;
  for (std::size_t first = 0; first < count; first += kGroup) {
    const auto& masks = group_masks(enabled, first);
#pragma GCC ivdep
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
    for (std::size_t lane = 0; lane < kGroup; ++lane) {
      const Bits mask = static_cast<Bits>(static_cast<std::int32_t>(masks[lane]));
      const Bits value = std::bit_cast<Bits>(compute_lane(first + lane));
      const Bits kept = lane_at<Bits>(out, first + lane);
      set_lane<Bits>(out, first + lane, static_cast<Bits>((value & mask) | (kept & static_cast<Bits>(~mask))));
    }
  }
}

// Stores the result of a single channel. Integers may be narrower than their lane.
template <class T>
[[gnu::always_inline]] inline void store_single(Thread& thread, const FusedOp& op, T value) {
  std::byte* out = raw_bytes(thread) + op.destination;
  if (op.destination_bytes == sizeof(T)) return set_lane<T>(out, 0, value);
  std::memcpy(out, &value, op.destination_bytes);
}

// Computes Meaning::apply(lanes...) from `sources` sources for every channel. `Meaning` has a lane type Lane.
template <class Meaning, unsigned sources, unsigned scalars, bool is_modified>
EUGENE_VECTOR_LOOPS void fused_lanes(Thread& thread, const FusedOp& op, std::uint32_t enabled) {
  using T = typename Meaning::Lane;
  const auto source = [&]<unsigned s>(std::integral_constant<unsigned, s>) __attribute__((always_inline)) {
    constexpr bool is_scalar = (scalars >> s & 1) != 0;
    return FusedSource<T, is_scalar, is_modified>(thread, op, s);
  };
  const auto a = source(std::integral_constant<unsigned, 0>{});
  if constexpr (sources == 1) {
    store_lanes<T>(thread, op, enabled, [&] [[gnu::always_inline]] (std::size_t i) { return Meaning::apply(a[i]); });
  } else if constexpr (sources == 2) {
    const auto b = source(std::integral_constant<unsigned, 1>{});
    store_lanes<T>(thread, op, enabled,
                   [&] [[gnu::always_inline]] (std::size_t i) { return Meaning::apply(a[i], b[i]); });
  } else {
    const auto b = source(std::integral_constant<unsigned, 1>{});
    const auto c = source(std::integral_constant<unsigned, 2>{});
    store_lanes<T>(thread, op, enabled,
                   [&] [[gnu::always_inline]] (std::size_t i) { return Meaning::apply(a[i], b[i], c[i]); });
  }
}

template <class Meaning, unsigned sources>
EUGENE_VECTOR_LOOPS void fused_single(Thread& thread, const FusedOp& op, std::uint32_t) {
  using T = typename Meaning::Lane;
  const T a = scalar_source<T>(thread, op, 0);
  if constexpr (sources == 1) {
    store_single<T>(thread, op, Meaning::apply(a));
  } else if constexpr (sources == 2) {
    store_single<T>(thread, op, Meaning::apply(a, scalar_source<T>(thread, op, 1)));
  } else {
    store_single<T>(thread, op, Meaning::apply(a, scalar_source<T>(thread, op, 1), scalar_source<T>(thread, op, 2)));
  }
}

// The handlers of one meaning, by FusedShape.
struct FusedVariants {
  std::array<std::array<FusedHandler, 8>, 2> lanes{};  // [modified][scalars]
  FusedHandler single = nullptr;

  constexpr FusedHandler of(FusedShape shape) const {
    return shape.single ? single : lanes[shape.modified ? 1 : 0][shape.scalars];
  }
};

template <class Meaning, unsigned sources, bool has_modified>
constexpr FusedVariants fused_variants() {
  FusedVariants made{.single = fused_single<Meaning, sources>};
  [&]<std::size_t... scalars>(std::index_sequence<scalars...>) {
    ((made.lanes[0][scalars] = fused_lanes<Meaning, sources, scalars, false>), ...);
    if constexpr (has_modified) {
      constexpr unsigned all = (1U << sources) - 1;
      ((made.lanes[1][scalars] = scalars == all ? nullptr : fused_lanes<Meaning, sources, scalars, true>), ...);
    }
  }
  // If all sources are scalar, a loop is only worth its code for copies: broadcasts.
  (std::make_index_sequence<(1U << sources) - (sources == 1 ? 0 : 1)>{});
  return made;
}

}  // namespace eugene::eu
