// Asynchronous copies without a wait_group_events (kind "sync"). OpenCL C 3.0, 6.15.11: the results of a work-item are
// undefined if it ends before it has waited for the events of its copies. Intel's compiler turns async_work_group_copy
// into a loop: each work-item copies some of the elements. It turns wait_group_events into a barrier and drops the
// events. So copies and waits can be recognised only by their source lines.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "check/dispatch_check.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

// is_copy(): whether all writes of `line` of an OpenCL program are writes of an asynchronous copy. may_wait(): whether
// a barrier in `line` may be a wait for a copy; a line that only calls barrier() has no wait. Macros are not expanded:
// a copy hidden in a macro is not checked, and a barrier hidden in a macro counts as a wait.
bool is_copy(std::string_view line);
bool may_wait(std::string_view line);

// Indexed by instruction.
struct CopyRoles {
  std::vector<bool> copies;  // the instruction writes the data of a copy
  std::vector<bool> waits;   // the instruction is a barrier that may be a wait
  bool any() const { return !copies.empty(); }
};

inline constexpr eu::Interest kCopyInterest{.accesses = true, .order = true};

// `program` must outlive the check. `are_compiled`: the program was compiled for `kCopyInterest`, so it need not be
// interpreted.
std::unique_ptr<DispatchCheck> copy_check(const isa::Program& program, CopyRoles roles, bool are_compiled);

}  // namespace eugene::check
