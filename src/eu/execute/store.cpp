#include "eu/execute/store.h"

#include "eu/execute/function_table.h"
#include "eu/execute/lanes.h"
#include "sem/convert.h"

namespace eugene::eu {

namespace {

template <class Lane, class Element, bool saturate>
EUGENE_VECTOR_LOOPS void convert_lanes(std::byte* elements, const std::byte* lanes, const ActiveLanes& work,
                                       const sem::Mode& mode) {
  for_lanes(work, [&, elements, lanes](std::size_t i) {
    set_lane<Element>(elements, i, sem::converted<Element>(mode, lane_at<Lane>(lanes, i), saturate));
  });
}

template <bool saturate>
constexpr auto make_converts() {
  return make_function_table<ConvertFunction, kExecCount, kElementTypeCount>(
      []<std::size_t exec, std::size_t type>() -> ConvertFunction {
        using Lane = ExecLaneOf<static_cast<Exec>(exec)>;
        using Element = ElementLaneOf<static_cast<isa::Type>(type)>;
        if constexpr (sizeof(Lane) >= 4 || std::is_same_v<Lane, sem::Half>) {
          return convert_lanes<Lane, Element, saturate>;
        } else {
          return nullptr;
        }
      });
}
constexpr std::array kConverts{make_converts<false>(), make_converts<true>()};

// For each set of eight bits: lanes with all ones where the bit is set.
constexpr auto kLaneMasks = [] {
  std::array<std::array<std::uint32_t, kGroup>, 256> table{};
  for (unsigned bits = 0; bits < 256; ++bits) {
    for (unsigned lane = 0; lane < kGroup; ++lane) table[bits][lane] = ((bits >> lane) & 1) != 0 ? ~0U : 0U;
  }
  return table;
}();

template <class Word>
void store_each(std::byte* base, const std::byte* elements, std::ptrdiff_t stride, const ActiveLanes& work) {
  for (std::uint32_t rest = work.enabled; rest != 0; rest &= rest - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(rest));
    set_lane<Word>(base + stride * static_cast<std::ptrdiff_t>(i), 0, lane_at<Word>(elements, i));
  }
}

template <class Word>
EUGENE_VECTOR_LOOPS void packed(std::byte* base, const std::byte* elements, const DestinationPlan&,
                                const ActiveLanes& work) {
  const std::uint32_t all = static_cast<std::uint32_t>(low_mask(work.count));
  if (work.enabled == all) {
    std::memmove(base, elements, work.count * sizeof(Word));
  } else if (sizeof(Word) >= 4 && work.count % kGroup == 0) {
    for (std::size_t first = 0; first < work.count; first += kGroup) {
      const auto& masks = kLaneMasks[(work.enabled >> first) & 0xFF];
#pragma GCC ivdep
      for (std::size_t lane = 0; lane < kGroup; ++lane) {
        const Word mask = static_cast<Word>(static_cast<std::int32_t>(masks[lane]));
        const Word kept = lane_at<Word>(base, first + lane) & static_cast<Word>(~mask);
        set_lane<Word>(base, first + lane, (lane_at<Word>(elements, first + lane) & mask) | kept);
      }
    }
  } else {
    store_each<Word>(base, elements, sizeof(Word), work);
  }
}

template <class Word>
void strided(std::byte* base, const std::byte* elements, const DestinationPlan& plan, const ActiveLanes& work) {
  store_each<Word>(base, elements, plan.stride, work);
}

template <class Word>
void tabled(std::byte* base, const std::byte* elements, const DestinationPlan& plan, const ActiveLanes& work) {
  for (std::uint32_t rest = work.enabled; rest != 0; rest &= rest - 1) {
    const unsigned i = static_cast<unsigned>(std::countr_zero(rest));
    set_lane<Word>(base + (*plan.offsets)[i], 0, lane_at<Word>(elements, i));
  }
}

}  // namespace

bool holds_lane_bits(isa::Type destination, Exec exec) {
  if (isa::byte_size(destination) != byte_size(exec)) return false;
  switch (exec) {
    case Exec::u8:
    case Exec::u16: return true;
    case Exec::hf: return destination == isa::Type::hf;
    case Exec::f: return destination == isa::Type::f;
    case Exec::df: return destination == isa::Type::df;
    default: return !isa::is_float(destination);
  }
}

ConvertFunction convert_function(Exec exec, isa::Type type, bool saturate) {
  return kConverts[saturate ? 1 : 0][static_cast<std::size_t>(exec)][static_cast<std::size_t>(type)];
}

StoreFunction store_packed(unsigned element_bytes) {
  return element_bytes == 1   ? packed<std::uint8_t>
         : element_bytes == 2 ? packed<std::uint16_t>
         : element_bytes == 4 ? packed<std::uint32_t>
                              : packed<std::uint64_t>;
}
StoreFunction store_strided(unsigned element_bytes) {
  return element_bytes == 1   ? strided<std::uint8_t>
         : element_bytes == 2 ? strided<std::uint16_t>
         : element_bytes == 4 ? strided<std::uint32_t>
                              : strided<std::uint64_t>;
}
StoreFunction store_table(unsigned element_bytes) {
  return element_bytes == 1   ? tabled<std::uint8_t>
         : element_bytes == 2 ? tabled<std::uint16_t>
         : element_bytes == 4 ? tabled<std::uint32_t>
                              : tabled<std::uint64_t>;
}

}  // namespace eugene::eu
