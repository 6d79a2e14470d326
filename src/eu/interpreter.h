// Runs one EU thread until it ends, waits, or goes wrong.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "eu/kernel.h"
#include "eu/observer.h"
#include "eu/port.h"
#include "eu/thread.h"

namespace eugene::eu {

// Why run() returned. The thread can be resumed by another run() after all but end_of_thread and fault.
enum class Stop : std::uint8_t {
  end_of_thread,  // a send with EOT was executed
  waiting,        // at a `wait` whose notification count is zero; thread.ip is the wait
  blocked,        // at a send that the port cannot take now; thread.ip is the send
  breakpoint,     // at an instruction marked {Breakpoint}, or an exception without a system routine; thread.ip is that
                  // instruction
  out_of_budget,  // RunLimits::instructions executed; thread.ip is the next instruction
  fault,          // see Outcome::fault; thread.ip is the instruction
};

struct RunLimits {
  std::uint64_t instructions = ~std::uint64_t{0};  // at most this many in this run()
};

struct Outcome {
  Stop stop = Stop::end_of_thread;
  unsigned notification = 0;   // waiting: which of n0..n2
  std::optional<Fault> fault;  // fault: what went wrong
};

// Executes from thread.ip on. `port` takes the sends. Counts into thread.instructions_executed and lane_operations.
// Never throws; the host's floating-point environment is restored.
Outcome run(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits = {});

// As run(), for a system routine that is not part of the thread's kernel. `thread` is at its first instruction, with
// AIP in cr0.2. Ends with end_of_thread, or with out_of_budget when the routine has returned: cr0.0 shows that, and
// thread.ip is then AIP. Such a routine may write n0 and fc0 to fc4.
Outcome run_system_routine(const Kernel& routine, Thread& thread, MessagePort& port, const RunLimits& limits);

// As run(), but returns nothing when the thread, after at least one instruction, is about to execute one that `stops`
// marks. `stops` has an entry for each instruction of the program; thread.ip is the instruction reached.
std::optional<Outcome> run_until(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                                 const std::vector<bool>& stops);

// As run() and run_until(), of which `observers` hear.
Outcome run_observed(const Kernel& kernel, Thread& thread, MessagePort& port, const RunLimits& limits,
                     Observers& observers);
std::optional<Outcome> run_until_observed(const Kernel& kernel, Thread& thread, MessagePort& port,
                                          const RunLimits& limits, const std::vector<bool>& stops,
                                          Observers& observers);

// The thread of `fixed_function_thread` (FFTID) has ended: `thread`, which may wait for it in a sendc, no longer
// depends on it (5.3.4.11).
void end_dependency(Thread& thread, std::uint8_t fixed_function_thread);
// Whether tdr0 names a thread that has not ended.
bool has_dependency(const Thread& thread);

}  // namespace eugene::eu
