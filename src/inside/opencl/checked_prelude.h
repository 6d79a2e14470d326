// Text and options that a checked run adds to OpenCL programs, so that --check sees code that compilers drop.
#pragma once

#include <string>
#include <string_view>

namespace eugene::inside::opencl {

// Returns text to put before a program's text, if the program may have asynchronous copies. Lines count from 1 after
// this prelude. The prelude does nothing unless kMarkOption is given.
std::string_view prelude_for(std::string_view text);
// Returns `text` without the prelude at its beginning, if there is one.
std::string_view without_prelude(std::string_view text);
inline bool has_prelude(std::string_view text) { return without_prelude(text).size() != text.size(); }

// Makes calls for asynchronous copies leave marks (base/copy_marks.h).
inline constexpr std::string_view kMarkOption = "-DEUGENE_MARKS";
// Options that make kernels not state the size of their groups. Intel's compiler leaves out the barriers of kernels
// whose groups are no larger than an EU thread, and then nothing in the code orders the work-items. A kernel that
// states a size may be launched without one, and then has smaller groups at the end. For other kernels, Intel's driver
// allows smaller groups only since OpenCL 2.0. The driver takes the first "-cl-std=CL" of the options for the version.
// To the compiler, this option is the text of a macro.
inline constexpr std::string_view kAnyGroupOptions =
    "-DEUGENE_SMALLER_GROUPS=-cl-std=CL2.0 -Dreqd_work_group_size(...)= -D__reqd_work_group_size__(...)=";
// Whether Intel's driver allows smaller groups at the end for kernels built with these options.
bool allows_smaller_groups(std::string_view options);

}  // namespace eugene::inside::opencl
