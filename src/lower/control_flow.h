// Where branches of the kernel lead, which of them are jumps of the whole thread, and its routines: what handlers of
// flow control need besides operands and code.
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

  // Before the code of a kernel or function.
  void begin(const visa::Kernel& kernel);

  LabelId label(unsigned n) const { return labels_[n]; }
  LabelId end() const { return end_; }  // of the program
  bool is_waited_at(unsigned label) const { return branches_.is_waited_at[label]; }
  bool is_end_waited_at(unsigned routine) const { return branches_.ends_waited_at[routine]; }
  // Whether `label` is in another routine than `op`.
  bool is_elsewhere(const Op& op, unsigned label) const {
    return branches_.routine_of[place_of(op)] != branches_.routine_of_label[label];
  }
  // Whether a branch is a jump of the thread.
  bool is_jump(const Op& op) const { return branches_.is_jump[place_of(op)]; }

  // The routine whose code is being lowered: the first is the kernel itself. Channels that return wait at its exit.
  struct Routine {
    LabelId exit = 0;
    std::uint32_t return_byte = 0;  // of the registers with return address and call mask
  };
  Routine& routine(unsigned label);  // that begins at a label
  void enter(unsigned label) {
    if (!first_) first_ = label;
    current_ = label;
  }
  std::optional<unsigned> first() const { return first_; }  // the kernel itself
  std::optional<unsigned> current() const { return current_; }

  // A jump of the thread under the predicate of `predicated`, or where that is false.
  void jump(const isa::Instruction& predicated, bool where_false, LabelId to);
  // The predicate of a scalar instruction decides for all channels that run: where it is false, the thread jumps to the
  // label that is returned and has still to be placed. `native`, a branch, then has no predicate.
  LabelId skip_unless(isa::Instruction& native);

 private:
  std::size_t place_of(const Op& op) const {
    return static_cast<std::size_t>(&op.instruction - kernel_->instructions.data());
  }

  Emitter& out_;
  Layout& layout_;
  Functions& functions_;
  const visa::Kernel* kernel_ = nullptr;
  LabelId end_;
  std::vector<LabelId> labels_;
  Branches branches_;
  std::map<unsigned, Routine> routines_;  // by label
  std::optional<unsigned> first_, current_;
};

}  // namespace eugene::lower
