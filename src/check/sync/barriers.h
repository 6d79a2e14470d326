// Wrong uses of barriers by a group (kind "sync"): a thread reaches a barrier without some of its work-items, or
// threads of one group meet at different barriers of the program. A thread that ends without reaching a barrier at
// which others wait is a fault in every run, not a finding.
#pragma once

#include <memory>

#include "check/dispatch_check.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

inline constexpr eu::Interest kBarrierInterest{.order = true};

// `program` must outlive the check.
std::unique_ptr<DispatchCheck> barrier_check(const isa::Program& program);

}  // namespace eugene::check
