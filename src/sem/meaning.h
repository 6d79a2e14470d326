// Maps opcodes to meanings, by the rows of isa/opcodes.def: Meaning<Opcode::add>::apply(mode, a, b) is sem::add(mode,
// a, b). To add an instruction, add a row there and here a function with the row's identifier. The meanings of branches
// are in sem/flow.h. Instructions that neither compute nor branch (send, wait, nop) are executed by their row's action.
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

// Meanings are found by argument-dependent lookup through Mode. For a row without a meaning, has<...> is false.
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

// Sources that a lane of the meaning takes: the row's sources, then the accumulator if it is a source.
template <isa::Opcode opcode>
inline constexpr unsigned kLaneSources =
    isa::info(opcode).lane_sources() + (isa::info(opcode).has(isa::kAccSource) ? 1 : 0);

// Returns how many arguments of type V the meaning takes besides the mode, at most ten; 0 if it has none for V.
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

// True if a channel's result depends only on that channel's sources, for lanes of type V.
template <isa::Opcode opcode, class V>
constexpr bool is_lanewise() {
  return isa::info(opcode).group() == 1 && kLaneSources<opcode> != 0 && arity<opcode, V>() == kLaneSources<opcode>;
}

}  // namespace eugene::sem
