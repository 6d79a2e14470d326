// Writes each instruction that the threads of a case execute, and its result: `exec --trace`. A result is drawn by
// lanes, in the layout of its region in registers:
//
//   thread 0 0x0010  add (8)  r4.0<1>:d  r3.0<8;8,1>:d  1:d
//     lane           0    1    2    3    4    5    6    7
//     r4.0:d         3    3    .    .    3    3    3    3
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "eu/observer.h"
#include "eu/thread.h"
#include "isa/program.h"

namespace eugene::script {

using TraceSink = std::function<void(std::string_view)>;

class InstructionTrace final : public eu::Observer {
 public:
  // `first_thread` is the number of the group's first thread. The arguments must outlive the trace.
  InstructionTrace(const isa::Program& program, eu::ThreadBlock& threads, unsigned first_thread, const TraceSink& sink)
      : program_(program), threads_(threads), first_thread_(first_thread), sink_(sink) {}

  eu::Interest interest() const override { return {.instructions = true, .before = true}; }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;

 private:
  const isa::Program& program_;
  eu::ThreadBlock& threads_;
  unsigned first_thread_;
  const TraceSink& sink_;
  std::uint32_t enabled_ = 0;  // channels of the last instruction that began
};

}  // namespace eugene::script
