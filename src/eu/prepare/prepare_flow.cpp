// Prepares branches: their targets, and the condition that decides them.
#include "eu/execute/compute.h"
#include "eu/prepare/preparer.h"
#include "isa/branch.h"

namespace eugene::eu {

using isa::CondMod;
using isa::Format;
using isa::Instruction;
using isa::Opcode;
using isa::Operand;
using sem::Flow;

Result<void> Preparer::branches() {
  const bool compares = has_embedded_compare();
  if (!compares) op_.alu.condition = CondMod::none;
  if (compares) {
    if (auto done = sources(std::span(instruction_.src).first(2)); !done) return done;
    op_.flow.compare = compare_function(Opcode::cmp, op_.exec, op_.alu.condition);
    if (op_.flow.compare == nullptr)
      return fail("no comparison for this condition modifier", "SNB PRM vol4 part2 8.3.20");
  }
  if (op_.action == Action::branch) op_.flow.rule = sem::flow_rule(gen_, instruction_);
  // The register operand of fork selects channels; it is not a distance.
  const bool from_register =
      op_.flow.rule.kind != Flow::fork && (op_.flow.rule.kind == Flow::ret || has_register_distance());
  op_.flow.target_in_register = from_register && !compares && instruction_.row().has(isa::kRegTarget);
  if (from_register) {
    storage_.joins_anywhere = true;
    if (!compares) {
      if (auto done = distance_sources(); !done) return done;
    }
  }
  if (op_.flow.rule.kind == Flow::call) {
    if (auto done = call_destination(); !done) return done;
  }
  return targets(from_register);
}

// Gen6 if, while and case with a condition modifier compare two sources in place of a predicate (8.3.20).
bool Preparer::has_embedded_compare() const {
  const Operand& first = instruction_.src[0];
  return instruction_.cond_mod != CondMod::none && !first.is_imm() && !first.is_null();
}

bool Preparer::has_register_distance() const {
  const auto is_register = [](const Operand& operand) {
    return !operand.is_imm() && !operand.is_null() && !operand.is_arf(isa::Arf::ip);
  };
  return op_.alu.condition == CondMod::none && (is_register(instruction_.src[0]) || is_register(instruction_.src[1]));
}

// ret: the return address and call mask. brc and similar: distances in one or two dwords of a register.
Result<void> Preparer::distance_sources() {
  for (const std::size_t i : {1U, 0U}) {
    const Operand& operand = instruction_.src[i];
    if (operand.is_imm() || operand.is_null() || operand.is_arf(isa::Arf::ip)) continue;
    Operand dwords = operand;
    dwords.type = isa::Type::ud;
    dwords.negate = dwords.absolute = false;
    op_.exec = Exec::u32;
    OperandPlanner planner(program_, instruction_, op_.exec, storage_);
    const bool pair =
        op_.flow.rule.kind == Flow::ret || (op_.flow.rule.to_uip && instruction_.row().has(isa::kRegTarget));
    ElementOffsets offsets{};
    offsets[1] = pair ? 4 : 0;
    Result<SourcePlan> plan = planner.source(dwords, offsets, ActiveLanes::of(pair ? 2 : 1));
    if (!plan) return forward_error(plan);
    op_.source[0] = *plan;
    op_.sources = 1;
    return {};
  }
  return {};
}

Result<void> Preparer::call_destination() {
  Instruction pair = instruction_;
  pair.exec_size = 2;
  pair.dst.type = isa::Type::ud;
  pair.dst.region.hstride = 1;
  OperandPlanner planner(program_, pair, Exec::u32, storage_);
  Result<DestinationPlan> plan = planner.destination();
  if (!plan) return forward_error(plan);
  op_.destination = *plan;
  return {};
}

Result<void> Preparer::targets(bool from_register) {
  const std::uint32_t next = op_.index + 1;
  op_.flow.jip = op_.flow.uip = next;
  if (from_register) return {};
  const std::int64_t from = isa::branch_origin(instruction_, op_.ip);
  const auto jip = storage_.index_at(from + instruction_.jip);
  if (!jip) return fail("jump to an address where no instruction begins");
  op_.flow.jip = *jip;
  if (instruction_.row().format != Format::branch) return {};
  const auto uip = storage_.index_at(from + instruction_.uip);
  if (!uip) return fail("jump to an address where no instruction begins");
  op_.flow.uip = *uip;
  // Channels that left a loop must not run its while again: they wait after it.
  if (instruction_.opcode == Opcode::break_ && gen_.break_names_while && *uip < program_.instructions.size() &&
      program_.instructions[*uip].opcode == Opcode::while_)
    ++op_.flow.uip;
  return {};
}

}  // namespace eugene::eu
