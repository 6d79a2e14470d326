#include "checks/fences.h"

#include <optional>

#include "checks/source_calls.h"

namespace eugene::checks {
namespace {

// What follows the first call of a barrier of work-groups in `code`.
std::optional<std::string_view> behind_barrier(std::string_view code) {
  const auto old = behind_call(code, "barrier"), of_group = behind_call(code, "work_group_barrier");
  if (!old || !of_group) return old ? old : of_group;
  return old->size() > of_group->size() ? old : of_group;
}

}  // namespace

Fences fences_of_barrier(std::string_view line) {
  const auto behind = behind_barrier(without_comment(line));
  if (!behind || behind_barrier(*behind)) return {};
  const std::string_view flags = without_blanks(behind->substr(0, behind->find_first_of(",)")));
  return {.local = flags != "CLK_GLOBAL_MEM_FENCE", .global = flags != "CLK_LOCAL_MEM_FENCE"};
}

}  // namespace eugene::checks
