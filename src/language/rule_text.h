// A rule of the documents as text for people.
#pragma once

#include <span>
#include <string>

#include "isa/machine.h"

namespace eugene::rules {
struct Rule;
}

namespace eugene::language {

// The rule's text, its section, the ones of `machines` that have it, and what to write instead. Empty if none has it.
std::string rule_text(const rules::Rule& rule, std::span<const isa::Machine* const> machines);

}  // namespace eugene::language
