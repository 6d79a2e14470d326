#include "lower/control_flow.h"

namespace eugene::lower {

void ControlFlow::begin(const visa::Kernel& kernel) {
  kernel_ = &kernel;
  branches_ = find_jumps(kernel);
  labels_.clear();
  for (std::size_t n = 0; n < kernel.labels.size(); ++n) labels_.push_back(out_.new_label());
  routines_.clear();
  first_.reset();
  current_.reset();
}

ControlFlow::Routine& ControlFlow::routine(unsigned label) {
  const auto [at, is_new] = routines_.try_emplace(label);
  if (!is_new) return at->second;
  const Function* function = functions_.current();
  at->second = {.exit = out_.new_label(),
                .return_byte = function != nullptr && label == first_ ? function->return_byte
                                                                      : layout_.add_registers(1) * isa::kRegisterBytes};
  return at->second;
}

void ControlFlow::jump(const isa::Instruction& predicated, bool where_false, LabelId to) {
  isa::Instruction& jump = out_.branch(isa::Opcode::jmpi, to);
  jump.no_mask = true;
  jump.pred_control = predicated.pred_control;
  jump.pred_inverse = predicated.pred_inverse != where_false;
  jump.flag_subnr = predicated.flag_subnr;
}

LabelId ControlFlow::skip_unless(isa::Instruction& native) {
  const LabelId past = out_.new_label();
  if (native.pred_control != isa::PredControl::none) jump(native, true, past);
  native.pred_control = isa::PredControl::none;
  return past;
}

}  // namespace eugene::lower
