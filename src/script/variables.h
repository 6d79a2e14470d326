// Places that are variables of a vISA kernel: where they are is known once it has been lowered.
#pragma once

#include "base/diagnostic.h"
#include "lower/lower.h"
#include "script/script.h"

namespace eugene::script {

using Variables = std::map<std::string, lower::NamedVariable, std::less<>>;

// `one` with the places of its variables resolved. Settings of input variables go to where the kernel expects its
// inputs. An error names a variable that the kernel does not have.
std::expected<Case, Diagnostics> resolve_variables(Case one, const Variables& variables);

// The place of a variable with all its elements.
Place place_of(const std::string& name, const lower::NamedVariable& variable);

}  // namespace eugene::script
