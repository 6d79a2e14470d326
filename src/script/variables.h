// Places that are variables of a vISA kernel. Their positions are known after the kernel has been lowered.
#pragma once

#include "base/diagnostic.h"
#include "lower/lower.h"
#include "script/script.h"

namespace eugene::script {

using Variables = std::map<std::string, lower::NamedVariable, std::less<>>;

// Resolves the variables in the places of `one`. Settings of input variables go to the kernel's inputs. Fails if the
// kernel does not have a variable.
std::expected<Case, Diagnostics> resolve_variables(Case one, const Variables& variables);

// Returns the place of a variable with all its elements.
Place find_place(const std::string& name, const lower::NamedVariable& variable);

}  // namespace eugene::script
