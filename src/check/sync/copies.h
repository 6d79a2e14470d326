// Asynchronous copies without a wait_group_events (kind "sync"). OpenCL C 3.0, 6.15.11: the results of a work-item are
// undefined if it ends before it has waited for the events of its copies. Intel's compiler turns async_work_group_copy
// into a loop: each work-item copies some of the elements. It turns wait_group_events into a barrier and drops the
// events. So copies and waits can be recognised only by their source lines.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "check/found_list.h"
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

class CopyCheck {
 public:
  static constexpr eu::Interest kInterest{.accesses = true, .order = true};

  // `program` must outlive the check. `are_compiled`: the program was compiled for `kInterest`, so it need not be
  // interpreted.
  CopyCheck(const isa::Program& program, CopyRoles roles, bool are_compiled)
      : program_(&program), roles_(std::move(roles)), are_compiled_(are_compiled) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // Called when all workers have ended.
  void dispatch_ends(Sink& sink) { found_.give(sink); }

 private:
  friend class CopyObserver;

  const isa::Program* program_;
  CopyRoles roles_;
  bool are_compiled_;
  FoundList found_;
};

}  // namespace eugene::check
