#include "eu/prepare/prepare.h"

#include <algorithm>

#include <fmt/format.h>

#include "eu/prepare/preparer.h"
#include "eu/register_file.h"
#include "isa/registers_used.h"
#include "isa/trap.h"

namespace eugene::eu {

using isa::Operand;

Result<PreparedOp> Preparer::run() {
  const isa::OpcodeInfo& row = instruction_.row();
  if (!(program_.is_visa ? row.in_visa(gen_) : row.in(gen_)))
    return fail(fmt::format("{} does not exist in {}", row.mnemonic, gen_.name));
  op_.action = row.action;
  if (const auto reason = isa::find_trap(instruction_)) {
    const isa::TrapText& text = isa::kTraps[static_cast<std::size_t>(*reason)];
    return fail(std::string(text.what), std::string(text.reference));
  }
  if (instruction_.kept.malformed)
    return fail("malformed instruction: its opcode is legal, but not its fields", "SNB PRM vol4 part2 6.5");
  if (op_.action == Action::fault) return fail("illegal instruction", "SNB PRM vol4 part2 8.3 illegal");
  masks();
  if (auto done = by_action(); !done) return forward_error(done);
  return op_;
}

Result<void> Preparer::by_action() {
  switch (op_.action) {
    case Action::nop:
    case Action::fault: return {};
    case Action::wait: return waits();
    case Action::sync: synchronises(); return {};
    case Action::send: return sends();
    case Action::systolic: return systolic();
    case Action::named_barrier: return named_barrier();
    case Action::jump:
    case Action::branch: return branches();
    default: return arithmetic();
  }
}

void Preparer::masks() {
  op_.no_mask = instruction_.no_mask;
  op_.predicated = instruction_.pred_control != isa::PredControl::none;
  op_.pred_control = instruction_.pred_control;
  op_.pred_inverse = instruction_.pred_inverse;
  op_.channel_offset = instruction_.channel_offset;
  op_.flag_nr = static_cast<std::uint8_t>(instruction_.flag_nr % gen_.files.flag_registers);
  op_.flag_shift = static_cast<std::uint8_t>(isa::first_flag_bit(gen_, instruction_));
  op_.all = static_cast<std::uint32_t>(low_mask(instruction_.exec_size));
  op_.write_mask = write_channels(instruction_);
  op_.lanes = ActiveLanes::of(instruction_.exec_size);
  op_.alu.condition = instruction_.cond_mod;
  op_.has_breakpoint = instruction_.breakpoint;
}

Result<void> Preparer::sources(std::span<const Operand> operands) {
  op_.sources = static_cast<std::uint8_t>(operands.size());
  op_.exec = choose_exec(gen_, instruction_, operands);
  OperandPlanner planner(program_, instruction_, op_.exec, storage_);
  for (std::size_t i = 0; i < operands.size(); ++i) {
    Result<SourcePlan> plan = special_source(planner, operands[i], i);
    if (!plan) return forward_error(plan);
    op_.source[i] = *plan;
    if (operands[i].file == isa::RegFile::arf && !operands[i].is_null() && !operands[i].is_arf(isa::Arf::acc))
      op_.alu.refreshes |= register_span(program_, operands[i])->refreshed_before_read;
  }
  return {};
}

// Plans the sources of line and pln, which ignore their regions: four plane coefficients, and two coordinate elements
// for each channel (8.3.22, 8.3.35).
Result<SourcePlan> Preparer::special_source(OperandPlanner& planner, const Operand& operand, std::size_t i) {
  const unsigned count = std::min(isa::elements_in_sequence(instruction_, static_cast<unsigned>(i)), kMaxChannels);
  if (count == 0) return planner.source(operand);
  ElementOffsets offsets{};
  for (unsigned lane = 0; lane < count; ++lane)
    offsets[lane] = static_cast<std::uint16_t>(lane * isa::byte_size(operand.type));
  return planner.source(operand, offsets, ActiveLanes::of(count));
}

Result<void> Preparer::waits() {
  const Operand& source = instruction_.src[0];
  const unsigned number = source.arf_nr() + source.subnr / 4U;
  if (!source.is_arf(isa::Arf::n) || number >= gen_.files.notification_registers)
    return fail("wait needs a notification register", "SNB PRM vol4 part2 8.3.48");
  op_.notification = static_cast<std::uint8_t>(number);
  return {};
}

// Instructions are executed in order, each to its end. So `sync` has nothing to wait for but notifications.
void Preparer::synchronises() {
  const bool waits_for_host = instruction_.sync == isa::SyncFunction::host;
  const bool waits = waits_for_host || instruction_.sync == isa::SyncFunction::bar;
  op_.action = waits ? Action::wait : Action::nop;
  op_.notification = waits_for_host ? 1 : 0;
}

Result<void> Preparer::sends() {
  const Operand& payload = instruction_.src[0];
  if (payload.is_imm() || (payload.file == isa::RegFile::arf && !payload.is_null()))
    return fail("a message payload cannot be in this register", "SNB PRM vol4 part2 8.3.44");
  return {};
}

// The source is a dword of the thread. It does not depend on channels.
Result<void> Preparer::named_barrier() {
  const Operand& source = instruction_.src[0];
  const bool is_dword = source.is_grf() && !source.indirect && source.subnr % 4 == 0;
  if (!is_dword || source.nr >= kGrfCount + program_.variable_registers)
    return fail("the description of a named barrier must be a dword in a register", "vISA manual NBARRIER");
  return {};
}

// Checks that all matrices of dpas are inside the register file, where they are packed as in memory.
Result<void> Preparer::systolic() {
  constexpr std::string_view kReference = "vISA manual DPAS";
  const isa::Systolic& fields = instruction_.visa.systolic;
  const unsigned columns = instruction_.exec_size;
  if (columns != 8 && columns != isa::Systolic::kMaxColumns)
    return fail(fmt::format("dpas does not work on {} channels", columns), std::string(kReference));
  const auto is_there = [&](const Operand& operand, unsigned bytes) {
    if (bytes == 0) return true;
    const unsigned last = operand.nr + (operand.subnr + bytes - 1) / kGrfBytes;
    const unsigned registers = kGrfCount + program_.variable_registers;
    return operand.is_grf() && !operand.indirect && last < registers && (operand.nr < kGrfCount) == (last < kGrfCount);
  };
  const bool all_there = is_there(instruction_.dst, fields.result_bytes(columns)) &&
                         is_there(instruction_.src[0], fields.accumulator_bytes(columns)) &&
                         is_there(instruction_.src[1], fields.weight_bytes(columns)) &&
                         is_there(instruction_.src[2], fields.activation_bytes());
  if (!all_there) return fail("a matrix lies outside the registers", std::string(kReference));
  return {};
}

Result<PreparedOp> prepare_instruction(const isa::Program& program, std::uint32_t index, PreparedProgram& storage) {
  return Preparer(program, index, storage).run();
}

}  // namespace eugene::eu
