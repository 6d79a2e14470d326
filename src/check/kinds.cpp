#include "check/kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "base/number.h"

namespace eugene::check {

const Check* find_check(std::string_view name) {
  const auto* const found = std::ranges::find(kCheckKinds, name, &Check::name);
  return found == kCheckKinds.end() ? nullptr : *found;
}

const Check* check_of_id(std::string_view id) { return find_check(id.substr(0, id.find('.'))); }

bool Kinds::has_kind_of(std::string_view id) const {
  const Check* const check = check_of_id(id);
  return check != nullptr && has(check->kind);
}

std::optional<Kinds> read_kinds(std::string_view names) {
  Kinds kinds;
  while (!names.empty()) {
    const std::string_view name = names.substr(0, names.find(','));
    names.remove_prefix(std::min(names.size(), name.size() + 1));
    bool is_known = false;
    for (const Check* each : kCheckKinds) {
      if (name != each->name && name != "all" && !(name == "default" && each->is_default)) continue;
      kinds.add(each->kind);
      is_known = true;
    }
    if (!is_known) return std::nullopt;
  }
  return kinds;
}

std::string to_text(const Kinds& kinds) {
  std::string text;
  for (const Check* each : kCheckKinds) {
    if (!kinds.has(each->kind)) continue;
    if (!text.empty()) text += ',';
    text += each->name;
  }
  return text;
}

Kinds debugger_kinds() {
  Kinds kinds;
  for (const Check* each : kCheckKinds) {
    if (!each->filter.empty()) kinds.add(each->kind);
  }
  return kinds;
}

std::string kinds_help() {
  std::array<std::vector<std::string>, 2> parts;  // the default kinds, and the others
  for (const Check* each : kCheckKinds)
    parts[each->is_default ? 0 : 1].push_back(fmt::format("{} ({})", each->name, each->help));
  return fmt::format("by default {}; besides {}; or all", fmt::join(parts[0], ", "), fmt::join(parts[1], ", "));
}

std::optional<std::pair<std::uint64_t, std::uint64_t>> parse_launches(std::string_view text) {
  const auto first = take_number<std::uint64_t>(text);
  if (!first || *first == 0) return std::nullopt;
  if (text.empty()) return std::pair{*first, *first};
  const auto last = text.front() == '-' ? parse_number<std::uint64_t>(text.substr(1)) : std::nullopt;
  if (!last || *last < *first) return std::nullopt;
  return std::pair{*first, *last};
}

}  // namespace eugene::check
