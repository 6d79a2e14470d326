// For --check=api: finds memory that the program changes while a non-blocking command still reads it.
#pragma once

#include "layer/hooks.h"

#include <string>
#include <vector>

namespace eugene::inside::opencl {

// The hooks meet commands that read and write host memory, and calls that make host memory the device's.
Hooks host_memory_hooks();

// Reports calls (HostSources) whose host memory has changed.
void tell_of_changed_memory(const std::vector<std::string>& calls);

// Call before a memory object ends. The program gets its host memory back.
void end_host_pointer(cl_mem memory);

// Ends the check: the program may give unknown commands, which may write host memory.
void lose_sight_of_host_memory();
// Call before a kernel is launched. A kernel that shares memory with the program may signal there that commands have
// ended.
void end_sources_before_launch();

}  // namespace eugene::inside::opencl
