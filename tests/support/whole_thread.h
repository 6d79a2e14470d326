// Runs threads past every stop that can be lifted, so that tests see more than the time until the first stop.
#pragma once

#include <cstdint>
#include <limits>

#include "eu/interpreter.h"
#include "isa/state_registers.h"

namespace eugene::test {

// Removes the cause for which `thread` has stopped. Returns false if that is not possible. A port that blocks must
// itself let the message through.
inline bool lift(const eu::Outcome& outcome, eu::Thread& thread) {
  switch (outcome.stop) {
    case eu::Stop::end_of_thread:
    case eu::Stop::fault: return false;
    case eu::Stop::out_of_budget: return true;
    case eu::Stop::waiting: ++thread.notification[outcome.notification]; return true;
    case eu::Stop::blocked:
      for (std::uint16_t& tdr : thread.dependency) tdr &= static_cast<std::uint16_t>(~isa::tdr::kValid);
      return true;
    case eu::Stop::breakpoint:  // or an exception without a routine, which counts as a breakpoint
      thread.control[0] |= isa::cr0::kBreakpointSuppress;
      thread.control[1] &= ~(isa::cr1::kBreakpoint | isa::cr1::kSoftware | isa::cr1::kExternalHalt);
      return true;
  }
  return false;
}

inline constexpr unsigned kMaxStops = 8;  // max stops that are lifted

// Runs `thread`, which has stopped with `outcome`, until it has ended, or up to `instructions` instructions. `run` runs
// the thread until it stops, within the given budget. `lifted` is called before that for every stop that was lifted.
template <class Run, class Lifted>
eu::Outcome run_whole(eu::Outcome outcome, eu::Thread& thread, std::uint64_t instructions, const Run& run,
                      const Lifted& lifted) {
  for (unsigned stops = 0;;) {
    const bool ran_out = outcome.stop == eu::Stop::out_of_budget;
    if (ran_out ? thread.instructions_executed >= instructions : ++stops > kMaxStops) return outcome;
    if (!lift(outcome, thread)) return outcome;
    lifted(outcome.stop);
    const std::uint64_t done = thread.instructions_executed;
    outcome = run(thread, instructions > done ? instructions - done : 0);
  }
}

}  // namespace eugene::test
