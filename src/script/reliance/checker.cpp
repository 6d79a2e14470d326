#include "script/reliance/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

#include "base/bits.h"
#include "isa/region.h"
#include "isa/registers_used.h"
#include "isa/state_registers.h"
#include "script/reliance/channel_value.h"
#include "script/reliance/check_places.h"
#include "sem/channels.h"
#include "sem/flow.h"

namespace eugene::script::reliance {

using isa::Action;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;

namespace {

std::uint32_t predicate(const isa::Gen& gen, const Instruction& instruction, const eu::Thread& thread) {
  if (instruction.pred_control == isa::PredControl::none) return ~0U;
  const unsigned shift = isa::first_flag_bit(gen, instruction);
  const std::uint32_t flag = std::rotr(thread.flag[instruction.flag_nr], static_cast<int>(shift));
  const std::uint32_t other = gen.files.flag_registers > 1
                                  ? std::rotr(thread.flag[1U - instruction.flag_nr], static_cast<int>(shift))
                                  : std::rotr(thread.flag[0], static_cast<int>(shift ^ 16U));
  return sem::predicate_channels(instruction.pred_control, instruction.pred_inverse, flag, other);
}

}  // namespace

std::uint32_t eligible_channels(const Instruction& instruction, const eu::Thread& thread) {
  const auto all = static_cast<std::uint32_t>(low_mask(instruction.exec_size));
  std::uint32_t running = thread.running;
  for (std::uint32_t rest = thread.dispatched & ~running; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    if (thread.channel_ip[channel] == thread.ip) running |= 1U << channel;
  }
  return sem::eligible_channels(instruction.no_mask, all, running >> instruction.channel_offset);
}

std::uint32_t enabled_channels(const isa::Gen& gen, const Instruction& instruction, const eu::Thread& thread) {
  const std::uint32_t channels = eligible_channels(instruction, thread);
  return instruction.row().action == Action::select ? channels : channels & predicate(gen, instruction, thread);
}

Checker::Checker(const isa::Program& program, GroupMemory& memory, const lower::Uses* uses)
    : program_(&program),
      memory_(&memory),
      uses_(uses),
      forms_found_(program.instructions.size()),
      written_(sizeof(eu::Thread) + program.variable_registers * std::size_t{eu::kGrfBytes}),
      undefined_(written_.size()),
      flag_only_(written_.size()) {}

void Checker::resume(const Checker& kept) {
  const isa::Program* program = program_;
  GroupMemory* memory = memory_;
  const lower::Uses* uses = uses_;
  *this = kept;
  program_ = program;
  memory_ = memory;
  uses_ = uses;
}

void Checker::mark_written(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < std::min(end, written_.size()); ++at) {
    written_[at] = true;
    undefined_[at] = false;
    flag_only_[at] = false;
  }
}

void Checker::mark_undefined(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < std::min(end, written_.size()); ++at) undefined_[at] = true;
}

void Checker::look(const eu::Thread& thread) {
  if (executed_ == thread.instructions_executed) return;  // still waits at this instruction, already checked
  executed_ = thread.instructions_executed;
  const auto index = program_->index_at(thread.ip);
  if (!index) return;
  const Instruction& instruction = program_->instructions[*index];
  const Step step{instruction, thread, *index, enabled_channels(*program_->gen, instruction, thread)};
  index_ = *index;
  if (uses_ != nullptr) return look_at_visa(step);
  in_system_routine_ = (thread.control[0] & isa::cr0::kMaster) != 0;

  check_scoreboard(step);
  read_flags(step);
  if (instruction.row().action == Action::wait && waited_) suspect(Cause::two_waits);
  waited_ = instruction.row().action == Action::wait;

  carries_flag_ = false;
  read_sources(step);
  check_channels(step);
  check_jump(step);
  check_control(step);
  check_indices(step);
  std::vector<Suspicion> undefined;
  if (!forms_found_[*index]) find_undefined_forms(*program_->gen, instruction, undefined);
  forms_found_[*index] = true;
  find_undefined_values(instruction, thread, step.channels, undefined);
  for (Suspicion& one : undefined) suspect(one.cause, std::move(one.what));
  write(step);
}

// Checks instructions that must not run with disabled channels.
void Checker::check_channels(const Step& step) {
  const Instruction& i = step.instruction;
  const std::uint32_t eligible = eligible_channels(i, step.thread);
  const bool chooses_elsewhere =
      i.opcode == Opcode::goto_ && i.branch_control && static_cast<std::uint32_t>(i.jip) != byte_size(i);
  if (chooses_elsewhere && step.channels != eligible) suspect(Cause::goto_channels);
  if (i.opcode == Opcode::madm && step.channels != 0) suspect(Cause::madm_chain);
  const auto all = static_cast<std::uint32_t>(low_mask(i.exec_size));
  if (step.channels == all || step.channels == 0) return;
  if (i.opcode == Opcode::mach && program_->gen->has_message_registers())
    suspect(Cause::channels_off, "mach with channels off: their accumulators are written too");
  const auto is_dword = [](const Operand& o) { return isa::byte_size(o.type) == 4 && !isa::is_float(o.type); };
  const bool begins_product = i.opcode == Opcode::mul && i.dst.is_arf(isa::Arf::acc);
  if (begins_product && is_dword(i.src[0]) && is_dword(i.src[1]) && program_->gen->has_message_registers())
    suspect(Cause::channels_off, "mul of dwords to the accumulator with channels off: mach uses all channels");
  const bool bytes = isa::byte_size(i.dst.type) == 1 && i.dst.type == i.src[0].type;
  const bool packed = i.opcode == Opcode::mov && bytes && i.dst.region.hstride == 1 && !i.src[0].is_imm();
  if (packed && i.exec_size > 1 && program_->gen->has_message_registers())
    suspect(Cause::channels_off, "a move of packed bytes with channels off: two bytes share a channel");
}

// Marks everything that may be written as written, whatever the channels: uncertain cases are not reported.
void Checker::write(const Step& step) {
  const Instruction& instruction = step.instruction;
  const isa::Gen& gen = *program_->gen;
  if (instruction.cond_mod != isa::CondMod::none || instruction.row().format == isa::Format::math) {
    const std::size_t flag = offsetof(eu::Thread, flag) + instruction.flag_nr * 4U;
    mark_written(flag, flag + 4);
  }
  write_accumulators(step);
  const Operand& dst = instruction.dst;
  if (dst.indirect) {  // the destination is unknown
    mark_written(offsetof(eu::Thread, grf), offsetof(eu::Thread, grf) + sizeof(step.thread.grf));
    return;
  }
  const auto place = find_place(*program_, dst);
  if (!place || !instruction.row().has_destination) return;
  if (is_send(instruction)) return;  // see after_message()
  if (dst.is_arf(isa::Arf::acc)) return;
  const isa::ElementOffsets offsets = isa::destination_places(instruction);
  const unsigned bytes = isa::byte_size(dst.type);
  for (unsigned channel = 0; channel < instruction.exec_size; ++channel) {
    if (is_populated(gen, dst, offsets[channel], bytes))
      mark_written(*place + offsets[channel], *place + offsets[channel] + bytes);
  }
  const bool call =
      instruction.row().action == Action::branch && sem::flow_rule(*program_->gen, instruction).kind == sem::Flow::call;
  if (call || has_second_result(instruction)) mark_written(*place, *place + 2UL * eu::kGrfBytes);
  // 8.3.6 and 8.3.36 contradict each other about the mask after the return address.
  if (call) mark_undefined(*place + sizeof(std::uint32_t), *place + 2 * sizeof(std::uint32_t));
  leave_undefined(step);
  const bool compares = instruction.row().action == Action::compare;
  if (carries_flag_ || (compares && !gen.compare_writes_all_bits)) {
    for (unsigned channel = 0; channel < instruction.exec_size; ++channel)
      for (unsigned byte = 0; byte < bytes; ++byte) flag_only_[*place + offsets[channel] + byte] = true;
  }
  if (!dst.is_grf() || step.channels == 0) return;
  write_registers(step, dst.nr,
                  std::min<unsigned>(dst.nr + (dst.subnr + offsets[instruction.exec_size - 1U]) / eu::kGrfBytes, 127));
}

// Handles explicit and implicit writes of the accumulators.
void Checker::write_accumulators(const Step& step) {
  const Instruction& i = step.instruction;
  const std::size_t begin = offsetof(eu::Thread, acc);
  const bool is_explicit = i.row().has_destination && i.dst.is_arf(isa::Arf::acc);
  if (!writes_accumulator(i)) return;
  mark_written(begin, begin + sizeof(step.thread.acc));
  logic_in_accumulator_ = i.row().has(isa::kLogic);
  // 8.3.18, 8.3.23, 8.3.37: their implicit results are undefined.
  if (!is_explicit && i.row().has(isa::kLosesAcc)) mark_undefined(begin, begin + 2 * sizeof(eu::Accumulator));
}

// Checks the dependency control of an instruction that writes registers `first` to `last` (5.8).
void Checker::write_registers(const Step& step, unsigned first, unsigned last) {
  const Instruction& i = step.instruction;
  for (unsigned nr = first; nr <= last; ++nr) {
    if (i.no_dd_chk && in_flight_[nr])
      suspect(Cause::dependency_in_flight,
              fmt::format("writes r{} with {{NoDDChk}} while a message may still be writing it", nr));
    if (!i.no_dd_chk && uncleared_[nr])
      suspect(Cause::dependency_left_set,
              fmt::format("waits for r{}, because {{NoDDClr}} left its dependency set: write {{NoDDChk}} too", nr));
    in_flight_[nr] = false;
    uncleared_[nr] = i.no_dd_clr;
  }
}

// Marks undefined bytes of the destination: the second channel of each pair of sad2 and sada2 (8.3.41).
void Checker::leave_undefined(const Step& step) {
  const Instruction& i = step.instruction;
  if (!i.row().has(isa::kPairs)) return;
  const auto place = find_place(*program_, i.dst);
  const isa::ElementOffsets offsets = isa::destination_offsets(i);
  for (unsigned channel = 1; place && channel < i.exec_size; channel += 2) {
    const std::size_t begin = *place + static_cast<std::size_t>(offsets[channel]);
    mark_undefined(begin, begin + isa::byte_size(i.dst.type));
  }
}

void Checker::suspect(Cause cause, std::string what) {
  // A system routine saves registers that the program may not have written.
  if (in_system_routine_ && (cause == Cause::never_written || cause == Cause::undefined_value)) return;
  if (what.empty()) what = info(cause).what;
  std::string key = fmt::format("{}:{}", index_, what);
  if (std::ranges::find(known_, key) != known_.end()) return;
  known_.push_back(std::move(key));
  found_.push_back({.cause = cause, .what = std::move(what), .instruction = index_});
}

}  // namespace eugene::script::reliance
