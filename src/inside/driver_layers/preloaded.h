// Functions of the preloaded library, which is in every program that `eugene run` starts. Without the library, the
// functions do nothing.
#pragma once

#include <cstddef>

#include "../process/calls.h"

namespace eugene::inside {

// Number of faults and bad commands in this process.
unsigned long failures();
// Number of requests that failed before they had written the values that the driver waits for.
unsigned long lost_requests();
// Whether all submitted work ends soon. Failed work ends at once.
bool is_idle();
// Releases the threads that wait for memory that failed work would have written last (i915/late_writes.h).
void let_go();
// Records that the program has made a queue, so it intends to submit work.
void note_queue();
// Records that a kernel is launched with a null pointer. `argument` describes the argument for people.
void note_null_argument(const char* kernel, const char* argument);

// For checked runs (process/calls.h).
unsigned long tell_launch(const eugene_launched& launch);
void take_back(unsigned long launch);
struct SharedBytes {
  std::size_t bytes = 0;  // requested by the program; 0: the memory is freed
  std::size_t room = 0;   // unused bytes after the requested ones
};
void tell_shared(const void* address, const SharedBytes& size);
void tell_read_back(unsigned long buffer, std::size_t offset, std::size_t bytes);
void tell_access(const eugene_access& access);
void tell_misuse(const eugene_misuse& misuse);

}  // namespace eugene::inside
