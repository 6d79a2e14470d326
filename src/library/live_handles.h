// The handles that programs have: machines, programs and launches, of all machines of the process.
//
// A handle is a pointer, and a program may pass anything: a launch in place of a program (other languages than C have
// only one type for pointers), or one that has been destroyed. Functions of eugene.h look a handle up here before they
// follow the pointer.
#pragma once

#include <atomic>
#include <cstdint>

#include "eugene.h"

namespace eugene::library {

void add_handle(const eugene_machine* machine);
void add_handle(const eugene_program* program);
void add_handle(const eugene_launch* launch);
void remove_handle(const void* handle);

// Whether `handle` is of its type and not destroyed. Null is not.
bool is_live(const eugene_machine* machine);
bool is_live(const eugene_program* program);
bool is_live(const eugene_launch* launch);
// For signal handlers, which may interrupt a function that changes the handles: true if nobody can say then.
bool is_maybe_live(const eugene_launch* launch);

// Counts the forks between the process that loaded the library and this one.
unsigned fork_generation();

}  // namespace eugene::library
