// Fused sums and products of half floats. Halves are widened to float or double, and the result is rounded back
// (sem/lane.h). Each step is a separate loop over arrays, because GCC does not vectorise a loop with three element
// sizes.
#include "eu/execute/half_lanes.h"
#include "eu/fused/fused_lanes.h"
#include "sem/meaning.h"

namespace eugene::eu {

namespace {

using isa::Opcode;
using sem::Half;

struct alignas(64) Floats {
  std::array<float, kMaxChannels> lanes;
};

// Calls function(i) for the first `count` lanes; `count` is a multiple of a group.
template <class Function>
[[gnu::always_inline]] inline void each_lane(std::size_t count, Function function) {
  for (std::size_t first = 0; first < count; first += kGroup) {
#pragma GCC ivdep
#pragma GCC unroll 1  // unrolled, it would no longer be vectorised
    for (std::size_t lane = 0; lane < kGroup; ++lane) function(first + lane);
  }
}

template <bool is_scalar>
[[gnu::always_inline]] inline void load(Floats& floats, const Thread& thread, const FusedOp& op, unsigned s,
                                        std::size_t count) {
  float* const to = floats.lanes.data();
  if constexpr (is_scalar) {
    const float value = sem::half_to_float(scalar_source<Half>(thread, op, s));
    each_lane(count, [=] [[gnu::always_inline]] (std::size_t i) { to[i] = value; });
    return;
  }
  widen_halves({to, count}, raw_bytes(thread) + op.source[s]);
  if ((op.flags[s] & FusedOp::kModified) == 0) return;
  const ModifierBits<float> modify(op.flags[s]);
  each_lane(count, [=] [[gnu::always_inline]] (std::size_t i) { to[i] = modify(to[i]); });
}

// A product of halves is exact in float, and a sum is correctly rounded by two steps. For mad, the double is rounded to
// odd first. The meaning gives the canonical NaN of floats, and narrowing turns it into the canonical NaN of halves.
template <Opcode opcode, unsigned scalars>
EUGENE_VECTOR_LOOPS void half_lanes(Thread& thread, const FusedOp& op, std::uint32_t enabled) {
  const std::size_t count = op.groups * std::size_t{kGroup};
  Floats a, b, c;
  load<(scalars & 1) != 0>(a, thread, op, 0, count);
  load<(scalars & 2) != 0>(b, thread, op, 1, count);
  float* const x = a.lanes.data();
  const float* const y = b.lanes.data();
  if constexpr (sem::kLaneSources<opcode> == 3) {
    load<(scalars & 4) != 0>(c, thread, op, 2, count);
    const float* const z = c.lanes.data();
    const sem::Mode mode = kFusedMode<double>;  // a copy, because otherwise GCC does not inline the meaning
    each_lane(count, [=] [[gnu::always_inline]] (std::size_t i) {
      x[i] = sem::narrowed_to_odd(sem::Meaning<opcode>::apply(mode, double{x[i]}, double{y[i]}, double{z[i]}));
    });
  } else {
    const sem::Mode mode = kFusedMode<float>;
    each_lane(count,
              [=] [[gnu::always_inline]] (std::size_t i) { x[i] = sem::Meaning<opcode>::apply(mode, x[i], y[i]); });
  }
  if (enabled == op.all) return narrow_to_halves(raw_bytes(thread) + op.destination, {x, count});
  alignas(64) std::array<Half, kMaxChannels> halves;
  narrow_to_halves(reinterpret_cast<std::byte*>(halves.data()), {x, count});
  store_lanes<Half>(thread, op, enabled, [&] [[gnu::always_inline]] (std::size_t i) { return halves[i]; });
}

template <Opcode opcode>
constexpr FusedVariants variants() {
  FusedVariants made;
  [&]<std::size_t... scalars>(std::index_sequence<scalars...>) {
    ((made.lanes[0][scalars] = made.lanes[1][scalars] = half_lanes<opcode, scalars>), ...);
  }(std::make_index_sequence<(1U << sem::kLaneSources<opcode>)-1>{});
  return made;
}

constexpr FusedVariants kAdd = variants<Opcode::add>();
constexpr FusedVariants kMul = variants<Opcode::mul>();
constexpr FusedVariants kMad = variants<Opcode::mad>();

}  // namespace

FusedHandler fused_half(Opcode opcode, FusedShape shape) {
  switch (opcode) {
    case Opcode::add: return kAdd.of(shape);
    case Opcode::mul: return kMul.of(shape);
    case Opcode::mad: return kMad.of(shape);
    default: return nullptr;
  }
}

}  // namespace eugene::eu
