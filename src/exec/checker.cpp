#include "exec/checker.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>

#include "base/bits.h"
#include "eu/region.h"
#include "eu/register_file.h"
#include "sem/channels.h"

namespace eugene::exec {

using isa::Instruction;
using isa::Opcode;
using isa::Operand;

struct Checker::Step {
  const Instruction& instruction;
  const eu::Thread& thread;
  std::size_t index;
  std::uint32_t channels;  // that run, predicate applied
  std::vector<Suspicion>& found;
};

namespace {

// Channels of the instruction that its masks let run, from bit 0 on; those that join at it count.
std::uint32_t eligible(const Instruction& instruction, const eu::Thread& thread) {
  const auto all = static_cast<std::uint32_t>(low_mask(instruction.exec_size));
  if (instruction.no_mask) return all;
  std::uint32_t running = thread.running;
  for (std::uint32_t rest = thread.dispatched & ~running; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    if (thread.channel_ip[channel] == thread.ip) running |= 1U << channel;
  }
  return running >> instruction.channel_offset & all;
}

std::uint32_t predicate(const isa::Gen& gen, const Instruction& instruction, const eu::Thread& thread) {
  if (instruction.pred_control == isa::PredControl::none) return ~0U;
  const unsigned shift = instruction.flag_subnr * 16U + instruction.channel_offset;
  const std::uint32_t flag = std::rotr(thread.flag[instruction.flag_nr], static_cast<int>(shift));
  const std::uint32_t other = gen.flag_registers > 1
                                  ? std::rotr(thread.flag[1U - instruction.flag_nr], static_cast<int>(shift))
                                  : std::rotr(thread.flag[0], static_cast<int>(shift ^ 16U));
  return sem::predicate_channels(instruction.pred_control, instruction.pred_inverse, flag, other);
}

// First byte of a direct operand in the Thread, or nothing: null, immediates, registers that always have a value.
std::optional<std::size_t> place_of(const isa::Gen& gen, const Operand& operand) {
  if (operand.is_imm() || operand.is_null() || operand.indirect) return std::nullopt;
  if (operand.is_arf(isa::Arf::acc)) {
    return operand.arf_nr() < eu::kAccumulatorCount
               ? std::optional(offsetof(eu::Thread, acc) + operand.arf_nr() * sizeof(eu::Accumulator) + operand.subnr)
               : std::nullopt;
  }
  const bool tracked =
      operand.is_grf() || operand.is_mrf() || operand.is_arf(isa::Arf::a) || operand.is_arf(isa::Arf::f);
  const auto span = eu::register_span(gen, operand);
  if (!tracked || !span) return std::nullopt;
  const unsigned first = operand.is_grf() || operand.is_mrf() ? operand.nr * eu::kGrfBytes : 0U;
  return span->begin + first + operand.subnr;
}

std::string name_of(const Operand& operand, std::size_t byte) {
  if (operand.is_grf() || operand.is_mrf())
    return fmt::format("{}{}, byte {}", operand.is_grf() ? 'r' : 'm', byte / eu::kGrfBytes, byte % eu::kGrfBytes);
  if (operand.is_arf(isa::Arf::acc)) return fmt::format("acc{}", operand.arf_nr());
  return operand.is_arf(isa::Arf::a) ? "a0" : fmt::format("f{}", operand.arf_nr());
}

std::size_t file_begin(const Operand& operand) {
  if (operand.is_grf()) return offsetof(eu::Thread, grf);
  return operand.is_mrf() ? offsetof(eu::Thread, mrf) : 0;
}

bool is_send(const Instruction& instruction) {
  const isa::Format format = instruction.row().format;
  return format == isa::Format::send || format == isa::Format::split_send;
}

}  // namespace

void Checker::mark_written(std::size_t begin, std::size_t end) {
  for (std::size_t at = begin; at < std::min(end, written_.size()); ++at) written_.set(at);
}

void Checker::look(const eu::Thread& thread, std::vector<Suspicion>& found) {
  if (executed_ == thread.instructions_executed) return;  // still waiting at what was looked at before
  executed_ = thread.instructions_executed;
  const auto at = std::ranges::lower_bound(program_->offsets, thread.ip);
  if (at == program_->offsets.end() || *at != thread.ip) return;
  const auto index = static_cast<std::size_t>(at - program_->offsets.begin());
  const Instruction& instruction = program_->instructions[index];
  std::uint32_t channels = eligible(instruction, thread);
  const bool selects = instruction.opcode == Opcode::sel;  // its predicate chooses, and says nothing of who runs
  if (!selects) channels &= predicate(*program_->gen, instruction, thread);
  const Step step{instruction, thread, index, channels, found};

  if (instruction.pred_control != isa::PredControl::none) {
    const std::size_t flag = offsetof(eu::Thread, flag) + instruction.flag_nr * 4U + instruction.flag_subnr * 2U;
    if (!written_[flag])
      suspect(step, fmt::format("reads f{}.{}, which was never written", instruction.flag_nr, instruction.flag_subnr),
              "SNB PRM vol4 part2 5.4.1");
  }
  if (instruction.opcode == Opcode::wait && waited_)
    suspect(step, "two waits in a row: put a nop between them", "SNB PRM vol4 part2 8.3.48");
  waited_ = instruction.opcode == Opcode::wait;

  if (is_send(instruction)) {
    read_payload(step);
  } else if (!(selects && instruction.pred_control != isa::PredControl::none)) {
    const unsigned sources = instruction.row().sources;
    for (unsigned n = 0; n < std::min(sources, 3U); ++n) read(step, instruction.src[n], n);
  }
  std::vector<Suspicion> undefined;
  find_undefined(*program_->gen, instruction, thread, channels, undefined);
  for (Suspicion& one : undefined) suspect(step, std::move(one.what), std::move(one.reference));
  write(step);
}

void Checker::read(const Step& step, const Operand& source, unsigned number) {
  const isa::Format format = step.instruction.row().format;
  if (format == isa::Format::jump || format == isa::Format::branch || format == isa::Format::branch_jip) return;
  if (source.indirect) {
    const std::size_t address = offsetof(eu::Thread, address) + source.addr_subnr * 2U;
    if (step.channels != 0 && !written_[address])
      suspect(step, fmt::format("source {} is addressed by a0.{}, which was never written", number, source.addr_subnr),
              "SNB PRM vol4 part2 5.3.4.4");
    return;
  }
  const auto place = place_of(*program_->gen, source);
  if (!place) return;
  const eu::ElementOffsets offsets = eu::source_offsets(step.instruction, source);
  for (std::uint32_t rest = step.channels; rest != 0; rest &= rest - 1) {
    const auto channel = static_cast<unsigned>(std::countr_zero(rest));
    const bool accumulator = source.is_arf(isa::Arf::acc);
    const std::size_t byte = *place + (accumulator ? 0 : offsets[channel]);
    if (byte >= written_.size()) return;
    if (!written_[byte]) {
      suspect(step,
              fmt::format("source {} reads {}, which was never written", number,
                          name_of(source, byte - file_begin(source))),
              "SNB PRM vol4 part2 5.3.2");
      return;
    }
    if (!source.is_grf()) continue;
    const std::size_t nr = (byte - offsetof(eu::Thread, grf)) / eu::kGrfBytes;
    if (nr < uncleared_.size() && uncleared_[nr]) {
      suspect(step, fmt::format("reads r{}, whose dependency {{NoDDClr}} left set and no later write has cleared", nr),
              "SNB PRM vol4 part2 5.8");
      return;
    }
  }
}

// A payload register of which no byte was ever written. What a thread's last message carries is often nothing at all.
void Checker::read_payload(const Step& step) {
  const Instruction& instruction = step.instruction;
  const isa::SendFields& send = instruction.send;
  const Operand& payload = instruction.src[0];
  const auto place = place_of(*program_->gen, payload);
  if (!place || send.eot || send.descriptor_in_a0 || step.channels == 0) return;
  for (unsigned n = 0; n < send.message_length(); ++n) {
    const std::size_t begin = *place + n * eu::kGrfBytes;
    bool any = begin + eu::kGrfBytes > written_.size();
    for (std::size_t at = begin; !any && at < begin + eu::kGrfBytes; ++at) any = written_[at];
    if (!any) {
      suspect(step, fmt::format("sends {}{}, which was never written", payload.is_grf() ? 'r' : 'm', payload.nr + n),
              "SNB PRM vol4 part2 8.3.44");
      return;
    }
  }
}

// Everything that may be written counts as written, whatever the channels: a doubt is no report.
void Checker::write(const Step& step) {
  const Instruction& instruction = step.instruction;
  const isa::Gen& gen = *program_->gen;
  if (instruction.cond_mod != isa::CondMod::none || instruction.opcode == Opcode::math) {
    const std::size_t flag = offsetof(eu::Thread, flag) + instruction.flag_nr * 4U;
    mark_written(flag, flag + 4);
  }
  const bool accumulates = instruction.acc_wr_en || instruction.opcode == Opcode::mach;
  if (accumulates) mark_written(offsetof(eu::Thread, acc), offsetof(eu::Thread, acc) + 2 * sizeof(eu::Accumulator));
  const Operand& dst = instruction.dst;
  if (dst.indirect) {  // anywhere: nothing more can be said
    mark_written(offsetof(eu::Thread, grf), offsetof(eu::Thread, grf) + sizeof(step.thread.grf));
    return;
  }
  const auto place = place_of(gen, dst);
  if (!place || !instruction.row().has_destination) return;
  if (is_send(instruction)) {
    const unsigned registers = instruction.send.descriptor_in_a0 ? 16 : instruction.send.response_length();
    mark_written(*place, *place + registers * eu::kGrfBytes);
    return;
  }
  if (dst.is_arf(isa::Arf::acc)) {
    mark_written(offsetof(eu::Thread, acc), offsetof(eu::Thread, acc) + sizeof(step.thread.acc));
    return;
  }
  const eu::ElementOffsets offsets = eu::destination_offsets(instruction);
  const unsigned bytes = isa::size_of(dst.type);
  for (unsigned channel = 0; channel < instruction.exec_size; ++channel)
    mark_written(*place + offsets[channel], *place + offsets[channel] + bytes);
  const bool call = instruction.opcode == Opcode::call || instruction.opcode == Opcode::calla;
  if (instruction.opcode == Opcode::math || call) mark_written(*place, *place + 2UL * eu::kGrfBytes);
  if (!dst.is_grf()) return;
  const unsigned last = std::min<unsigned>(dst.nr + offsets[instruction.exec_size - 1U] / eu::kGrfBytes, 127);
  for (unsigned nr = dst.nr; nr <= last && nr < uncleared_.size(); ++nr) uncleared_[nr] = instruction.no_dd_clr;
}

void Checker::suspect(const Step& step, std::string what, std::string reference) {
  std::string key = fmt::format("{}:{}", step.index, what);
  if (std::ranges::find(known_, key) != known_.end()) return;
  known_.push_back(std::move(key));
  step.found.push_back({.what = std::move(what), .reference = std::move(reference), .instruction = step.index});
}

}  // namespace eugene::exec
