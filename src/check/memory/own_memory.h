// Accesses beyond a work-item's own private memory (kind "memory", id memory.private). Arrays of a work-item that do
// not fit into registers lie in scratch memory, or in a buffer of the driver, where each EU thread has its own part
// (OpenCL C 3.0, 6.7.4). An index that is far enough wrong leaves the part. The end of an array within the part is
// known for builds without optimisation (private_rules.h). In other builds it is the compiler's choice.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "check/dispatch_check.h"
#include "check/memory/private_rules.h"
#include "gpu/schedule/work/thread_memory.h"
#include "isa/program.h"

namespace eugene::check {

struct OwnMemory {
  std::vector<gpu::ThreadMemory> all;
  std::uint64_t threads = 0;  // threads of the device
  // For builds without optimisation: the memory that holds the variables, and their places there.
  std::optional<gpu::ThreadMemory> variables = {};
  std::shared_ptr<const PrivateRules> rules = {};
};

// `program` must outlive the check. `reports_accesses`: compiled code reports each access that it makes. Else it sends
// unclear accesses as messages.
std::unique_ptr<DispatchCheck> own_memory_check(const isa::Program& program, OwnMemory memory, bool reports_accesses);

}  // namespace eugene::check
