// Builds the programs of a checked run so that --check sees code that a compiler drops (checked_prelude.h): barriers of
// kernels that state the size of small groups, and asynchronous copies. Queries (checked_answers.h) and launches
// (stated_groups.h) behave as if the programs had been built as the program asked.
#pragma once

#include <CL/cl.h>

#include <string>

#include "layer/hooks.h"

namespace eugene::inside::opencl {

// Whether this process builds programs in this way: it checks for races or wrong barriers.
bool is_text_checked();

// Returns the text of a linked program if exactly one text was linked, else an empty string.
std::string linked_text(cl_program program);
// Returns how many texts were compiled only for checks before the program was compiled as it is now. The compiler
// numbers the texts.
unsigned extra_builds(cl_program program);

Hooks build_again_hooks();

}  // namespace eugene::inside::opencl
