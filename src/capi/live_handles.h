// The handles that programs hold: machines, programs and launches, of all machines of the process.
//
// A handle is a pointer, and a program may pass anything: a launch instead of a program (languages other than C may
// have only one type for pointers), or a handle that has been destroyed. Functions of eugene.h look a handle up here
// before they follow the pointer.
#pragma once

#include <atomic>
#include <cstdint>

#include "eugene.h"

namespace eugene::capi {

void add_handle(const eugene_machine* machine);
void add_handle(const eugene_program* program);
void add_handle(const eugene_launch* launch);
void remove_handle(const void* handle);

// Whether the handle has this type and has not been destroyed. False for null.
bool is_live(const eugene_machine* machine);
bool is_live(const eugene_program* program);
bool is_live(const eugene_launch* launch);
// For signal handlers, which may interrupt a function that changes the table of handles: also true if that makes the
// answer unknown.
bool is_maybe_live(const eugene_launch* launch);

// Returns the number of forks between the process that loaded the library and this process.
unsigned fork_generation();

}  // namespace eugene::capi
