// The data that a driver has of a program: its text, its binaries, and whether it can be asked about arguments.
#pragma once

#include <CL/cl_icd.h>

#include <string>
#include <vector>

namespace eugene::i915 {

// One per device; empty if the driver has none.
std::vector<std::vector<unsigned char>> binaries_of(const cl_icd_dispatch& driver, cl_program program);

// The text that it was made of; empty where it was not made of text.
std::string source_of(const cl_icd_dispatch& driver, cl_program program);
// The same with the prelude that a checked run may have put before it (checked_prelude.h).
std::string text_as_built(const cl_icd_dispatch& driver, cl_program program);

// False for a program that comes as a zebin: Intel's driver 22.43 then takes every number for a pointer to a buffer,
// and dies when it is asked for an argument's name.
bool has_argument_info(const cl_icd_dispatch& driver, cl_kernel kernel);

}  // namespace eugene::i915
