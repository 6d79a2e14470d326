// Formats a rule of the documents as text for people.
#pragma once

#include <span>
#include <string>

#include "isa/machine.h"

namespace eugene::rules {
struct Rule;
}

namespace eugene::editor {

// Returns the rule's text, its section, the `machines` that have it, and the hint. Empty if no machine has it.
std::string rule_text(const rules::Rule& rule, std::span<const isa::Machine* const> machines);

}  // namespace eugene::editor
