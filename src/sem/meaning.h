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

}  // namespace eugene::sem
