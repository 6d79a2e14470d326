#include "checked_prelude.h"

#include <algorithm>
#include <array>

namespace eugene::inside::opencl {
namespace {

// The macros evaluate each argument once. A copy's event is a number: the event passed to the call, or a number
// computed from the copy's addresses. The constants of base/copy_marks.h are repeated as digits, since this is the text
// of another program.
constexpr std::string_view kPrelude =
    "#ifdef EUGENE_MARKS\n"
    "#ifdef __SPIR32__\n"  // Intel's compiler dies of the debug data of arrays of events
    "#pragma clang diagnostic ignored \"-Wignored-attributes\"\n"
    "#define event_t __attribute__((nodebug)) ulong\n"
    "#else\n"
    "#define event_t ulong\n"
    "#endif\n"
    "#define EUGENE_MARK(kind, event, count, where) \\\n"
    "  { volatile uint4 eugene_mark; eugene_mark = (uint4)(kind, (uint)(event), (uint)(count), (uint)(where)); }\n"
    "#define EUGENE_COPY(to, from, count, stride, event, call) ({ \\\n"
    "  __typeof__((to) + 0) eugene_to = (to); __typeof__((from) + 0) eugene_from = (from); \\\n"
    "  size_t eugene_count = (count), eugene_stride = (stride); ulong eugene_event = (event); \\\n"
    "  ulong eugene_where = ((ulong)eugene_to * 31 + (ulong)eugene_from) * 31 + eugene_stride; \\\n"
    "  eugene_where ^= eugene_where >> 32; \\\n"
    "  if (eugene_event == 0) eugene_event = (uint)eugene_where | 1ul << 32; \\\n"
    "  EUGENE_MARK(0xE06EC091u, eugene_event, eugene_count, eugene_where) (void)call; eugene_event; })\n"
    "#define async_work_group_copy(to, from, count, ...) EUGENE_COPY(to, from, count, 1, __VA_ARGS__, \\\n"
    "  async_work_group_copy(eugene_to, eugene_from, eugene_count, 0))\n"
    "#define async_work_group_strided_copy(to, from, count, stride, ...) \\\n"
    "  EUGENE_COPY(to, from, count, stride, __VA_ARGS__, \\\n"
    "  async_work_group_strided_copy(eugene_to, eugene_from, eugene_count, eugene_stride, 0))\n"
    "#define wait_group_events(count, ...) ({ \\\n"
    "  int eugene_count = (count); __typeof__((__VA_ARGS__) + 0) eugene_list = (__VA_ARGS__); \\\n"
    "  for (int eugene_i = 0; eugene_i < eugene_count; ++eugene_i) \\\n"
    "    EUGENE_MARK(0xE06E3A17u, eugene_list[eugene_i], eugene_count, eugene_i) \\\n"
    "  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE); })\n"
    "#endif\n"
    "#line 1\n";

}  // namespace

// Returns the prelude if the text has any of the words, because the calls may also be in headers or in macros of the
// options.
std::string_view prelude_for(std::string_view text) {
  constexpr std::array<std::string_view, 3> kWords{"async_work_group_", "wait_group_events", "include"};
  const bool may_copy =
      std::ranges::any_of(kWords, [&](std::string_view word) { return text.find(word) != std::string_view::npos; });
  return may_copy ? kPrelude : std::string_view();
}

std::string_view without_prelude(std::string_view text) {
  return text.starts_with(kPrelude) ? text.substr(kPrelude.size()) : text;
}

bool allows_smaller_groups(std::string_view options) {
  constexpr std::string_view kVersion = "-cl-std=CL";
  const std::size_t version = options.find(kVersion);
  if (version == std::string_view::npos || options.find("-cl-uniform-work-group-size") != std::string_view::npos)
    return false;
  const std::string_view number = options.substr(version + kVersion.size());
  return !number.empty() && number.front() >= '2';
}

}  // namespace eugene::inside::opencl
