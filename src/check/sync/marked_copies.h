// Asynchronous copies and their waits, in programs that leave marks (kind "sync"). OpenCL C 3.0, 6.15.11: all
// work-items of a group make the same copies with the same arguments, in the same order, and wait for the same events.
// Each work-item waits for the events of its copies before it ends. copies.h checks programs without marks.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "check/dispatch_check.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

// For each instruction a number for its place in the source: file, line and column. 0: unknown.
using SourcePlaces = std::vector<std::uint32_t>;

inline constexpr eu::Interest kMarkedCopyInterest{.accesses = true, .written = true};

// `program` must outlive the check. `are_compiled`: the program was compiled for `kMarkedCopyInterest`, so it need not
// be interpreted.
std::unique_ptr<DispatchCheck> marked_copy_check(const isa::Program& program, SourcePlaces places, bool are_compiled);

}  // namespace eugene::check
