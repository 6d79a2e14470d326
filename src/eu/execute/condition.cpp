// Loops that produce flags: comparisons of sources, conditions on results. Also selection by bits.
#include "sem/condition.h"
#include "eu/execute/compute.h"
#include "eu/execute/conditions.h"
#include "eu/execute/function_table.h"
#include "eu/execute/lanes.h"

namespace eugene::eu {

namespace {

using isa::CondMod;

template <class T, sem::Comparison comparison, CondMod condition>
EUGENE_VECTOR_LOOPS std::uint32_t compare(const std::byte* a, const std::byte* b, const ActiveLanes& work,
                                          const sem::Mode& current) {
  return in_mode<T>(work, current, [&](const sem::Mode& mode) {
    return gather_bits<T>(work, [&](std::size_t i) {
      return sem::compare(mode, comparison, condition, lane_at<T>(a, i), lane_at<T>(b, i));
    });
  });
}

template <sem::Comparison comparison>
constexpr auto make_compares() {
  return make_function_table<CompareFunction, kExecCount, kConditionCodes>(
      []<std::size_t exec, std::size_t code>() -> CompareFunction {
        using T = ExecLaneOf<static_cast<Exec>(exec)>;
        constexpr CondMod condition = static_cast<CondMod>(code);
        if constexpr (compares(condition) && (sizeof(T) >= 4 || sem::FloatElement<T>)) {
          constexpr sem::Comparison kept = sem::FloatElement<T> ? comparison : sem::Comparison::cmp;
          return compare<T, kept, condition>;
        } else {
          return nullptr;
        }
      });
}
constexpr std::array kCompares{make_compares<sem::Comparison::cmp>(), make_compares<sem::Comparison::cmpn>(),
                               make_compares<sem::Comparison::ordered>()};

template <class T, CondMod condition>
EUGENE_VECTOR_LOOPS std::uint32_t evaluate(const std::byte* elements, const ActiveLanes& work) {
  return gather_bits<T>(work, [&](std::size_t i) { return sem::relation(condition, lane_at<T>(elements, i), T{}); });
}

constexpr auto kEvaluates = make_function_table<ConditionFunction, kElementTypeCount, kConditionCodes>(
    []<std::size_t type, std::size_t code>() -> ConditionFunction {
      constexpr CondMod condition = static_cast<CondMod>(code);
      if constexpr (compares(condition)) {
        return evaluate<ElementLaneOf<static_cast<isa::Type>(type)>, condition>;
      } else {
        return nullptr;
      }
    });

template <class T, class Element>
std::uint32_t overflow(const std::byte* computed, const std::byte* source, const ActiveLanes& work, const sem::Mode&) {
  return gather_bits<T>(work, [&](std::size_t i) {
    if (source == nullptr) return sem::overflowed<Element>(lane_at<T>(computed, i));
    return sem::overflowed<Element>(lane_at<T>(computed, i), lane_at<T>(source, i));
  });
}

constexpr auto kOverflows = make_function_table<CompareFunction, kExecCount, kElementTypeCount>(
    []<std::size_t exec, std::size_t type>() -> CompareFunction {
      using T = ExecLaneOf<static_cast<Exec>(exec)>;
      if constexpr (sizeof(T) >= 4 || sem::FloatElement<T>) {
        return overflow<T, ElementLaneOf<static_cast<isa::Type>(type)>>;
      } else {
        return nullptr;
      }
    });

template <class T, bool flush>
EUGENE_VECTOR_LOOPS void select_each(std::byte* result, const std::byte* a, const std::byte* b, std::uint32_t bits,
                                     const ActiveLanes& work, const sem::Mode& mode) {
  for (std::size_t first = 0; first < work.groups * kGroup; first += kGroup) {
    const std::uint32_t group = bits >> first;
    for (std::size_t lane = 0; lane < kGroup; ++lane) {
      const std::size_t i = first + lane;
      const bool takes_first = ((group >> lane) & 1) != 0;
      T value = sem::select(takes_first, lane_at<T>(a, i), lane_at<T>(b, i));
      if constexpr (flush) value = sem::source(mode, value);
      set_lane<T>(result, i, value);
    }
  }
}

}  // namespace

CompareFunction compare_function(isa::Opcode opcode, Exec exec, CondMod condition) {
  const auto& table = kCompares[static_cast<std::size_t>(sem::find_comparison(opcode, condition))];
  return table[static_cast<std::size_t>(exec)][static_cast<std::size_t>(condition)];
}

ConditionFunction condition_function(isa::Type type, CondMod condition) {
  return kEvaluates[static_cast<std::size_t>(type)][static_cast<std::size_t>(condition)];
}

CompareFunction overflow_function(Exec exec, isa::Type type) {
  return kOverflows[static_cast<std::size_t>(exec)][static_cast<std::size_t>(type)];
}

void select_lanes(Exec exec, bool flush, std::byte* result, const std::byte* a, const std::byte* b, std::uint32_t bits,
                  const ActiveLanes& work, const sem::Mode& mode) {
  const bool flushing = flush && !work.plain_floats;
  switch (exec) {
    case Exec::u8: return select_each<std::uint8_t, false>(result, a, b, bits, work, mode);
    case Exec::u16: return select_each<std::uint16_t, false>(result, a, b, bits, work, mode);
    case Exec::i32:
    case Exec::u32: return select_each<std::uint32_t, false>(result, a, b, bits, work, mode);
    case Exec::i64:
    case Exec::u64: return select_each<std::uint64_t, false>(result, a, b, bits, work, mode);
    case Exec::hf:
      if (flushing) return select_each<sem::Half, true>(result, a, b, bits, work, mode);
      return select_each<std::uint16_t, false>(result, a, b, bits, work, mode);
    case Exec::f:
      if (flushing) return select_each<float, true>(result, a, b, bits, work, mode);
      return select_each<std::uint32_t, false>(result, a, b, bits, work, mode);
    case Exec::df:
      if (flushing) return select_each<double, true>(result, a, b, bits, work, mode);
      return select_each<std::uint64_t, false>(result, a, b, bits, work, mode);
  }
}

}  // namespace eugene::eu
