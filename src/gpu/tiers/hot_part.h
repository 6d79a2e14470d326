// The part of a kernel that is worth compiling if the whole takes long: most long kernels spend their time in few
// loops.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace eugene::gpu {

// Returns for each instruction whether it belongs to the hot part. `visits` has how often each was executed. The
// instructions outside of the part make up at most a fiftieth of the executions.
std::vector<bool> find_hot(std::span<const std::uint64_t> visits);

}  // namespace eugene::gpu
