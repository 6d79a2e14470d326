// A step of the user: of which work-item, by what, and where it ends.
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
    run,          // to a breakpoint
    any,          // to the next instruction of any thread
    instruction,  // of the thread
    line,         // to another line in which the channel runs
    over,         // the same, not in functions that are called meanwhile
    out,          // out of the function
    barrier,      // the thread's next one
    finish,       // its last instruction
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
    // out: of how many functions more than the innermost one, and by instruction whether some of their code is still to
    // come; empty: none is.
    unsigned levels = 0;
    std::vector<bool> inside = {};
  };
  // From the instruction of that number; `depths`: by instruction, how many functions are around it.
  void start(Step step, std::uint32_t index, const std::vector<std::uint8_t>* depths);
  // Whether it ends before that instruction, which the thread begins.
  bool ends(unsigned number, const eu::Thread& thread, std::uint32_t index);
  // How many functions the thread is in at an instruction.
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
  std::uint32_t line_ = 0;  // from which it steps
  unsigned depth_ = 0;
};

}  // namespace eugene::debug
