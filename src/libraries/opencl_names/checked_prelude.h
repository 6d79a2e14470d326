// What a checked run adds to the text and the options of OpenCL programs, so that --check sees what compilers drop.
#pragma once

#include <string>
#include <string_view>

namespace eugene::i915 {

// Text that stands before a program's own, where that may have asynchronous copies. Lines count from 1 after it. It
// does nothing unless kMarkOption is given.
std::string_view prelude_for(std::string_view text);
// `text` without the prelude that it begins with, if it does.
std::string_view without_prelude(std::string_view text);
inline bool has_prelude(std::string_view text) { return without_prelude(text).size() != text.size(); }

// Calls for asynchronous copies leave marks (base/copy_marks.h).
inline constexpr std::string_view kMarkOption = "-DEUGENE_MARKS";
// Kernels do not state the size of their groups. Intel's compiler leaves out the barriers of kernels whose groups are
// no larger than an EU thread, and then nothing in the code orders the work-items. A kernel that states a size may be
// launched without one, and then has smaller groups at the end; of others Intel's driver allows that from OpenCL 2.0 on
// alone, and takes the first "-cl-std=CL" of the options for the version. To the compiler it is a macro here.
inline constexpr std::string_view kAnyGroupOptions =
    "-DEUGENE_SMALLER_GROUPS=-cl-std=CL2.0 -Dreqd_work_group_size(...)= -D__reqd_work_group_size__(...)=";
// Whether Intel's driver allows kernels that are built with these options to have smaller groups at the end.
bool allows_smaller_groups(std::string_view options);

}  // namespace eugene::i915
