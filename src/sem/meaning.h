// Opcode -> meaning, from the rows of isa/opcodes.def: Meaning<Opcode::add>::apply(mode, a, b) is sem::add(mode, a, b).
// Adding an instruction is a row there and a function of the row's identifier here. Opcodes whose work is not on lanes
// (flow control, send, wait, nop) have no meaning; EU execution has theirs.
#pragma once

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
#define EUGENE_OPCODE(identifier, ...)                                           \
  template <>                                                                    \
  struct Meaning<isa::Opcode::identifier> {                                      \
    template <class... Sources>                                                  \
    static constexpr bool has = requires(const Mode& mode, Sources... sources) { \
      identifier(mode, sources...);                                              \
    };                                                                           \
    template <class... Sources>                                                  \
    static auto apply(const Mode& mode, Sources... sources) {                    \
      return identifier(mode, sources...);                                       \
    }                                                                            \
  };
#include "isa/opcodes.def"
#undef EUGENE_OPCODE

// Sources a lane of the meaning takes: those of the row, and after them the accumulator where it is one.
template <isa::Opcode opcode>
inline constexpr unsigned kLaneSources = isa::info(opcode).sources + (isa::info(opcode).has(isa::kAccSource) ? 1 : 0);

// Does a channel's result depend on that channel's sources alone, where they are lanes of V? Dot products, planes and
// sums of differences look at their neighbours.
template <isa::Opcode opcode, class V>
constexpr bool is_lanewise() {
  constexpr unsigned sources = kLaneSources<opcode>;
  if constexpr (sources == 1) return Meaning<opcode>::template has<V>;
  if constexpr (sources == 2) return Meaning<opcode>::template has<V, V>;
  if constexpr (sources == 3) return Meaning<opcode>::template has<V, V, V>;
  return false;
}

}  // namespace eugene::sem
