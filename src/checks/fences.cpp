#include "checks/fences.h"

#include <optional>

#include "base/name_character.h"

namespace eugene::checks {
namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view kBlanks = " \t";
  const std::size_t first = text.find_first_not_of(kBlanks);
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// What follows the next call of a barrier of work-groups in `text`, from its first argument on.
std::optional<std::string_view> behind_barrier(std::string_view text) {
  constexpr std::string_view kName = "barrier", kGroup = "work_group_";
  for (std::size_t at = text.find(kName); at != std::string_view::npos; at = text.find(kName, at + 1)) {
    std::string_view before = text.substr(0, at);
    if (before.ends_with(kGroup)) before.remove_suffix(kGroup.size());
    const std::string_view behind = without_blanks(text.substr(at + kName.size()));
    if ((before.empty() || !is_name_character(before.back())) && behind.starts_with('(')) return behind.substr(1);
  }
  return std::nullopt;
}

}  // namespace

Fences fences_of_barrier(std::string_view line) {
  const auto behind = behind_barrier(line.substr(0, line.find("//")));
  if (!behind || behind_barrier(*behind)) return {};
  const std::string_view flags = without_blanks(behind->substr(0, behind->find_first_of(",)")));
  return {.local = flags != "CLK_GLOBAL_MEM_FENCE", .global = flags != "CLK_LOCAL_MEM_FENCE"};
}

}  // namespace eugene::checks
