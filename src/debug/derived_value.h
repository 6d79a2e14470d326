// Values of variables of which the compiler says nothing, from what is known otherwise: arguments of the kernel, and
// what constants begin with (source_facts.h).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "debug/variables.h"

namespace eugene::debug {

// The bytes of an argument that all threads were given. Nothing: they are not known.
std::optional<std::vector<std::byte>> given_argument(const SourceVariable& variable, const Variables& variables,
                                                     const Channel& channel);
// Nothing: it may have changed, or begins with what is not known.
std::optional<Datum> derived_value(const SourceVariable& variable, const Variables& variables, const Channel& channel);

}  // namespace eugene::debug
