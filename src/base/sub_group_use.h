// Whether an OpenCL program may use sub-groups. Its work-items then know which of them share an EU thread, and may rely
// on the order in which such a thread executes its channels.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/name_character.h"

namespace eugene {

// `text`: of the program. All functions of sub-groups have "sub_group" in their names. The attribute that only states
// the width of a thread does not count.
inline bool may_use_sub_groups(std::string_view text) {
  constexpr std::string_view kPart = "sub_group", kWidth = "intel_reqd_sub_group_size";
  for (std::size_t at = text.find(kPart); at != std::string_view::npos; at = text.find(kPart, at + kPart.size())) {
    std::size_t begin = at, end = at + kPart.size();
    while (begin > 0 && is_name_character(text[begin - 1])) --begin;
    while (end < text.size() && is_name_character(text[end])) ++end;
    if (text.substr(begin, end - begin) != kWidth) return true;
  }
  return false;
}

}  // namespace eugene
