// Suggests the word that a user probably meant: `did you mean --timeout?`.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace eugene::cli {

// Returns "; did you mean 'X'?" with the word of `known` that takes the fewest edits. An edit adds, removes or replaces
// a letter, or swaps two neighbours. Empty if every word needs edits of more than a third of the letters.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace eugene::cli
