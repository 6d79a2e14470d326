// Chooses a fused handler for a prepared instruction. The general path executes everything else; each condition here
// names one thing that handlers cannot do.
#include "eu/fused/fuse.h"

#include <optional>

#include "eu/execute/compute.h"
#include "eu/execute/load.h"
#include "eu/fused/handlers.h"
#include "eu/prepare/operand_plan.h"

namespace eugene::eu {

namespace {

using isa::Instruction;
using isa::Operand;

class Fuser {
 public:
  Fuser(const Instruction& instruction, const PreparedOp& op, const isa::Gen& gen)
      : instruction_(instruction), op_(op), gen_(gen) {}

  FusedOp run() {
    masks();
    if (!has_common_size() || !has_common_channels() || !has_common_effects()) return {};
    if (op_.action == Action::compare ? !compared() : !destination()) return {};
    for (unsigned s = 0; s < sources(); ++s) {
      if (!source(s)) return {};
    }
    fused_.handler = handler();
    return fused_.handler == nullptr ? FusedOp{} : fused_;
  }
  // For instructions without a handler: only sets which channels take part.
  FusedOp channels() {
    masks();
    return fused_;
  }

 private:
  bool is_single() const { return instruction_.exec_size == 1; }
  bool is_math() const { return instruction_.row().format == isa::Format::math; }
  unsigned sources() const { return is_math() && !isa::takes_two_sources(instruction_.math) ? 1 : op_.sources; }
  bool has_common_size() const { return is_single() || instruction_.exec_size % 8 == 0; }

  void masks() {
    fused_.all = op_.all;
    fused_.channels = op_.all & op_.write_mask;
    fused_.size = instruction_.exec_size;
    fused_.groups = static_cast<std::uint8_t>(op_.lanes.groups);
    fused_.channel_offset = op_.channel_offset;
    fused_.flag_nr = op_.flag_nr;
    fused_.flag_shift = op_.flag_shift;
    fused_.no_mask = op_.no_mask;
    fused_.predicated = op_.predicated;
    fused_.pred_inverse = op_.pred_inverse;
    fused_.selects = op_.action == Action::select;
    fused_.needs_common_mode = is_float(op_.exec) || is_math();
    shape_.single = is_single();
  }

  bool has_common_channels() const {
    const bool horizontal = op_.predicated && op_.pred_control != isa::PredControl::normal;
    return !horizontal && !op_.has_breakpoint;
  }

  // True if nothing but the destination (or the flags, for comparisons) is written.
  bool has_common_effects() const {
    const AluPart& alu = op_.alu;
    const bool writes_more = alu.accumulates || alu.accumulate != nullptr || alu.second != nullptr || alu.early_out ||
                             alu.evaluate != nullptr || alu.overflow != nullptr;
    return !writes_more && !alu.refreshes && !alu.scatters && !alu.saturates_sum && !alu.mode.multiplies_low_word &&
           alu.group == 1;
  }

  // A comparison may have no destination, or one of dwords that receive the flag.
  bool compared() {
    if (op_.destination.kind == DestinationPlan::Kind::none) return true;
    fused_.source[2] = gen_.compare_writes_all_bits ? ~std::uint32_t{0} : 1;
    return op_.destination.element_bytes == sizeof(std::uint32_t) && destination();
  }

  bool destination() {
    const DestinationPlan& plan = op_.destination;
    if (plan.kind != DestinationPlan::Kind::direct || plan.acts || plan.offsets != nullptr) return false;
    const bool packed = is_single() || plan.stride == plan.element_bytes;
    if (!packed || !has_lane_type(plan)) return false;
    fused_.destination = plan.offset;
    fused_.destination_bytes = plan.element_bytes;
    return true;
  }

  // True if the elements have the type of the lanes. A single integer channel may also write only its low bytes.
  bool has_lane_type(const DestinationPlan& plan) const {
    if (op_.alu.convert == nullptr) return plan.element_bytes == byte_size(op_.exec);
    return is_single() && !is_float(op_.exec) && !isa::is_float(instruction_.dst.type) && !instruction_.saturate &&
           plan.element_bytes < byte_size(op_.exec);
  }

  bool source(unsigned s) {
    const SourcePlan& plan = op_.source[s];
    const Operand& operand = instruction_.src[s];
    if (plan.kind == SourcePlan::Kind::constant) return immediate(s, plan, operand);
    const bool in_register = plan.kind == SourcePlan::Kind::direct || plan.kind == SourcePlan::Kind::load;
    if (!in_register || plan.offsets != nullptr) return false;
    const bool is_scalar = has_equal_lanes(plan, op_.exec);
    if (!is_scalar && (plan.stride != plan.element_bytes || overlaps_shifted(instruction_, plan, op_.destination)))
      return false;
    if (!has_lane_type(operand, is_scalar) || !modifiers(s, plan, is_scalar)) return false;
    fused_.source[s] = plan.offset;
    fused_.bytes[s] = plan.element_bytes;
    if (isa::is_signed(operand.type)) fused_.flags[s] |= FusedOp::kSigned;
    if (is_scalar) shape_.scalars |= static_cast<std::uint8_t>(1U << s);
    return true;
  }

  // The constant already includes the modifiers. Packed vectors, whose lanes differ, are rare and have no handler.
  bool immediate(unsigned s, const SourcePlan& plan, const Operand& operand) {
    if (isa::info(operand.type).is_vector) return false;
    std::memcpy(&fused_.source[s], plan.constant, byte_size(op_.exec));
    fused_.bytes[s] = 0;
    shape_.scalars |= static_cast<std::uint8_t>(1U << s);
    return true;
  }

  // Scalar integers are extended to the lane's size.
  bool has_lane_type(const Operand& operand, bool is_scalar) const {
    if (is_float(op_.exec) || isa::is_float(operand.type))
      return isa::byte_size(operand.type) == byte_size(op_.exec) &&
             (is_raw() || holds_lane_bits(operand.type, op_.exec));
    const unsigned bytes = isa::byte_size(operand.type);
    return bytes == byte_size(op_.exec) || (is_scalar && byte_size(op_.exec) >= 4);
  }
  bool is_raw() const { return moves_raw_bits(instruction_); }

  bool modifiers(unsigned s, const SourcePlan& plan, bool is_scalar) {
    if (!plan.modifier) return true;
    const bool absolute = *plan.modifier == Modifier::absolute || *plan.modifier == Modifier::negate_absolute;
    const bool negate = *plan.modifier == Modifier::negate || *plan.modifier == Modifier::negate_absolute;
    if (absolute && !is_scalar && !is_float(op_.exec)) return false;
    if (absolute) fused_.flags[s] |= FusedOp::kAbsolute;
    if (negate) fused_.flags[s] |= FusedOp::kNegate;
    if (*plan.modifier == Modifier::invert) fused_.flags[s] |= FusedOp::kInvert;
    shape_.modified |= !is_scalar;
    return true;
  }

  FusedHandler handler() const {
    switch (op_.action) {
      case Action::alu: return alu();
      case Action::compare: return fused_compare(instruction_.opcode, op_.exec, op_.alu.condition, shape_);
      case Action::select:
        if (op_.alu.compare == nullptr) return select();
        return fused_minimum(op_.exec, op_.alu.condition, shape_);
      default: return nullptr;
    }
  }

  // Selection moves raw bits. A modifier would treat a float's sign as an integer's, so floats with modifiers have no
  // handler.
  FusedHandler select() const {
    const bool modified = ((fused_.flags[0] | fused_.flags[1]) & FusedOp::kModified) != 0;
    return modified && is_float(op_.exec) ? nullptr : fused_select(byte_size(op_.exec), shape_);
  }

  FusedHandler alu() const {
    if (op_.alu.compute == nullptr) return fused_copy(byte_size(op_.exec), shape_);
    if (is_math()) return fused_math(instruction_.math, op_.exec, shape_);
    if (op_.alu.compute != compute_function(instruction_.opcode, op_.exec)) return nullptr;
    const bool shifts_quadwords = op_.alu.mode.shift_count_mask == 63;
    if (instruction_.row().has(isa::kShiftCount) && shifts_quadwords != (byte_size(op_.exec) == 8)) return nullptr;
    if (op_.exec == Exec::hf) return fused_half(instruction_.opcode, shape_);
    return fused_alu(instruction_.opcode, op_.exec, shape_);
  }

  const Instruction& instruction_;
  const PreparedOp& op_;
  const isa::Gen& gen_;
  FusedOp fused_;
  FusedShape shape_;
};

bool works_on_lanes(Action action) {
  return action == Action::alu || action == Action::compare || action == Action::select;
}

}  // namespace

FusedOp fuse(const Instruction& instruction, const PreparedOp& op, const isa::Gen& gen) {
  Fuser fuser(instruction, op, gen);
  FusedOp fused = works_on_lanes(op.action) ? fuser.run() : fuser.channels();
  fused.rejoins = op.rejoins;
  return fused;
}

}  // namespace eugene::eu
