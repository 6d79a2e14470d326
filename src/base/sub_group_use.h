// Whether an OpenCL program may use sub-groups. Work-items of such a program know which of them share an EU thread.
// They may rely on the order in which the thread executes its channels.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/name_character.h"

namespace eugene {

// `text` is the program's text. All sub-group functions have "sub_group" in their names. The attribute that only sets a
// thread's width does not count.
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
