// Derives values of variables that have no location in the debug data. The values come from the kernel's arguments and
// from the initialisers of constants (source_facts.h).
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "debug/variables.h"

namespace eugene::debug {

// Returns the bytes of an argument, which is the same for all threads. Returns nothing if the bytes are not known.
std::optional<std::vector<std::byte>> given_argument(const SourceVariable& variable, const Variables& variables,
                                                     const Channel& channel);
// Returns the derived value of `variable`. Returns nothing if the variable may have changed, or if its initialiser is
// not known.
std::optional<Datum> derived_value(const SourceVariable& variable, const Variables& variables, const Channel& channel);

}  // namespace eugene::debug
