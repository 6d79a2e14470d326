// Suggests the word that a user probably meant: `did you mean --timeout?`.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace eugene::cli {

// Returns "; did you mean 'X'?" with the nearest word of `known` (base/nearest_name.h); empty if none is near.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace eugene::cli
