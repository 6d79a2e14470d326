// Which branches of a kernel are jumps of its thread. vISA manual GOTO, RET: of an execution size of one, a branch
// takes all channels that run, or none. It is a jump as machine code has it, unless channels may wait on the way, which
// it would pass by; those have been left there by branches that part channels.
#pragma once

#include <cstdint>
#include <vector>

#include "visa/kernel.h"

namespace eugene::lower {

struct Branches {
  std::vector<bool> is_jump;         // by instruction: a branch that is a jump of the thread
  std::vector<bool> is_waited_at;    // by label: channels may wait there, or it begins a routine
  std::vector<bool> ends_waited_at;  // by label of a routine: channels may wait at the routine's end
  // How many routines have begun, up to an instruction and up to the place of a label.
  std::vector<std::uint32_t> routine_of, routine_of_label;
};

Branches find_jumps(const visa::Kernel& kernel);

}  // namespace eugene::lower
