// A step that the user asked for: its work-item, its kind, and its end.
#pragma once

#include <cstdint>
#include <vector>

#include "debug/track.h"
#include "eu/thread.h"
#include "isa/gen.h"
#include "isa/program.h"

namespace eugene::debug {

class Stepping {
 public:
  enum class Mode : std::uint8_t {
    run,          // until a breakpoint
    any,          // to the next instruction of any thread
    instruction,  // to the thread's next instruction
    line,         // to another line with the channel running
    over,         // the same, except in functions that are called meanwhile
    out,          // out of the function
    barrier,      // to the thread's next barrier
    finish,       // to the thread's last instruction
  };

  Stepping(const isa::Program& program, const isa::Gen& gen, const Track& track, Mode mode)
      : program_(&program), gen_(&gen), track_(&track), mode_(mode) {}

  void run() { mode_ = Mode::run; }
  void run_to_any() { mode_ = Mode::any; }
  bool runs() const { return mode_ == Mode::run; }
  bool stops_anywhere() const { return mode_ == Mode::any; }

  struct Step {
    Mode mode = Mode::run;
    std::uint64_t count = 1;
    unsigned thread = 0, channel = 0;
    // For Mode::out. `levels` is the number of functions to leave beyond the innermost one. `inside` is, by
    // instruction, whether code of an inlined function is still to come, so that the step must not end yet; empty: no
    // such code.
    unsigned levels = 0;
    std::vector<bool> inside = {};
  };
  // Begins a step at the instruction `index`. `depths` is, by instruction, the number of functions around the
  // instruction.
  void start(Step step, std::uint32_t index, const std::vector<std::uint8_t>* depths);
  // Whether the step ends before the instruction `index`, which the thread is about to begin.
  bool ends(unsigned number, const eu::Thread& thread, std::uint32_t index);
  // Returns the number of functions that the thread is in at an instruction.
  static unsigned depth(const Track& track, unsigned thread, std::uint32_t index,
                        const std::vector<std::uint8_t>& depths);

 private:
  unsigned depth(unsigned thread, std::uint32_t index) const;
  bool ends_function(const eu::Thread& thread, std::uint32_t index) const;
  bool ends_line(const eu::Thread& thread, std::uint32_t index);
  bool is_in_channel(const eu::Thread& thread) const { return (thread.running >> step_.channel & 1U) != 0; }

  const isa::Program* program_;
  const isa::Gen* gen_;
  const Track* track_;
  const std::vector<std::uint8_t>* depths_ = nullptr;
  Mode mode_;
  Step step_;
  std::uint32_t line_ = 0;  // the line where the step began
  unsigned depth_ = 0;
};

}  // namespace eugene::debug
