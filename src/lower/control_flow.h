// Labels of the kernel, branches that are jumps of the whole thread, and routines: what the handlers of flow control
// need besides operands and code.
#pragma once

#include <map>
#include <optional>
#include <vector>

#include "lower/emitter.h"
#include "lower/functions.h"
#include "lower/layout.h"
#include "lower/op.h"
#include "lower/thread_jumps.h"
#include "visa/kernel.h"

namespace eugene::lower {

class ControlFlow {
 public:
  ControlFlow(Emitter& out, Layout& layout, Functions& functions)
      : out_(out), layout_(layout), functions_(functions), end_(out.new_label()) {}
  ControlFlow(const ControlFlow&) = delete;
  ControlFlow& operator=(const ControlFlow&) = delete;

  // Called before the code of a kernel or function.
  void begin(const visa::Kernel& kernel);

  LabelId label(unsigned n) const { return labels_[n]; }
  LabelId end() const { return end_; }  // end of the program
  bool is_waited_at(unsigned label) const { return branches_.is_waited_at[label]; }
  bool has_waiters_at_end(unsigned routine) const { return branches_.ends_waited_at[routine]; }
  // True if `label` and `op` are in different routines.
  bool is_elsewhere(const Op& op, unsigned label) const {
    return branches_.routine_of[find_place(op)] != branches_.routine_of_label[label];
  }
  // True if a branch is a jump of the thread.
  bool is_jump(const Op& op) const { return branches_.is_jump[find_place(op)]; }

  // The routine whose code is being lowered; the first one is the kernel itself. Returning channels wait at its exit.
  struct Routine {
    LabelId exit = 0;
    std::uint32_t return_byte = 0;  // first byte of the registers for return address and call mask
  };
  Routine& routine(unsigned label);  // the routine that begins at a label
  void enter(unsigned label) {
    if (!first_) first_ = label;
    current_ = label;
  }
  std::optional<unsigned> first() const { return first_; }  // the kernel itself
  std::optional<unsigned> current() const { return current_; }

  // Emits a jump of the thread, with the predicate of `predicated` or, if `where_false`, its inverse.
  void jump(const isa::Instruction& predicated, bool where_false, LabelId to);
  // The predicate of a scalar instruction decides for all running channels. Emits a jump that skips the instruction if
  // it is false, and removes the predicate from `native`, a branch. The caller has to place the returned label.
  LabelId skip_unless(isa::Instruction& native);

 private:
  std::size_t find_place(const Op& op) const {
    return static_cast<std::size_t>(&op.instruction - kernel_->instructions.data());
  }

  Emitter& out_;
  Layout& layout_;
  Functions& functions_;
  const visa::Kernel* kernel_ = nullptr;
  LabelId end_;
  std::vector<LabelId> labels_;
  Branches branches_;
  std::map<unsigned, Routine> routines_;  // indexed by label
  std::optional<unsigned> first_, current_;
};

}  // namespace eugene::lower
