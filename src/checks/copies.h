// Asynchronous copies without a wait_group_events (kind "sync"). OpenCL C 3.0, 6.15.11: the results of a work-item are
// undefined if it ends before it has waited for the events of its copies. Intel's compiler turns async_work_group_copy
// into a loop, in which each work-item copies some of the elements, and wait_group_events into a barrier, and drops the
// events. So only the lines of the source tell which writes and barriers these are.
#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "checks/found_list.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::checks {

// Whether all that `line` of an OpenCL program writes is what an asynchronous copy copies, and whether a barrier there
// may be a wait for one: it is none where the line shows that it calls barrier(). A copy or a wait that a macro hides
// is not known, so that the first is not looked for, and the second is one.
bool is_copy(std::string_view line);
bool may_wait(std::string_view line);

// By instruction.
struct CopyRoles {
  std::vector<bool> copies;  // it writes what a copy copies
  std::vector<bool> waits;   // it is a barrier that may be a wait
  bool any() const { return !copies.empty(); }
};

class CopyCheck {
 public:
  static constexpr eu::Interest kInterest{.accesses = true, .order = true};

  // `program` must outlive it. `are_compiled`: its code has been compiled for `kInterest`, so that it need not be
  // interpreted.
  CopyCheck(const isa::Program& program, CopyRoles roles, bool are_compiled)
      : program_(&program), roles_(std::move(roles)), are_compiled_(are_compiled) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // All workers have ended.
  void dispatch_ends(Sink& sink) { found_.give(sink); }

 private:
  friend class CopyObserver;

  const isa::Program* program_;
  CopyRoles roles_;
  bool are_compiled_;
  FoundList found_;
};

}  // namespace eugene::checks
