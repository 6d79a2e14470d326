// Data that a driver has about a program: its text, its binaries, and whether the driver can be queried about
// arguments.
#pragma once

#include <CL/cl.h>

#include <string>
#include <vector>

namespace eugene::inside::opencl {

// Returns one binary per device. Empty if the driver has none.
std::vector<std::vector<unsigned char>> query_binaries(cl_program program);

// Returns the text that the program was made of. Empty if it was not made of text.
std::string read_source(cl_program program);
// Returns the same text with the prelude that a checked run may have added (checked_prelude.h).
std::string text_as_built(cl_program program);

// Returns false for a program that comes as a zebin: Intel's driver 22.43 then reports every number as a pointer to a
// buffer, and crashes when it is asked for an argument's name.
bool has_argument_info(cl_kernel kernel);

}  // namespace eugene::inside::opencl
