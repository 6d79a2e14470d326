#include "check/kinds.h"

#include <algorithm>
#include <charconv>

namespace eugene::check {

std::optional<CheckKinds> check_kinds_of(std::string_view names) {
  CheckKinds kinds;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    bool is_known = false;
    for (const CheckKindRow& row : kCheckKinds) {
      if (name != row.name && name != "all" && !(name == "default" && row.is_default)) continue;
      kinds.add(row.kind);
      is_known = true;
    }
    if (!is_known) return std::nullopt;
  }
  return kinds;
}

std::string text_of(const CheckKinds& kinds) {
  std::string text;
  for (const CheckKindRow& row : kCheckKinds) {
    if (!kinds.has(row.kind)) continue;
    if (!text.empty()) text += ',';
    text += row.name;
  }
  return text;
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> launches_of(std::string_view text) {
  std::uint64_t first = 0;
  const char* const end = text.data() + text.size();
  const auto begin = std::from_chars(text.data(), end, first);
  if (begin.ec != std::errc() || first == 0) return std::nullopt;
  if (begin.ptr == end) return std::pair{first, first};
  std::uint64_t last = 0;
  if (*begin.ptr != '-') return std::nullopt;
  const auto rest = std::from_chars(begin.ptr + 1, end, last);
  if (rest.ec != std::errc() || rest.ptr != end || last < first) return std::nullopt;
  return std::pair{first, last};
}

}  // namespace eugene::check
