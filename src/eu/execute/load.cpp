#include "eu/execute/load.h"

#include "eu/execute/function_table.h"
#include "eu/execute/lanes.h"
#include "sem/convert.h"

namespace eugene::eu {

namespace {

template <class Element, class Lane>
Lane widen(Element element) {
  if constexpr (sizeof(Element) == sizeof(Lane) && (!sem::FloatElement<Lane> || std::is_same_v<Element, Lane>)) {
    return std::bit_cast<Lane>(element);  // a raw move, or a change of signedness
  } else if constexpr (std::is_same_v<Element, double> && std::is_same_v<Lane, sem::Half>) {
    return sem::double_to_half(element);
  } else if constexpr (sem::FloatElement<Element> && !sem::FloatElement<Lane>) {
    return sem::float_to_int<Lane>(element);
  } else {
    return sem::convert<Lane>(element);
  }
}

template <class Element, class Lane, Spacing spacing>
EUGENE_VECTOR_LOOPS void load(std::byte* lanes, const std::byte* base, const SourcePlan& plan,
                              const ActiveLanes& work) {
  if constexpr (spacing == Spacing::packed) {
    for_lanes(work, [=](std::size_t i) { set_lane<Lane>(lanes, i, widen<Element, Lane>(lane_at<Element>(base, i))); });
  } else if constexpr (spacing == Spacing::even) {
    if (plan.stride == 0) {
      const Lane value = widen<Element, Lane>(lane_at<Element>(base, 0));
      for_lanes(work, [=](std::size_t i) { set_lane<Lane>(lanes, i, value); });
      return;
    }
    const std::ptrdiff_t stride = plan.stride;
    for (std::uint32_t i = 0; i < work.count; ++i) {
      set_lane<Lane>(lanes, i,
                     widen<Element, Lane>(lane_at<Element>(base + stride * static_cast<std::ptrdiff_t>(i), 0)));
    }
  } else {
    for (std::uint32_t i = 0; i < work.count; ++i) {
      set_lane<Lane>(lanes, i, widen<Element, Lane>(lane_at<Element>(base + (*plan.offsets)[i], 0)));
    }
  }
}

// Rows by element type, columns by lane type. Lanes of 8 and 16 bits only carry raw elements of that size.
template <Spacing spacing>
constexpr auto make_loads() {
  return make_function_table<LoadFunction, kElementTypeCount, kExecCount>(
      []<std::size_t type, std::size_t exec>() -> LoadFunction {
        using Element = ElementLaneOf<static_cast<isa::Type>(type)>;
        using Lane = ExecLaneOf<static_cast<Exec>(exec)>;
        if constexpr (sizeof(Lane) >= 4 || sizeof(Lane) == sizeof(Element) || std::is_same_v<Lane, sem::Half>) {
          return load<Element, Lane, spacing>;
        } else {
          return nullptr;
        }
      });
}
constexpr std::array kLoads{make_loads<Spacing::packed>(), make_loads<Spacing::even>(), make_loads<Spacing::table>()};

template <class Lane, Modifier modifier>
EUGENE_VECTOR_LOOPS void modify(std::byte* lanes, const ActiveLanes& work) {
  for_lanes(work, [=](std::size_t i) {
    Lane value = lane_at<Lane>(lanes, i);
    if constexpr (modifier == Modifier::absolute || modifier == Modifier::negate_absolute) value = sem::absolute(value);
    if constexpr (modifier == Modifier::negate || modifier == Modifier::negate_absolute) value = sem::negated(value);
    if constexpr (modifier == Modifier::invert && sem::IntElement<Lane>) value = sem::bit_not(value);
    set_lane<Lane>(lanes, i, value);
  });
}

constexpr auto kModifiers =
    make_function_table<ModifyFunction, kExecCount, 4>([]<std::size_t exec, std::size_t modifier>() -> ModifyFunction {
      return modify<ExecLaneOf<static_cast<Exec>(exec)>, static_cast<Modifier>(modifier)>;
    });

}  // namespace

LoadFunction load_function(isa::Type type, Exec exec, Spacing spacing) {
  return kLoads[static_cast<std::size_t>(spacing)][static_cast<std::size_t>(type)][static_cast<std::size_t>(exec)];
}

ModifyFunction modify_function(Exec exec, Modifier modifier) {
  return kModifiers[static_cast<std::size_t>(exec)][static_cast<std::size_t>(modifier)];
}

}  // namespace eugene::eu
