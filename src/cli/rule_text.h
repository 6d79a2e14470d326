// A rule of the documents as text for people.
#pragma once

#include <span>
#include <string>

#include "isa/machine.h"

namespace eugene::rules {
struct Rule;
}

namespace eugene::cli {

// What it says, where, on which of `machines`, and what to write instead. Empty if it holds on none of them.
std::string rule_text(const rules::Rule& rule, std::span<const isa::Machine* const> machines);

}  // namespace eugene::cli
