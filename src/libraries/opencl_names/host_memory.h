// Of a run with --check=api: finds memory that the program changes while a command that does not block still reads it.
#pragma once

#include <CL/cl_icd.h>

#include <string>
#include <vector>

namespace eugene::i915 {

// Replaces the functions that give commands to read or write host memory, and those that make host memory the device's.
void watch_host_memory(cl_icd_dispatch& table, const cl_icd_dispatch& next);

// Reports calls (HostSources) whose host memory has changed.
void tell_of_changed_memory(const std::vector<std::string>& calls);

// The program may give commands that are not known, which write host memory: nothing is found from now on.
void lose_sight_of_host_memory();
// Before a kernel is launched: one that shares memory with the program may tell it there what has ended.
void end_sources_before_launch();

}  // namespace eugene::i915
