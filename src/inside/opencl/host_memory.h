// For --check=api: finds memory that the program changes while a non-blocking command still reads it.
#pragma once

#include <CL/cl_icd.h>

#include <string>
#include <vector>

namespace eugene::inside::opencl {

// Replaces the functions that enqueue reads and writes of host memory, and the functions that make host memory the
// device's.
void watch_host_memory(cl_icd_dispatch& table, const cl_icd_dispatch& next);

// Reports calls (HostSources) whose host memory has changed.
void tell_of_changed_memory(const std::vector<std::string>& calls);

// Ends the check: the program may give unknown commands, which may write host memory.
void lose_sight_of_host_memory();
// Call before a kernel is launched. A kernel that shares memory with the program may signal there that commands have
// ended.
void end_sources_before_launch();

}  // namespace eugene::inside::opencl
