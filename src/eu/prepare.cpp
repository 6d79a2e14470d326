#include "eu/prepare.h"

#include <algorithm>

#include <fmt/format.h>

#include "eu/compute.h"
#include "eu/operand_plan.h"
#include "eu/register_file.h"
#include "eu/store.h"
#include "sem/math.h"

namespace eugene::eu {

namespace {

using isa::CondMod;
using isa::Format;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;

Action action_of(const Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::illegal: return Action::fault;
    case Opcode::nop: return Action::nop;
    case Opcode::wait: return Action::wait;
    case Opcode::cmp:
    case Opcode::cmpn: return Action::compare;
    case Opcode::sel: return Action::select;
    case Opcode::csel: return Action::select_compare;
    case Opcode::jmpi: return Action::jump;
    default: break;
  }
  switch (instruction.row().format) {
    case Format::branch:
    case Format::branch_jip: return Action::branch;
    case Format::send:
    case Format::split_send: return Action::send;
    default: return Action::alu;
  }
}

// The Align16 write mask of four components over all channels.
std::uint32_t write_channels(const Instruction& instruction) {
  if (instruction.access_mode == isa::AccessMode::align1 || selects_macro_accumulators(instruction)) return ~0U;
  return instruction.dst.write_mask * 0x11111111U;
}

bool overlaps_shifted(const Instruction& instruction, const SourcePlan& source, const DestinationPlan& destination) {
  if (source.kind != SourcePlan::Kind::direct || destination.kind != DestinationPlan::Kind::direct) return false;
  const bool packed = destination.stride == destination.element_bytes;
  if (packed && source.offset == destination.offset && source.element_bytes == destination.element_bytes) return false;
  // Loops touch whole groups of eight lanes.
  const int source_end = source.offset + static_cast<int>((instruction.exec_size + 7U) / 8 * 8 * source.element_bytes);
  return source.offset < destination.offset + destination.reach && destination.offset < source_end;
}

class Preparer {
 public:
  Preparer(const isa::Program& program, std::uint32_t index, DecodedProgram& storage)
      : gen_(*program.gen), program_(program), instruction_(program.instructions[index]), storage_(storage) {
    op_.index = index;
    op_.ip = program.offsets[index];
  }

  Result<DecodedOp> run() {
    if (!instruction_.row().in(gen_))
      return fail(fmt::format("{} does not exist in {}", instruction_.row().mnemonic, gen_.name));
    op_.action = action_of(instruction_);
    if (op_.action == Action::fault) return fail("illegal instruction", "SNB PRM vol4 part2 8.3 illegal");
    masks();
    if (auto done = by_action(); !done) return std::unexpected(done.error());
    return op_;
  }

 private:
  Result<void> by_action() {
    switch (op_.action) {
      case Action::nop:
      case Action::fault: return {};
      case Action::wait: return waits();
      case Action::send: return sends();
      case Action::jump:
      case Action::branch: return branches();
      default: return arithmetic();
    }
  }

  void masks() {
    op_.no_mask = instruction_.no_mask;
    op_.predicated = instruction_.pred_control != isa::PredControl::none;
    op_.pred_control = instruction_.pred_control;
    op_.pred_inverse = instruction_.pred_inverse;
    op_.channel_offset = instruction_.channel_offset;
    op_.flag_nr = static_cast<std::uint8_t>(instruction_.flag_nr % gen_.flag_registers);
    op_.flag_shift = static_cast<std::uint8_t>((instruction_.flag_subnr * 16U + instruction_.channel_offset) % 32);
    op_.all = static_cast<std::uint32_t>(low_mask(instruction_.exec_size));
    op_.write_mask = write_channels(instruction_);
    op_.lanes = Lanes::of(instruction_.exec_size);
    op_.condition = instruction_.cond_mod;
    op_.has_breakpoint = instruction_.breakpoint;
  }

  Result<void> sources(std::span<const Operand> operands) {
    op_.sources = static_cast<std::uint8_t>(operands.size());
    op_.exec = choose_exec(instruction_, operands);
    OperandPlanner planner(gen_, instruction_, op_.exec, storage_);
    for (std::size_t i = 0; i < operands.size(); ++i) {
      Result<SourcePlan> plan = special_source(planner, operands[i], i);
      if (!plan) return std::unexpected(plan.error());
      op_.source[i] = *plan;
      if (operands[i].file == isa::RegFile::arf && !operands[i].is_null() && !operands[i].is_arf(isa::Arf::acc))
        op_.refreshes |= register_span(gen_, operands[i])->refreshed_before_read;
    }
    return {};
  }

  // line and pln read other elements than their regions say: 8.3.22, 8.3.35.
  Result<SourcePlan> special_source(OperandPlanner& planner, const Operand& operand, std::size_t i) {
    const bool line = instruction_.opcode == Opcode::line;
    const bool plane = instruction_.opcode == Opcode::pln;
    if (!(line && i == 0) && !plane) return planner.source(operand);
    const unsigned count = i == 0 ? 4 : 2 * std::max<unsigned>(instruction_.exec_size, 8);
    ElementOffsets offsets{};
    for (unsigned lane = 0; lane < std::min(count, kMaxChannels); ++lane)
      offsets[lane] = static_cast<std::uint16_t>(lane * isa::size_of(operand.type));
    return planner.source(operand, offsets, Lanes::of(std::min(count, kMaxChannels)));
  }

  Result<void> arithmetic() {
    // smov moves source 0 alone; source 1 says to which channels.
    const unsigned explicit_sources = instruction_.opcode == Opcode::smov ? 1 : instruction_.row().sources;
    if (auto done = sources(std::span(instruction_.src).first(explicit_sources)); !done) return done;
    OperandPlanner planner(gen_, instruction_, op_.exec, storage_);
    Result<DestinationPlan> destination = planner.destination();
    if (!destination) return std::unexpected(destination.error());
    op_.destination = *destination;
    const sem::Mode mode = sem::for_instruction({}, gen_, instruction_);
    op_.shift_count_mask = mode.shift_count_mask;
    op_.multiplies_low_word = mode.multiplies_low_word;
    if (auto done = meaning(planner, explicit_sources); !done) return done;
    if (instruction_.opcode == Opcode::smov) {
      if (auto done = scatter_mask(); !done) return done;
    }
    if (instruction_.opcode == Opcode::movi) gather_by_addresses();
    results();
    return {};
  }

  // smov: bit i of source 1, a scalar, enables channel i (Gen8/9 "smov").
  Result<void> scatter_mask() {
    const Operand& mask = instruction_.src[1];
    if (mask.is_imm()) {
      op_.write_mask &= static_cast<std::uint32_t>(mask.imm & low_mask(8 * isa::size_of(mask.type)));
      return {};
    }
    OperandPlanner planner(gen_, instruction_, Exec::u32, storage_);
    Result<SourcePlan> plan = planner.source(mask, ElementOffsets{}, Lanes::of(1));
    if (!plan) return std::unexpected(plan.error());
    op_.source[1] = *plan;
    op_.scatters = true;
    return {};
  }

  // movi: one address register for each element of the destination's register, from a0.0 on (8.3.30).
  void gather_by_addresses() {
    SourcePlan& source = op_.source[0];
    if (source.kind != SourcePlan::Kind::indirect && source.kind != SourcePlan::Kind::rows) return;
    source.kind = SourcePlan::Kind::rows;
    source.rows_width = 1;
    source.shares_register = true;
    source.address = static_cast<std::uint8_t>(instruction_.dst.subnr / isa::size_of(instruction_.dst.type));
    source.offsets = &storage_.offsets.emplace_back();
  }

  Result<void> meaning(OperandPlanner& planner, unsigned explicit_sources) {
    const bool raw = moves_raw_bits(instruction_);
    const Opcode opcode = instruction_.opcode;
    switch (op_.action) {
      case Action::compare:
      case Action::select_compare:
        op_.compare = compare_function(opcode, op_.exec, op_.condition);
        if (op_.compare == nullptr)
          return fail("no comparison for this condition modifier and type", "SNB PRM vol4 part2 5.7");
        return {};
      case Action::select:
        if (op_.condition == CondMod::none) return {};
        op_.compare = compare_function(opcode, op_.exec, op_.condition);
        if (op_.compare == nullptr)
          return fail("no comparison for this condition modifier and type", "SNB PRM vol4 part2 5.7");
        return {};
      default: break;
    }
    if (opcode == Opcode::math) {
      op_.compute = math_function(instruction_.math, op_.exec);
      if (op_.compute == nullptr)
        return fail("this math function is not defined for these types", "SNB PRM vol4 part2 8.3.28");
      op_.rounds_to_nearest = !sem::rounds_as_told(instruction_.math);
      op_.early_out = selects_macro_accumulators(instruction_);
      if (instruction_.math == isa::MathFunction::idiv) return second_result();
      return {};
    }
    if (raw || ((opcode == Opcode::mov || opcode == Opcode::smov) && !is_float(op_.exec))) return {};
    op_.compute = compute_function(opcode == Opcode::smov ? Opcode::mov : opcode, op_.exec);
    if (op_.compute == nullptr)
      return fail(fmt::format("{} is not defined for these operand types", instruction_.row().mnemonic),
                  std::string(instruction_.row().section));
    if (!has_its_neighbours())
      return fail(fmt::format("{} does not work on {} channels", instruction_.row().mnemonic, instruction_.exec_size),
                  std::string(instruction_.row().section));
    if (opcode == Opcode::add && instruction_.saturate && adds_quadwords()) {
      op_.compute = saturating_add(op_.exec, negated_source());
      op_.saturates_sum = true;
    }
    op_.accumulate = accumulator_function(opcode, op_.exec);
    if (instruction_.row().has(isa::kAccSource)) {
      op_.source[explicit_sources] = planner.implicit_accumulator();
      op_.sources = static_cast<std::uint8_t>(explicit_sources + 1);
    }
    return {};
  }

  // Are there the channels whose sources a channel's result is made of? (8.3.11 to 8.3.14, 8.3.35, 8.3.41, 8.3.42)
  bool has_its_neighbours() const {
    switch (instruction_.opcode) {
      case Opcode::dp2:
      case Opcode::dp3:
      case Opcode::dp4:
      case Opcode::dph: return instruction_.exec_size >= 4;
      case Opcode::sad2:
      case Opcode::sada2: return instruction_.exec_size >= 2;
      case Opcode::pln: return instruction_.exec_size <= 16;
      default: return true;
    }
  }

  bool adds_quadwords() const {
    const bool quadwords = isa::size_of(instruction_.src[0].type) == 8 || isa::size_of(instruction_.src[1].type) == 8;
    return quadwords && (op_.exec == Exec::i64 || op_.exec == Exec::u64);
  }
  std::optional<unsigned> negated_source() const {
    if (op_.exec != Exec::u64) return std::nullopt;
    if (instruction_.src[0].negate) return 0;
    if (instruction_.src[1].negate) return 1;
    return std::nullopt;
  }

  // INT DIV with both results: the remainder follows the quotient in whole registers.
  Result<void> second_result() {
    op_.second = math_function(isa::MathFunction::irem, op_.exec);
    const unsigned bytes = (op_.destination.reach + kGrfBytes - 1U) / kGrfBytes * kGrfBytes;
    const RegisterSpan grf = grf_span(gen_);
    if (op_.destination.kind == DestinationPlan::Kind::direct &&
        op_.destination.offset + bytes + op_.destination.reach > grf.end)
      return fail("the remainder lies outside the register file", "SNB PRM vol4 part2 8.3.28");
    return {};
  }

  // What follows the computation: conversion, flags, accumulator, the store.
  void results() {
    const isa::Type type = instruction_.dst.type;
    const bool compares = op_.action == Action::compare;
    const bool raw = moves_raw_bits(instruction_);
    if (!compares && !raw && (instruction_.saturate || !holds_lane_bits(type, op_.exec)))
      op_.convert = convert_function(op_.exec, type, instruction_.saturate);
    if (op_.action == Action::alu && op_.condition != CondMod::none && instruction_.row().has(isa::kCond)) {
      if (op_.condition == CondMod::o) {
        op_.overflow = overflow_function(op_.exec, type);
      } else {
        op_.evaluate = condition_function(type, op_.condition);
      }
    }
    op_.accumulates = accumulates();
    const isa::Type acc_type = accumulator_type();
    op_.accumulator = static_cast<std::uint16_t>(implicit_accumulator_channel(gen_, instruction_, acc_type));
    op_.accumulator_bytes = static_cast<std::uint8_t>(isa::size_of(acc_type));

    bool shifted = false;
    for (unsigned i = 0; i < op_.sources; ++i) {
      SourcePlan& source = op_.source[i];
      if (!overlaps_shifted(instruction_, source, op_.destination)) continue;
      shifted = true;
      source.kind = SourcePlan::Kind::load;  // read it whole before anything is written
    }
    const bool packed = op_.destination.stride == op_.destination.element_bytes;
    op_.stores_directly = op_.action == Action::alu && op_.compute != nullptr && op_.convert == nullptr &&
                          op_.evaluate == nullptr && op_.overflow == nullptr && !op_.accumulates && !shifted &&
                          packed && !op_.rounds_to_nearest && !op_.early_out &&
                          op_.destination.kind == DestinationPlan::Kind::direct && op_.destination.offsets == nullptr &&
                          !op_.destination.acts && instruction_.exec_size % 8 == 0;
  }

  // {AccWrEn}; mach, addc and subb leave their second result there in any case (8.3.26; Gen9 "addc", "subb").
  bool accumulates() const {
    if (op_.accumulate != nullptr) return true;
    return instruction_.acc_wr_en && instruction_.row().has(isa::kAcc) && !instruction_.dst.is_arf(isa::Arf::acc);
  }

  isa::Type accumulator_type() const {
    const isa::Type type = instruction_.dst.type;
    if (op_.exec == Exec::f) return isa::Type::f;
    if (op_.exec == Exec::hf) return isa::Type::hf;
    if (op_.exec == Exec::df) return isa::Type::df;
    return isa::size_of(type) == 4 || op_.accumulate != nullptr ? isa::Type::d : isa::Type::w;
  }

  Result<void> waits() {
    const Operand& source = instruction_.src[0];
    const unsigned number = source.arf_nr() + source.subnr / 4U;
    if (!source.is_arf(isa::Arf::n) || number >= gen_.notification_registers)
      return fail("wait needs a notification register", "SNB PRM vol4 part2 8.3.48");
    op_.destination.offset = static_cast<std::uint16_t>(number);
    return {};
  }

  Result<void> sends() {
    const Operand& payload = instruction_.src[0];
    if (payload.is_imm() || (payload.file == isa::RegFile::arf && !payload.is_null()))
      return fail("a message cannot be sent from this register", "SNB PRM vol4 part2 8.3.44");
    return {};
  }

  Result<void> branches() {
    const bool compares = has_embedded_compare();
    if (!compares) op_.condition = CondMod::none;
    if (compares) {
      if (auto done = sources(std::span(instruction_.src).first(2)); !done) return done;
      op_.compare = compare_function(Opcode::cmp, op_.exec, op_.condition);
      if (op_.compare == nullptr) return fail("no comparison for this condition modifier", "SNB PRM vol4 part2 8.3.20");
    }
    // The register of fork says which channels go, not how far.
    const bool from_register =
        instruction_.opcode != Opcode::fork && (instruction_.opcode == Opcode::ret || has_register_distance());
    if (from_register) {
      storage_.joins_anywhere = true;
      if (!compares) {
        if (auto done = distance_sources(); !done) return done;
      }
    }
    if (instruction_.opcode == Opcode::call || instruction_.opcode == Opcode::calla) {
      if (auto done = call_destination(); !done) return done;
    }
    return targets(from_register);
  }

  // Gen6 if, while and case with a condition modifier compare two sources in place of a predicate (8.3.20).
  bool has_embedded_compare() const {
    const Operand& first = instruction_.src[0];
    return instruction_.cond_mod != CondMod::none && !first.is_imm() && !first.is_null();
  }

  bool has_register_distance() const {
    const auto is_register = [](const Operand& operand) {
      return !operand.is_imm() && !operand.is_null() && !operand.is_arf(isa::Arf::ip);
    };
    return op_.condition == CondMod::none && (is_register(instruction_.src[0]) || is_register(instruction_.src[1]));
  }

  // ret: the return address and call mask; brc and the like: distances in one or two dwords of a register.
  Result<void> distance_sources() {
    for (const std::size_t i : {1U, 0U}) {
      const Operand& operand = instruction_.src[i];
      if (operand.is_imm() || operand.is_null() || operand.is_arf(isa::Arf::ip)) continue;
      Operand dwords = operand;
      dwords.type = isa::Type::ud;
      dwords.negate = dwords.absolute = false;
      op_.exec = Exec::u32;
      OperandPlanner planner(gen_, instruction_, op_.exec, storage_);
      const bool pair = instruction_.opcode == Opcode::ret || instruction_.opcode == Opcode::brc;
      ElementOffsets offsets{};
      offsets[1] = pair ? 4 : 0;
      Result<SourcePlan> plan = planner.source(dwords, offsets, Lanes::of(pair ? 2 : 1));
      if (!plan) return std::unexpected(plan.error());
      op_.source[0] = *plan;
      op_.sources = 1;
      return {};
    }
    return {};
  }

  Result<void> call_destination() {
    Instruction pair = instruction_;
    pair.exec_size = 2;
    pair.dst.type = isa::Type::ud;
    pair.dst.region.hstride = 1;
    OperandPlanner planner(gen_, pair, Exec::u32, storage_);
    Result<DestinationPlan> plan = planner.destination();
    if (!plan) return std::unexpected(plan.error());
    op_.destination = *plan;
    return {};
  }

  Result<void> targets(bool from_register) {
    const std::uint32_t next = op_.index + 1;
    op_.jip = op_.uip = next;
    if (from_register) return {};
    const std::int64_t from = instruction_.opcode == Opcode::jmpi    ? end_of_instruction()
                              : instruction_.opcode == Opcode::calla ? 0
                                                                     : std::int64_t{op_.ip};
    const auto jip = find_instruction(storage_, from + instruction_.jip);
    if (!jip) return fail("jump to a place where no instruction begins");
    op_.jip = *jip;
    if (instruction_.row().format != Format::branch) return {};
    const auto uip = find_instruction(storage_, from + instruction_.uip);
    if (!uip) return fail("jump to a place where no instruction begins");
    op_.uip = *uip;
    // Channels that left a loop must not run its while again: they wait behind it.
    if (instruction_.opcode == Opcode::break_ && gen_.break_names_while && *uip < program_.instructions.size() &&
        program_.instructions[*uip].opcode == Opcode::while_)
      ++op_.uip;
    return {};
  }

  std::int64_t end_of_instruction() const { return std::int64_t{op_.ip} + (instruction_.compacted ? 8 : 16); }

  const isa::Gen& gen_;
  const isa::Program& program_;
  const Instruction& instruction_;
  DecodedProgram& storage_;
  DecodedOp op_;
};

}  // namespace

std::optional<std::uint32_t> find_instruction(const DecodedProgram& decoded, std::int64_t offset) {
  if (offset < 0 || offset % 8 != 0) return std::nullopt;
  const auto slot = static_cast<std::uint64_t>(offset) / 8;
  if (slot >= decoded.index_of.size()) return std::nullopt;
  const std::uint32_t index = decoded.index_of[slot];
  if (index == DecodedProgram::kNoInstruction) return std::nullopt;
  return index;
}

Result<DecodedOp> prepare_instruction(const isa::Program& program, std::uint32_t index, DecodedProgram& storage) {
  return Preparer(program, index, storage).run();
}

}  // namespace eugene::eu
