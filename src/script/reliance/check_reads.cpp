// --check of reads: explicit sources, and implicit ones (SNB PRM vol4 part2 8.3): other elements of line and pln, the
// accumulator of mac, mach and sada2, addresses, flags, payloads.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "eu/register_file.h"
#include "isa/message/registers.h"
#include "isa/region.h"
#include "isa/registers_used.h"
#include "script/reliance/channel_value.h"
#include "script/reliance/check_places.h"
#include "script/reliance/checker.h"
#include "sem/flow.h"

namespace eugene::script::reliance {

using isa::Instruction;
using isa::Opcode;
using isa::Operand;

namespace {

constexpr std::size_t kDword = 4;
constexpr std::array<std::string_view, 3> kSources{"source 0", "source 1", "source 2"};

bool discards_result(const Instruction& i) {
  return i.opcode == Opcode::mov && i.dst.is_null() && i.cond_mod == isa::CondMod::none && !i.acc_wr_en;
}

// Allowed uses of a comparison's result, in which only the lowest bit is defined: masking that bit, or moving the value
// before that.
bool takes_lowest_bit(const Instruction& i, unsigned number) {
  return i.opcode == Opcode::and_ && number == 0 && i.src[1].is_imm() && i.src[1].imm == 1;
}
bool passes_bits_on(const Instruction& i) {
  return i.cond_mod == isa::CondMod::none && !isa::is_float(i.dst.type) && i.row().has(isa::kMoves | isa::kLogic);
}

}  // namespace

bool Checker::readable(std::size_t begin, std::size_t size, Role role) {
  for (std::size_t byte = begin; byte < std::min(begin + size, written_.size()); ++byte) {
    if (!written_[byte]) {
      suspect(Cause::never_written, fmt::format("{} {}, which was never written", role.text(), find_name(byte)));
      return false;
    }
    if (undefined_[byte]) {
      suspect(Cause::undefined_value,
              fmt::format("{} {}, which holds an undefined value", role.text(), find_name(byte)));
      return false;
    }
    const std::size_t nr = byte / eu::kGrfBytes;  // GRFs are at the start of a Thread
    if (nr >= eu::kGrfCount) continue;
    in_flight_[nr] = false;  // hardware waits for the response here
    if (uncleared_[nr]) {
      suspect(Cause::dependency_left_set,
              fmt::format("reads r{}: {{NoDDClr}} left its dependency set, and no later write cleared it", nr));
      return false;
    }
  }
  return true;
}

void Checker::read_flags(const Step& step) {
  const Instruction& instruction = step.instruction;
  if (instruction.pred_control == isa::PredControl::none) return;
  const auto flag = [&](unsigned nr, unsigned half) {
    const std::size_t at = offsetof(eu::Thread, flag) + nr * 4U + half * 2U;
    if (!written_[at]) suspect(Cause::never_written, fmt::format("reads f{}.{}, which was never written", nr, half));
  };
  flag(instruction.flag_nr, instruction.flag_subnr);
  if (!isa::reads_both_flags(instruction.pred_control)) return;
  const bool many = program_->gen->files.flag_registers > 1;
  if (many)
    flag(1U - instruction.flag_nr, instruction.flag_subnr);
  else
    flag(0, 1U - instruction.flag_subnr);
}

void Checker::read_sources(const Step& step) {
  const Instruction& instruction = step.instruction;
  using enum isa::Format;
  switch (instruction.row().format) {
    case none:
    case sync: return;
    case send:
    case split_send:
      if (instruction.send.descriptor_in_a0 && step.channels != 0)
        readable(offsetof(eu::Thread, address), kDword, {.subject = {}, .verb = "takes its descriptor from"});
      read_payload(step);
      return;
    case jump:
      if (const auto place = find_place(*program_, instruction.src[1]))
        readable(*place, kDword, {.subject = {}, .verb = "jumps by"});
      return;
    case branch:
    case branch_jip:
      if (sem::flow_rule(*program_->gen, instruction).kind == sem::Flow::ret) {
        if (const auto place = find_place(*program_, instruction.src[0]))
          if (step.channels != 0) readable(*place, kDword, {.subject = {}, .verb = "returns to"});
        return;
      }
      if (instruction.cond_mod == isa::CondMod::none) return;
      for (unsigned n = 0; n < 2; ++n) read(step, instruction.src[n], n);
      return;
    case two_source:
    case three_source:
    case math: break;
  }
  if (instruction.row().action == isa::Action::wait) return;
  if (discards_result(instruction)) {  // waits for a message without using its result
    if (instruction.src[0].is_grf() && !instruction.src[0].indirect) in_flight_[instruction.src[0].nr] = false;
    return;
  }
  const bool chooses =
      instruction.row().action == isa::Action::select && instruction.pred_control != isa::PredControl::none;
  for (unsigned n = 0; !chooses && n < source_count(instruction); ++n) read(step, instruction.src[n], n);
  read_implied(step);
}

void Checker::read_implied(const Step& step) {
  const Instruction& instruction = step.instruction;
  if (step.channels == 0) return;
  if (instruction.dst.indirect) read_address(step, instruction.dst, "the destination");
  const bool plane = instruction.row().has(isa::kTwoCoordinates);
  if (instruction.row().has(isa::kPlane)) {
    const auto place = find_place(*program_, instruction.src[0]);
    if (!place) return;
    const std::size_t group = *place / 16 * 16;  // four dwords: p (q) . r
    if (plane && !readable(group + kDword, kDword, {.subject = "pln", .verb = "reads q in"})) return;
    if (!readable(group + 3 * kDword, kDword,
                  {.subject = plane ? "pln" : "line", .verb = plane ? "reads r in" : "reads q in"}))
      return;
    const auto u = find_place(*program_, instruction.src[1]);
    if (plane && u && instruction.src[1].is_grf()) {
      any_channel(step.channels, [&](unsigned channel) {
        return !readable(*u + eu::kGrfBytes + isa::coordinate_offset(channel), kDword,
                         {.subject = "pln", .verb = "reads v in"});
      });
    }
  }
  if (instruction.row().has(isa::kAccSource))
    read_accumulator(step, {.subject = instruction.row().mnemonic, .verb = "adds"});
}

void Checker::read_accumulator(const Step& step, Role role) {
  const std::size_t first = offsetof(eu::Thread, acc);
  readable(first, 1, role);
  if (!logic_in_accumulator_) return;
  const Instruction& i = step.instruction;
  if (i.row().has(isa::kLogic) || (i.row().has(isa::kMoves) && !isa::is_float(i.dst.type) && !i.saturate)) return;
  suspect(Cause::logic_accumulator);
}

void Checker::read_address(const Step& step, const Operand& operand, std::string_view name) {
  const bool each =
      isa::is_row_addressed(operand) && !step.instruction.row().has(isa::kGathers);  // see check_indices()
  any_channel(step.channels, [&](unsigned channel) {
    const unsigned subregister = operand.addr_subnr + (each ? isa::address_row(operand, channel) : 0);
    const std::size_t address = offsetof(eu::Thread, address) + subregister * std::size_t{2};
    if (subregister >= step.thread.address.size() || written_[address]) return false;
    suspect(Cause::never_written, fmt::format("{} is addressed by a0.{}, which was never written", name, subregister));
    return true;
  });
}

void Checker::read(const Step& step, const Operand& source, unsigned number) {
  if (step.channels == 0) return;
  const Role role{.subject = kSources.at(number), .verb = "reads"};
  const std::size_t bytes = isa::byte_size(source.type);
  const isa::ElementOffsets offsets = isa::source_offsets(step.instruction, source);
  // Components that are not written are not read, except for other channels of the group.
  const bool reads_others = step.instruction.row().group() != 1;
  const std::uint32_t channels = reads_others ? step.channels : step.channels & isa::write_channels(step.instruction);
  if (source.indirect) {
    read_address(step, source, role.subject);
    any_channel(channels, [&](unsigned channel) {
      const unsigned row = isa::is_row_addressed(source) ? isa::address_row(source, channel) : 0;
      const unsigned subregister = source.addr_subnr + row;
      if (subregister >= step.thread.address.size() || step.instruction.row().has(isa::kGathers)) return true;
      const long at =
          long{eu::register_address(*program_->gen, step.thread, subregister)} + source.addr_imm + offsets[channel];
      const bool outside = at < 0 || static_cast<std::size_t>(at) + bytes > sizeof(step.thread.grf);  // faults
      return outside || !readable(static_cast<std::size_t>(at), bytes, role);
    });
    return;
  }
  if (source.is_arf(isa::Arf::acc)) {
    read_accumulator(step, role);
    return;
  }
  const auto place = find_place(*program_, source);
  if (!place) return;
  const bool coordinates = step.instruction.row().has(isa::kTwoCoordinates) && number == 1;
  any_channel(channels, [&](unsigned channel) {
    if (!is_populated(*program_->gen, source, offsets[channel], static_cast<unsigned>(bytes))) return false;
    const std::size_t at = *place + (coordinates ? isa::coordinate_offset(channel) : offsets[channel]);
    if (!readable(at, bytes, role)) return true;
    if (!flag_only_[at] || takes_lowest_bit(step.instruction, number)) return false;
    if (passes_bits_on(step.instruction))
      carries_flag_ = true;
    else
      suspect(Cause::undefined_value,
              fmt::format("{} {}, of which a comparison defined only the lowest bit", role.text(), find_name(at)));
    return true;
  });
}

// Reports payload registers without any written byte. The last message of a thread is exempt: its payload is often
// unused.
void Checker::read_payload(const Step& step) {
  const Instruction& instruction = step.instruction;
  const isa::SendFields& send = instruction.send;
  if (send.eot || send.descriptor_in_a0 || step.channels == 0) return;
  const isa::MessageRegisters registers = isa::message_registers(instruction);
  read_registers(instruction.src[0], registers.payload);
  if (!send.extended_descriptor_in_a0) read_registers(instruction.src[1], registers.extended_payload);
}

void Checker::read_registers(const Operand& payload, unsigned registers) {
  const auto place = find_place(*program_, payload);
  if (!place) return;
  for (unsigned n = 0; n < registers; ++n) {
    const std::size_t begin = *place + n * eu::kGrfBytes;
    bool any = begin + eu::kGrfBytes > written_.size();
    for (std::size_t at = begin; !any && at < begin + eu::kGrfBytes; ++at) any = written_[at];
    if (!any) {
      suspect(Cause::never_written,
              fmt::format("sends {}{}, which was never written", payload.is_grf() ? 'r' : 'm', payload.nr + n));
      return;
    }
    const std::size_t nr = begin / eu::kGrfBytes;
    if (!payload.is_grf() || nr >= uncleared_.size()) continue;
    in_flight_[nr] = false;
    if (!uncleared_[nr]) continue;
    suspect(Cause::dependency_left_set, fmt::format("sends r{}: {{NoDDClr}} left its dependency set", nr));
    return;
  }
}

}  // namespace eugene::script::reliance
