// The name that a user probably meant: `did you mean 'timeout'?`.
#pragma once

#include <span>
#include <string_view>

namespace eugene {

// Returns the candidate that takes the fewest edits. An edit adds, removes or replaces a letter, or swaps two
// neighbours; upper and lower case are the same. Empty if every candidate needs edits of more than a third of the
// letters; one edit is always allowed, except of a name of one letter.
std::string_view nearest_name(std::string_view wrong, std::span<const std::string_view> candidates);

}  // namespace eugene
