// Prepares ALU, comparison and selection instructions: the lane type of the computation, and the steps after it.
#include <fmt/format.h>

#include "eu/execute/compute.h"
#include "eu/execute/store.h"
#include "eu/prepare/preparer.h"
#include "eu/register_file.h"
#include "isa/registers_used.h"
#include "sem/math.h"

namespace eugene::eu {

using isa::CondMod;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;

Result<void> Preparer::arithmetic() {
  const isa::OpcodeInfo& row = instruction_.row();
  const unsigned explicit_sources = row.lane_sources();
  if (auto done = sources(std::span(instruction_.src).first(explicit_sources)); !done) return done;
  op_.alu.group = static_cast<std::uint8_t>(row.group());
  OperandPlanner planner(program_, instruction_, op_.exec, storage_);
  Result<DestinationPlan> destination = planner.destination();
  if (!destination) return forward_error(destination);
  op_.destination = *destination;
  op_.alu.mode = sem::instruction_mode(gen_, instruction_);
  if (auto done = meaning(planner, explicit_sources); !done) return done;
  if (row.has(isa::kScatters)) {
    if (auto done = scatter_mask(); !done) return done;
  }
  if (row.has(isa::kGathers)) gather_by_addresses();
  results();
  return {};
}

// smov: bit i of source 1, a scalar, enables channel i (Gen8/9 "smov").
Result<void> Preparer::scatter_mask() {
  const Operand& mask = instruction_.src[instruction_.row().lane_sources()];
  if (mask.is_imm()) {
    op_.write_mask &= static_cast<std::uint32_t>(mask.imm & low_mask(8 * isa::byte_size(mask.type)));
    return {};
  }
  OperandPlanner planner(program_, instruction_, Exec::u32, storage_);
  Result<SourcePlan> plan = planner.source(mask, ElementOffsets{}, ActiveLanes::of(1));
  if (!plan) return forward_error(plan);
  op_.source[1] = *plan;
  op_.alu.scatters = true;
  return {};
}

// movi: each element of the destination's register has an address register, from a0.0 on (8.3.30).
void Preparer::gather_by_addresses() {
  SourcePlan& source = op_.source[0];
  if (source.kind != SourcePlan::Kind::indirect && source.kind != SourcePlan::Kind::rows) return;
  source.kind = SourcePlan::Kind::rows;
  source.rows_width = 1;
  source.shares_register = true;
  source.address = static_cast<std::uint8_t>(instruction_.dst.subnr / isa::byte_size(instruction_.dst.type));
  source.offsets = &storage_.offsets.emplace_back();
}

Result<void> Preparer::meaning(OperandPlanner& planner, unsigned explicit_sources) {
  const isa::OpcodeInfo& row = instruction_.row();
  const Opcode opcode = instruction_.opcode;
  switch (op_.action) {
    case Action::compare:
    case Action::select_compare:
      op_.alu.compare = compare_function(opcode, op_.exec, op_.alu.condition);
      if (op_.alu.compare == nullptr)
        return fail("no comparison for this condition modifier and type", "SNB PRM vol4 part2 5.7");
      return {};
    case Action::select:
      if (op_.alu.condition == CondMod::none) return {};
      op_.alu.compare = compare_function(opcode, op_.exec, op_.alu.condition);
      if (op_.alu.compare == nullptr)
        return fail("no comparison for this condition modifier and type", "SNB PRM vol4 part2 5.7");
      return {};
    default: break;
  }
  if (row.format == isa::Format::math) {
    op_.alu.compute = math_function(instruction_.math, op_.exec);
    if (op_.alu.compute == nullptr)
      return fail("this math function is not defined for these types", "SNB PRM vol4 part2 8.3.28");
    op_.alu.rounds_to_nearest = !sem::rounds_as_told(instruction_.math);
    op_.alu.early_out = selects_macro_accumulators(instruction_);
    if (has_second_result(instruction_)) return second_result();
    return {};
  }
  const bool copies = row.has(isa::kMoves) && !row.has(isa::kGathers) && !is_float(op_.exec);
  if (copies || moves_raw_bits(instruction_)) return {};
  op_.alu.compute = instruction_.visa.conversion == isa::Conversion::none
                        ? compute_function(opcode, op_.exec)
                        : conversion_function(opcode, instruction_.visa.conversion);
  if (op_.alu.compute == nullptr)
    return fail(fmt::format("{} is not defined for these operand types", row.mnemonic), std::string(row.section));
  if (!has_its_group())
    return fail(fmt::format("{} does not work on {} channels", row.mnemonic, instruction_.exec_size),
                std::string(row.section));
  if (is_saturated_quadword_sum(instruction_) && (op_.exec == Exec::i64 || op_.exec == Exec::u64)) {
    op_.alu.compute = saturating_add(op_.exec, negated_source());
    op_.alu.saturates_sum = true;
  }
  op_.alu.accumulate = accumulator_function(opcode, op_.exec);
  if (row.has(isa::kAccSource)) {
    op_.source[explicit_sources] = planner.implicit_accumulator();
    op_.sources = static_cast<std::uint8_t>(explicit_sources + 1);
  }
  return {};
}

// True if all channels exist whose sources a result needs (8.3.11 to 8.3.14, 8.3.35, 8.3.41, 8.3.42).
bool Preparer::has_its_group() const {
  const isa::OpcodeInfo& row = instruction_.row();
  if (row.has(isa::kPlane)) return !row.has(isa::kTwoCoordinates) || 2U * instruction_.exec_size <= kMaxChannels;
  return instruction_.exec_size >= op_.alu.group;
}

std::optional<unsigned> Preparer::negated_source() const {
  if (op_.exec != Exec::u64) return std::nullopt;
  if (instruction_.src[0].negate) return 0;
  if (instruction_.src[1].negate) return 1;
  return std::nullopt;
}

// INT DIV with both results: the remainder goes to the whole registers after the quotient's.
Result<void> Preparer::second_result() {
  op_.alu.second = math_function(isa::MathFunction::irem, op_.exec);
  const unsigned bytes = (op_.destination.reach + kGrfBytes - 1U) / kGrfBytes * kGrfBytes;
  const RegisterSpan grf = grf_span(program_);
  if (op_.destination.kind == DestinationPlan::Kind::direct &&
      op_.destination.offset + bytes + op_.destination.reach > grf.end)
    return fail("the remainder lies outside the register file", "SNB PRM vol4 part2 8.3.28");
  return {};
}

// Prepares the steps after the computation: conversion, flags, accumulator, the store.
void Preparer::results() {
  const isa::Type type = instruction_.dst.type;
  const bool compares = op_.action == Action::compare;
  const bool raw = moves_raw_bits(instruction_);
  if (!compares && !raw && (instruction_.saturate || !holds_lane_bits(type, op_.exec)))
    op_.alu.convert = convert_function(op_.exec, type, instruction_.saturate);
  if (op_.action == Action::alu && op_.alu.condition != CondMod::none && instruction_.row().has(isa::kCond)) {
    if (op_.alu.condition == CondMod::o) {
      op_.alu.overflow = overflow_function(op_.exec, type);
    } else {
      op_.alu.evaluate = condition_function(type, op_.alu.condition);
    }
  }
  op_.alu.accumulates = accumulates();
  const isa::Type acc_type = accumulator_type();
  op_.alu.accumulator = static_cast<std::uint16_t>(implicit_accumulator_channel(gen_, instruction_, acc_type));
  op_.alu.accumulator_bytes = static_cast<std::uint8_t>(isa::byte_size(acc_type));

  bool shifted = false;
  for (unsigned i = 0; i < op_.sources; ++i) {
    SourcePlan& source = op_.source[i];
    if (source.kind != SourcePlan::Kind::direct || !overlaps_shifted(instruction_, source, op_.destination)) continue;
    shifted = true;
    source.kind = SourcePlan::Kind::load;  // read all of it before anything is written
  }
  const bool packed = op_.destination.stride == op_.destination.element_bytes;
  op_.alu.stores_directly =
      op_.action == Action::alu && op_.alu.compute != nullptr && op_.alu.convert == nullptr &&
      op_.alu.evaluate == nullptr && op_.alu.overflow == nullptr && !op_.alu.accumulates && !shifted && packed &&
      !op_.alu.rounds_to_nearest && !op_.alu.early_out && op_.destination.kind == DestinationPlan::Kind::direct &&
      op_.destination.offsets == nullptr && !op_.destination.acts && instruction_.exec_size % 8 == 0;
}

// {AccWrEn}. addc, subb and a mach that gives the high dword always leave their second result in the accumulator
// (8.3.26; Gen9 "addc", "subb").
bool Preparer::accumulates() const {
  if (op_.alu.accumulate != nullptr) return true;
  return instruction_.acc_wr_en && instruction_.row().has(isa::kAcc) && !instruction_.dst.is_arf(isa::Arf::acc);
}

// Returns the type of the channels of an implicitly written accumulator. This is the execution type (table 5-9).
// Integer results of a float computation lie in float channels, and integers converted to float lie where floats do.
isa::Type Preparer::accumulator_type() const {
  const isa::Type type = instruction_.dst.type;
  const bool from_float = is_float(op_.exec);
  if (isa::is_float(type)) {
    if (op_.exec == Exec::hf) return isa::Type::hf;
    if (op_.exec == Exec::df) return isa::Type::df;
    return from_float ? isa::Type::f : type;
  }
  if (from_float) return op_.exec == Exec::hf ? isa::Type::w : isa::Type::d;
  return op_.alu.accumulate != nullptr ? isa::Type::d : accumulator_integer(instruction_);
}

}  // namespace eugene::eu
