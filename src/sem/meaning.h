// Opcode -> meaning, from the rows of isa/opcodes.def: Meaning<Opcode::add>::apply(mode, a, b) is sem::add(mode, a, b).
// To add an instruction, add a row there and a function of the row's identifier here. The meanings of branches are in
// sem/flow.h. Instructions that neither compute nor branch (send, wait, nop) are executed by the action of their row.
#pragma once

#include <type_traits>
#include <utility>

#include "isa/opcode.h"
#include "sem/arithmetic.h"
#include "sem/condition.h"
#include "sem/convert.h"
#include "sem/integer.h"
#include "sem/math.h"

namespace eugene::sem {

template <isa::Opcode opcode>
struct Meaning;

// The meanings are found by argument-dependent lookup through Mode; a row without one has has<...> false.
#define EUGENE_OPCODE(identifier, ...)                                                                            \
  template <>                                                                                                     \
  struct Meaning<isa::Opcode::identifier> {                                                                       \
    template <class... Sources>                                                                                   \
    static constexpr bool has = requires(const Mode& mode, Sources... sources) { identifier(mode, sources...); }; \
    template <class... Sources>                                                                                   \
    static auto apply(const Mode& mode, Sources... sources) {                                                     \
      return identifier(mode, sources...);                                                                        \
    }                                                                                                             \
  };
#include "isa/opcodes.def"
#undef EUGENE_OPCODE

// Sources a lane of the meaning takes: those of the row, and after them the accumulator where it is one.
template <isa::Opcode opcode>
inline constexpr unsigned kLaneSources =
    isa::info(opcode).lane_sources() + (isa::info(opcode).has(isa::kAccSource) ? 1 : 0);

// Arguments of V that the meaning takes beside the mode, at most ten; 0 where it has none over V.
template <isa::Opcode opcode, class V>
constexpr unsigned arity() {
  return []<std::size_t... n>(std::index_sequence<n...>) {
    unsigned found = 0;
    ((found =
          []<std::size_t... i>(std::index_sequence<i...>) {
            return Meaning<opcode>::template has<std::enable_if_t<i + 1 != 0, V>...>;
          }(std::make_index_sequence<n + 1>{})
              ? n + 1
              : found),
     ...);
    return found;
  }(std::make_index_sequence<10>{});
}

// Does a channel's result depend on that channel's sources alone, where they are lanes of V?
template <isa::Opcode opcode, class V>
constexpr bool is_lanewise() {
  return isa::info(opcode).group() == 1 && kLaneSources<opcode> != 0 && arity<opcode, V>() == kLaneSources<opcode>;
}

}  // namespace eugene::sem
