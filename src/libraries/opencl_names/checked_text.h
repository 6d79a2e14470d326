// Builds the programs of a checked run so that --check sees what a compiler drops (checked_prelude.h): kernels that
// state the size of small groups, and asynchronous copies. Programs are answered, and launched, as if they had been
// built as they ask.
#pragma once

#include <CL/cl_icd.h>

#include <string>

namespace eugene::i915 {

// Whether programs are to be built so in this process: it looks for races or wrong barriers.
bool is_text_checked();

// The text of a program that was linked of a single one with text. Empty for others.
std::string linked_text(cl_program program);
// How many texts the compiler has compiled for checks alone before it compiled the program as it is now. It numbers
// texts.
unsigned extra_builds(cl_program program);

// Replaces functions of `table` that make, build and describe programs, and that launch kernels, by ones that call
// those that `table` had, and ask `next`. `next` must stay.
void check_text(cl_icd_dispatch& table, const cl_icd_dispatch& next);

}  // namespace eugene::i915
