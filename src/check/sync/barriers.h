// Wrong uses of barriers by a group (kind "sync"): a thread reaches a barrier without some of its work-items, or
// threads of one group meet at different barriers of the program. A thread that ends without reaching a barrier at
// which others wait is a fault in every run, not a finding.
#pragma once

#include <memory>
#include <vector>

#include "check/found_list.h"
#include "eu/analysis/message_roles.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

class BarrierCheck {
 public:
  static constexpr eu::Interest kInterest{.order = true};

  // `program` must outlive the check.
  explicit BarrierCheck(const isa::Program& program) : program_(&program), roles_(eu::message_roles(program)) {}

  std::unique_ptr<eu::Observer> worker_begins();
  // Called when all workers have ended.
  void dispatch_ends(Sink& sink) { found_.give(sink); }

 private:
  friend class BarrierObserver;

  const isa::Program* program_;
  std::vector<eu::MessageRole> roles_;
  FoundList found_;
};

}  // namespace eugene::check
