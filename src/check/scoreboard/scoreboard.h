// Finds instructions that do not wait for an earlier one, though Gen12's hardware leaves that to the kernel.
#pragma once

#include <memory>

#include "check/dispatch_check.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

inline constexpr eu::Interest kScoreboardInterest{.instructions = true};

// `program` must have a scoreboard: isa::has_scoreboard().
std::unique_ptr<DispatchCheck> scoreboard_check(const isa::Program& program);

}  // namespace eugene::check
