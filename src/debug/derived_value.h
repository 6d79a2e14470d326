// Values of variables of which the compiler says nothing, from what is known otherwise: arguments of the kernel, and
// what constants begin with (source_facts.h).
#pragma once

#include <optional>

#include "debug/variables.h"

namespace eugene::debug {

// Nothing: it may have changed, or begins with what is not known.
std::optional<Datum> derived_value(const SourceVariable& variable, const Variables& variables, const Channel& channel);

}  // namespace eugene::debug
