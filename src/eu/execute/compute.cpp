#include "eu/execute/compute.h"

#include "eu/execute/function_table.h"
#include "eu/execute/lanes.h"
#include "sem/meaning.h"
#include "sem/plane.h"

namespace eugene::eu {

namespace {

using isa::Opcode;

// Two's complement: the sum overflows if both sources have the same sign and the sum has the other.
std::int64_t saturated_sum(std::int64_t a, std::int64_t b) {
  const std::int64_t sum = sem::plus(a, b);
  const bool overflows = ((a ^ sum) & (b ^ sum)) < 0;
  const std::int64_t limit =
      a < 0 ? std::numeric_limits<std::int64_t>::min() : std::numeric_limits<std::int64_t>::max();
  return sem::select(overflows, limit, sum);
}
std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t sum = a + b;
  return sem::select(sum < a, ~std::uint64_t{0}, sum);
}

template <class T>
void saturating(std::byte* result, const std::byte* a, const std::byte* b, const std::byte*, const ActiveLanes& work,
                const sem::Mode&) {
  for_lanes(work, [=](std::size_t i) { set_lane<T>(result, i, saturated_sum(lane_at<T>(a, i), lane_at<T>(b, i))); });
}

// `negated` is the index of the subtracted source, whose lanes hold 2^64 minus its value. The sum carries out of 64
// bits unless the difference is negative; a negative difference gives 0.
template <unsigned negated>
void saturating_difference(std::byte* result, const std::byte* a, const std::byte* b, const std::byte*,
                           const ActiveLanes& work, const sem::Mode&) {
  for_lanes(work, [=](std::size_t i) {
    const std::uint64_t minuend = lane_at<std::uint64_t>(negated == 0 ? b : a, i);
    const std::uint64_t minus = lane_at<std::uint64_t>(negated == 0 ? a : b, i);
    const std::uint64_t sum = minuend + minus;
    set_lane<std::uint64_t>(result, i, sem::select(minus == 0 || sum < minuend, sum, std::uint64_t{0}));
  });
}

template <Opcode opcode, class T>
[[gnu::always_inline]] inline auto lane_result(const sem::Mode& mode, const std::byte* a, const std::byte* b,
                                               const std::byte* c, std::size_t i) {
  using Meaning = sem::Meaning<opcode>;
  constexpr unsigned sources = sem::kLaneSources<opcode>;
  if constexpr (sources == 1) return Meaning::apply(mode, lane_at<T>(a, i));
  if constexpr (sources == 2) return Meaning::apply(mode, lane_at<T>(a, i), lane_at<T>(b, i));
  if constexpr (sources == 3) return Meaning::apply(mode, lane_at<T>(a, i), lane_at<T>(b, i), lane_at<T>(c, i));
}

// Computes one lane at a time; sources are packed.
template <Opcode opcode, class T>
EUGENE_VECTOR_LOOPS void lanewise(std::byte* result, const std::byte* a, const std::byte* b, const std::byte* c,
                                  const ActiveLanes& work, const sem::Mode& current) {
  in_mode<T>(work, current, [&] [[gnu::always_inline]] (const sem::Mode& mode) {
    for_lanes(work, [&] [[gnu::always_inline]] (std::size_t i) {
      set_lane<T>(result, i, lane_result<opcode, T>(mode, a, b, c, i));
    });
  });
}

// Computes one of the two results of mach, addc and subb.
template <Opcode opcode, class T, bool accumulator>
void with_accumulator(std::byte* result, const std::byte* a, const std::byte* b, const std::byte* c,
                      const ActiveLanes& work, const sem::Mode& mode) {
  for_lanes(work, [&](std::size_t i) {
    const auto both = lane_result<opcode, T>(mode, a, b, c, i);
    if constexpr (accumulator) {
      set_lane<std::int64_t>(result, i, static_cast<std::int64_t>(both.accumulator));
    } else {
      set_lane<T>(result, i, both.value);
    }
  });
}

// dp2, dp3, dp4, dph: computes one value for every group of four channels.
template <Opcode opcode, class T>
void dot_product(std::byte* result, const std::byte* a, const std::byte* b, const std::byte*, const ActiveLanes& work,
                 const sem::Mode& mode) {
  using Meaning = sem::Meaning<opcode>;
  for (std::uint32_t first = 0; first < work.count; first += 4) {
    const auto x = [&](std::uint32_t i) { return lane_at<T>(a, first + i); };
    const auto y = [&](std::uint32_t i) { return lane_at<T>(b, first + i); };
    T value;
    constexpr unsigned components = sem::arity<opcode, T>() / 2;
    if constexpr (components == 2) value = Meaning::apply(mode, x(0), y(0), x(1), y(1));
    if constexpr (components == 3) value = Meaning::apply(mode, x(0), y(0), x(1), y(1), x(2), y(2));
    if constexpr (components == 4) value = Meaning::apply(mode, x(0), y(0), x(1), y(1), x(2), y(2), x(3), y(3));
    for (std::uint32_t i = 0; i < 4; ++i) set_lane<T>(result, first + i, value);
  }
}

// line and pln (sem/plane.h).
template <Opcode opcode, class T>
EUGENE_VECTOR_LOOPS void plane(std::byte* result, const std::byte* a, const std::byte* b, const std::byte*,
                               const ActiveLanes& work, const sem::Mode& mode) {
  for (std::uint32_t i = 0; i < work.count; ++i) {
    if constexpr (!isa::info(opcode).has(isa::kTwoCoordinates)) {
      set_lane<T>(
          result, i,
          sem::Meaning<opcode>::apply(mode, lane_at<T>(a, sem::kLineP), lane_at<T>(a, sem::kLineQ), lane_at<T>(b, i)));
    } else {
      const std::size_t u = sem::find_u(i);
      set_lane<T>(result, i,
                  sem::Meaning<opcode>::apply(mode, lane_at<T>(a, sem::kPlaneP), lane_at<T>(a, sem::kPlaneQ),
                                              lane_at<T>(a, sem::kPlaneR), lane_at<T>(b, u),
                                              lane_at<T>(b, u + sem::kPlaneGroup)));
    }
  }
}

// sad2, sada2: computes one value for every pair of channels. The second channel of a pair, which the document leaves
// undefined, gets the same value.
template <Opcode opcode, class T>
void pair_difference(std::byte* result, const std::byte* a, const std::byte* b, const std::byte* c,
                     const ActiveLanes& work, const sem::Mode& mode) {
  for (std::uint32_t i = 0; i < work.count; i += 2) {
    using Meaning = sem::Meaning<opcode>;
    const T a0 = lane_at<T>(a, i), b0 = lane_at<T>(b, i), a1 = lane_at<T>(a, i + 1), b1 = lane_at<T>(b, i + 1);
    T value;
    if constexpr (isa::info(opcode).has(isa::kAccSource)) {
      value = Meaning::apply(mode, a0, b0, a1, b1, lane_at<T>(c, i));
    } else {
      value = Meaning::apply(mode, a0, b0, a1, b1);
    }
    set_lane<T>(result, i, value);
    set_lane<T>(result, i + 1, value);
  }
}

template <isa::MathFunction function, class T>
EUGENE_VECTOR_LOOPS void math(std::byte* result, const std::byte* a, const std::byte* b, const std::byte*,
                              const ActiveLanes& work, const sem::Mode& current) {
  in_mode<T>(work, current, [&](const sem::Mode& mode) {
    for_lanes(work, [&](std::size_t i) {
      const T second = b == nullptr ? T{} : lane_at<T>(b, i);
      set_lane<T>(result, i, sem::math(mode, function, lane_at<T>(a, i), second));
    });
  });
}

// True if the meaning returns two values. The second one goes to the accumulator.
template <Opcode opcode, class T>
constexpr bool has_two_results() {
  if constexpr (sizeof(T) >= 4 && sem::is_lanewise<opcode, T>()) {
    constexpr auto result = lane_result<opcode, T>;
    return !std::is_same_v<decltype(result(sem::Mode{}, nullptr, nullptr, nullptr, 0)), T>;
  } else {
    return false;
  }
}

// Returns the loop of an opcode on lanes of T; null if sem has no such meaning. Integers are computed as dwords or
// qwords.
template <Opcode opcode, class T>
constexpr ComputeFunction pick() {
  constexpr isa::OpcodeInfo row = isa::info(opcode);
  constexpr bool integer = sem::IntElement<T>;
  constexpr bool copies = row.has(isa::kMoves) && (integer || row.has(isa::kGathers));
  if constexpr ((integer && sizeof(T) < 4) || copies || sem::arity<opcode, T>() == 0) {
    return nullptr;
  } else if constexpr (has_two_results<opcode, T>()) {
    return with_accumulator<opcode, T, false>;
  } else if constexpr (sem::is_lanewise<opcode, T>()) {
    return lanewise<opcode, T>;
  } else if constexpr (row.has(isa::kQuads)) {
    return dot_product<opcode, T>;
  } else if constexpr (row.has(isa::kPlane)) {
    return plane<opcode, T>;
  } else if constexpr (row.has(isa::kPairs)) {
    return pair_difference<opcode, T>;
  } else {
    return nullptr;
  }
}

template <Opcode opcode, class T>
constexpr ComputeFunction pick_second() {
  if constexpr (has_two_results<opcode, T>()) {
    return with_accumulator<opcode, T, true>;
  } else {
    return nullptr;
  }
}

constexpr auto kComputes =
    make_function_table<ComputeFunction, isa::kOpcodeCount, kExecCount>([]<std::size_t opcode, std::size_t exec>() {
      return pick<static_cast<Opcode>(opcode), ExecLaneOf<static_cast<Exec>(exec)>>();
    });

constexpr auto kSeconds =
    make_function_table<ComputeFunction, isa::kOpcodeCount, kExecCount>([]<std::size_t opcode, std::size_t exec>() {
      return pick_second<static_cast<Opcode>(opcode), ExecLaneOf<static_cast<Exec>(exec)>>();
    });

constexpr std::size_t kMathFunctions = 16;

template <isa::MathFunction function, class T>
constexpr ComputeFunction pick_math() {
  using enum isa::MathFunction;
  if constexpr (function == none || function == sincos) {
    return nullptr;
  } else if constexpr (isa::divides_integers(function)) {
    if constexpr (sem::IntElement<T> && sizeof(T) == 4) return math<function, T>;
    return nullptr;
  } else if constexpr (sem::FloatElement<T>) {
    return math<function, T>;
  } else {
    return nullptr;
  }
}

constexpr auto kMaths =
    make_function_table<ComputeFunction, kMathFunctions, kExecCount>([]<std::size_t function, std::size_t exec>() {
      return pick_math<static_cast<isa::MathFunction>(function), ExecLaneOf<static_cast<Exec>(exec)>>();
    });

}  // namespace

ComputeFunction compute_function(isa::Opcode opcode, Exec exec) {
  return kComputes[static_cast<std::size_t>(opcode)][static_cast<std::size_t>(exec)];
}

ComputeFunction saturating_add(Exec exec, std::optional<unsigned> negated_source) {
  if (exec == Exec::i64) return saturating<std::int64_t>;
  if (!negated_source) return saturating<std::uint64_t>;
  return *negated_source == 0 ? saturating_difference<0> : saturating_difference<1>;
}

ComputeFunction math_function(isa::MathFunction function, Exec exec) {
  return kMaths[static_cast<std::size_t>(function)][static_cast<std::size_t>(exec)];
}

ComputeFunction accumulator_function(isa::Opcode opcode, Exec exec) {
  return kSeconds[static_cast<std::size_t>(opcode)][static_cast<std::size_t>(exec)];
}

}  // namespace eugene::eu
