// Finds branches of a kernel that are jumps of the whole thread. vISA manual GOTO, RET: a branch of execution size 1 is
// taken by all running channels or by none. It becomes a jump in machine code, unless it could pass channels that an
// earlier divergent branch made wait.
#pragma once

#include <cstdint>
#include <vector>

#include "visa/kernel.h"

namespace eugene::lower {

struct Branches {
  std::vector<bool> is_jump;         // by instruction: the branch is a jump of the thread
  std::vector<bool> is_waited_at;    // by label: channels may wait there, or a routine begins there
  std::vector<bool> ends_waited_at;  // by label of a routine: channels may wait at the routine's end
  // Index of the routine that contains each instruction, and of the one that contains each label.
  std::vector<std::uint32_t> routine_of, routine_of_label;
};

Branches find_jumps(const visa::Kernel& kernel);

}  // namespace eugene::lower
