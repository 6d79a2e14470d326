// Runs one EU thread until it ends, waits or faults.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/kernel.h"
#include "eu/observer.h"
#include "eu/port.h"
#include "eu/thread.h"

namespace eugene::eu {

// How often each instruction of a program has been interpreted, modulo 2^32.
using Visits = std::vector<std::uint32_t>;

// Why run() returned. Unless it was end_of_thread or fault, another run() can resume the thread.
enum class Stop : std::uint8_t {
  end_of_thread,  // a send with EOT was executed
  waiting,        // at a `wait` whose notification count is zero; thread.ip is the wait
  blocked,        // at a send that the port cannot take now; thread.ip is the send
  breakpoint,     // at an instruction marked {Breakpoint}, or an exception without a system routine; thread.ip is the
                  // instruction
  out_of_budget,  // RunLimits::instructions executed; thread.ip is the next instruction
  fault,          // see Outcome::fault; thread.ip is the instruction
};

struct RunLimits {
  std::uint64_t instructions = ~std::uint64_t{0};  // max for this run()
  Visits* visits = nullptr;                        // counts the instructions that are interpreted; null: does not count
};

struct Outcome {
  Stop stop = Stop::end_of_thread;
  unsigned notification = 0;   // waiting: which of n0..n2
  std::optional<Fault> fault;  // fault: what went wrong
};

// Executes the thread from thread.ip on. `port` receives the sends. Adds to thread.instructions_executed and
// lane_operations. Never throws, and restores the host's floating-point environment.
Outcome run(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits = {});

// Like run(), for a system routine that is not part of the thread's kernel. `thread` is at the routine's first
// instruction, with AIP in cr0.2. Returns end_of_thread, or out_of_budget if the routine has returned: cr0.0 then shows
// this, and thread.ip is AIP. Such a routine may write n0 and fc0 to fc4.
Outcome run_system_routine(const Kernel& routine, Thread& thread, MessagePort& port, const RunLimits& limits);

// Like run(), but returns nothing if the thread has executed at least one instruction and is about to execute one that
// is marked in `stops`. thread.ip is then this instruction. `stops` has an entry for each instruction of the program.
std::optional<Outcome> run_until(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                                 const std::vector<bool>& stops);

// Like run() and run_until(), with events for `observers`.
Outcome run_observed(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                     Observers& observers);
std::optional<Outcome> run_until_observed(const Kernel& kernel, Thread& thread, MessagePort& port,
                                          const RunLimits& limits, const std::vector<bool>& stops,
                                          Observers& observers);

// Tells `thread` that the thread with the FFTID `fixed_function_thread` has ended. If `thread` waits for it in a sendc,
// the dependency is cleared (5.3.4.11).
void end_dependency(Thread& thread, std::uint8_t fixed_function_thread);
// True if tdr0 names a thread that has not ended.
bool has_dependency(const Thread& thread);

}  // namespace eugene::eu
