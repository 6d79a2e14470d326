// Functions of the preloaded library, which is in every program that `eugene run` starts; without it they do nothing.
#pragma once

#include <cstddef>

#include "../in_process/calls.h"

namespace eugene::i915 {

// How many faults and bad commands this process has had.
unsigned long failures();
// How many requests have failed before they had written what the driver waits for.
unsigned long lost_requests();
// Whether all that was submitted ends soon. Failed work ends at once.
bool is_idle();
// Releases the threads that wait for memory that failed work would have written last (i915/late_writes.h).
void let_go();
// The program has made a queue: it wants work done.
void note_queue();
// A kernel is launched with a null pointer for an argument, which is described for people.
void note_null_argument(const char* kernel, const char* argument);

// Of checked runs (in_process/calls.h).
unsigned long tell_launch(const eugene_launched& launch);
void take_back(unsigned long launch);
struct SharedBytes {
  std::size_t bytes = 0;  // that the program has asked for; 0: it is no more
  std::size_t room = 0;   // behind them
};
void tell_shared(const void* address, const SharedBytes& size);
void tell_read_back(unsigned long buffer, std::size_t offset, std::size_t bytes);
void tell_access(const eugene_access& access);
void tell_misuse(const eugene_misuse& misuse);

}  // namespace eugene::i915
