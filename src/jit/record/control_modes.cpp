#include "jit/record/control_modes.h"

#include "eu/prepared_op.h"

namespace eugene::jit {

// Handles unconditional writes of all bits of cr0.0: a constant, or cr0.0 combined with a constant.
std::optional<std::uint32_t> control_after(const isa::Instruction& instruction, std::uint32_t control) {
  const auto is_control = [](const isa::Operand& operand) { return operand.is_arf(isa::Arf::cr) && operand.subnr < 4; };
  if (!is_control(instruction.dst) || !instruction.row().has_destination) return control;
  const auto is_dword = [](const isa::Operand& operand) {
    return isa::byte_size(operand.type) == 4 && !isa::is_float(operand.type) && operand.subnr == 0;
  };
  const isa::Operand& last = instruction.src[instruction.row().sources - 1U];
  const bool is_number = last.is_imm() && !isa::is_float(last.type) && !isa::info(last.type).is_vector;
  const bool plain = instruction.no_mask && instruction.pred_control == isa::PredControl::none &&
                     instruction.exec_size == 1 && instruction.access_mode == isa::AccessMode::align1 &&
                     is_dword(instruction.dst) && !instruction.saturate && is_number && !last.negate && !last.absolute;
  if (!plain) return std::nullopt;
  const auto value = static_cast<std::uint32_t>(last.imm & low_mask(isa::byte_size(last.type) * 8));
  const bool extends = isa::is_signed(last.type) && isa::byte_size(last.type) == 2;
  const std::uint32_t number = extends ? static_cast<std::uint32_t>(sign_extend(value, 16)) : value;
  if (instruction.opcode == isa::Opcode::mov) return number;
  const isa::Operand& first = instruction.src[0];
  if (!is_control(first) || !is_dword(first) || first.negate || first.absolute) return std::nullopt;
  switch (instruction.opcode) {
    case isa::Opcode::or_: return control | number;
    case isa::Opcode::and_: return control & number;
    case isa::Opcode::xor_: return control ^ number;
    default: return std::nullopt;
  }
}

std::vector<std::optional<std::uint32_t>> control_before(const eu::Kernel& kernel, std::uint32_t initial) {
  const auto& instructions = kernel.program().instructions;
  const auto& ops = kernel.prepared().ops;
  // An instruction that is reached with several modes or not at all has no known mode and is not recorded.
  std::vector<std::optional<std::uint32_t>> before(ops.size());
  std::vector<bool> reached(ops.size());
  std::vector<std::uint32_t> pending;
  const auto flow_to = [&](std::uint32_t index, std::optional<std::uint32_t> control) {
    if (index >= ops.size()) return;
    if (!reached[index]) {
      reached[index] = true;
      before[index] = control;
      pending.push_back(index);
    } else if (before[index] && before[index] != control) {
      before[index] = std::nullopt;
      pending.push_back(index);
    }
  };
  flow_to(0, initial);
  while (!pending.empty()) {
    const std::uint32_t index = pending.back();
    pending.pop_back();
    const auto control = before[index] ? control_after(instructions[index], *before[index]) : std::nullopt;
    if (ops[index].action == eu::Action::jump || ops[index].action == eu::Action::branch) {
      flow_to(ops[index].flow.jip, control);
      flow_to(ops[index].flow.uip, control);
    }
    flow_to(index + 1, control);
  }
  return before;
}

}  // namespace eugene::jit
