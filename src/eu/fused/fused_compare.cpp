// Fused comparisons and selections.
#include "eu/execute/conditions.h"
#include "eu/execute/function_table.h"
#include "eu/fused/fused_lanes.h"
#include "sem/condition.h"

namespace eugene::eu {

namespace {

using isa::CondMod;

template <class T>
inline constexpr bool kIsCompared = std::is_same_v<T, std::int32_t> || std::is_same_v<T, std::uint32_t> ||
                                    std::is_same_v<T, std::int64_t> || std::is_same_v<T, float>;

// Returns a lane of all ones for each channel whose bit is set, else 0.
std::array<std::uint32_t, kMaxChannels> expand_lanes(std::uint32_t bits) {
  std::array<std::uint32_t, kMaxChannels> lanes;
  for (std::size_t first = 0; first < kMaxChannels; first += kGroup)
    std::memcpy(&lanes[first], group_masks(bits, first).data(), kGroup * sizeof lanes[0]);
  return lanes;
}

// ---- cmp, cmpn ----

// Writes the flags, and the destination if there is one.
EUGENE_VECTOR_LOOPS void write_compared(Thread& thread, const FusedOp& op, std::uint32_t bits, std::uint32_t enabled) {
  op.write_flags(thread, bits, enabled);
  const auto set = static_cast<std::uint32_t>(op.source[2]);
  if (set == 0) return;
  if (op.size == 1) return store_single<std::uint32_t>(thread, op, (bits & 1) != 0 ? set : 0);
  const auto holds = expand_lanes(bits);
  store_lanes<std::uint32_t>(thread, op, enabled,
                             [&] [[gnu::always_inline]] (std::size_t i) { return holds[i] & set; });
}

template <class T, sem::Comparison comparison, CondMod condition, unsigned scalars>
EUGENE_VECTOR_LOOPS void compare_lanes(Thread& thread, const FusedOp& op, std::uint32_t enabled) {
  const FusedSource<T, (scalars & 1) != 0, false> a(thread, op, 0);
  const FusedSource<T, (scalars & 2) != 0, false> b(thread, op, 1);
  const sem::Mode mode = kFusedMode<T>;  // a copy, because otherwise GCC does not inline the meaning
  const std::uint32_t bits = gather_bits<T>({.groups = op.groups}, [&] [[gnu::always_inline]] (std::size_t i) {
    return sem::compare(mode, comparison, condition, a[i], b[i]);
  });
  write_compared(thread, op, bits, enabled);
}

// Two scalars, for example in a loop condition: one comparison for all channels.
template <class T, sem::Comparison comparison, CondMod condition>
void compare_scalars(Thread& thread, const FusedOp& op, std::uint32_t enabled) {
  const T a = scalar_source<T>(thread, op, 0);
  const T b = scalar_source<T>(thread, op, 1);
  write_compared(thread, op, sem::compare(kFusedMode<T>, comparison, condition, a, b) ? ~0U : 0U, enabled);
}

template <sem::Comparison comparison>
constexpr auto make_compares() {
  return make_function_table<FusedVariants, kExecCount, kConditionCodes>(
      []<std::size_t exec, std::size_t code>() -> FusedVariants {
        using T = ExecLaneOf<static_cast<Exec>(exec)>;
        constexpr CondMod condition = static_cast<CondMod>(code);
        if constexpr (compares(condition) && kIsCompared<T> &&
                      (sem::FloatElement<T> || comparison == sem::Comparison::cmp)) {
          FusedVariants made{.single = compare_scalars<T, comparison, condition>};
          made.lanes[0] = {compare_lanes<T, comparison, condition, 0>, compare_lanes<T, comparison, condition, 1>,
                           compare_lanes<T, comparison, condition, 2>, made.single};
          return made;
        } else {
          return {};
        }
      });
}
constexpr auto kCompares = make_compares<sem::Comparison::cmp>();

// ---- sel ----

template <class T, unsigned scalars>
EUGENE_VECTOR_LOOPS void select_lanes(Thread& thread, const FusedOp& op, std::uint32_t enabled) {
  const FusedSource<T, (scalars & 1) != 0, false> a(thread, op, 0);
  const FusedSource<T, (scalars & 2) != 0, false> b(thread, op, 1);
  const auto takes_first = expand_lanes(op.predicated ? op.predicate(thread) : ~0U);
  const sem::Mode mode = kFusedMode<T>;
  store_lanes<T>(thread, op, enabled, [&] [[gnu::always_inline]] (std::size_t i) {
    return sem::sel(mode, takes_first[i] != 0, a[i], b[i]);
  });
}

template <class T>
void select_single(Thread& thread, const FusedOp& op, std::uint32_t) {
  const bool takes_first = !op.predicated || (op.predicate(thread) & 1) != 0;
  store_single<T>(
      thread, op,
      sem::sel(kFusedMode<T>, takes_first, scalar_source<T>(thread, op, 0), scalar_source<T>(thread, op, 1)));
}

template <class T>
constexpr FusedVariants selections() {
  FusedVariants made{.single = select_single<T>};
  made.lanes[0] = {select_lanes<T, 0>, select_lanes<T, 1>, select_lanes<T, 2>, select_lanes<T, 3>};
  return made;
}
constexpr FusedVariants kSelections[] = {FusedVariants{}, selections<std::uint16_t>(), selections<std::uint32_t>(),
                                         selections<std::uint64_t>()};

template <class T, CondMod condition>
struct Minimum {
  using Lane = T;
  [[gnu::always_inline]] static T apply(T a, T b) {
    const sem::Mode mode = kFusedMode<T>;  // a copy, because otherwise GCC does not inline the meaning
    return sem::sel(mode, condition, a, b);
  }
};

constexpr auto kMinima = make_function_table<FusedVariants, kExecCount, kConditionCodes>(
    []<std::size_t exec, std::size_t code>() -> FusedVariants {
      using T = ExecLaneOf<static_cast<Exec>(exec)>;
      constexpr CondMod condition = static_cast<CondMod>(code);
      constexpr bool common = condition == CondMod::l || condition == CondMod::ge;
      if constexpr (common && kIsCompared<T> && sizeof(T) == 4) {
        return fused_variants<Minimum<T, condition>, 2, false>();
      } else {
        return {};
      }
    });

}  // namespace

FusedHandler fused_compare(isa::Opcode opcode, Exec exec, CondMod condition, FusedShape shape) {
  const bool is_plain = !is_float(exec) || sem::find_comparison(opcode, condition) == sem::Comparison::cmp;
  if (!is_plain) return nullptr;
  return kCompares[static_cast<std::size_t>(exec)][static_cast<std::size_t>(condition)].of(shape);
}

FusedHandler fused_select(unsigned bytes, FusedShape shape) {
  return kSelections[static_cast<unsigned>(std::countr_zero(bytes))].of(shape);
}

FusedHandler fused_minimum(Exec exec, CondMod condition, FusedShape shape) {
  return kMinima[static_cast<std::size_t>(exec)][static_cast<std::size_t>(condition)].of(shape);
}

}  // namespace eugene::eu
