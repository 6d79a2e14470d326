// The word that a user probably meant: `did you mean --timeout?`.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace eugene::cli {

// "; did you mean 'X'?" with the word of `known` that takes the fewest edits (one letter added, left out, replaced or
// two neighbours swapped), where a third of the letters or fewer are edited. Empty if there is none.
std::string suggestion(std::string_view word, std::span<const std::string> known);

}  // namespace eugene::cli
