#include "eu/analysis/register_use.h"

#include <algorithm>
#include <array>

#include "eu/prepare/element_place.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/registers.h"

namespace eugene::eu {
namespace {

using Bytes = RegisterUse::Bytes;

constexpr std::size_t kFirstMrf = offsetof(Thread, mrf) / kGrfBytes;

// Returns the cell of the first register of a direct message operand.
std::size_t first_cell(const isa::Operand& operand) {
  return operand.is_mrf() ? kFirstMrf + operand.nr : *cell_at(grf_offset(operand.nr));
}

}  // namespace

void RegisterUse::mark(Bytes& bytes, std::size_t begin, std::size_t count) const {
  for (std::size_t i = begin; i < begin + count; ++i) {
    if (const auto cell = cell_at(i); cell && *cell < cells()) bytes.add_byte(*cell, i % kGrfBytes);
  }
}

void RegisterUse::mark_cells(Bytes& bytes, std::size_t first, std::size_t count) const {
  const std::size_t end = std::min<std::size_t>(first + std::min<std::size_t>(count, cells()), cells());
  if (first < end) bytes.add_cells(static_cast<unsigned>(first), static_cast<unsigned>(end));
}

void RegisterUse::mark_accumulators(Bytes& bytes, const AccumulatorChannels& channels, unsigned count) const {
  for (unsigned i = 0; i < count; ++i) {
    mark(bytes, channels.element(i), channels.element_bytes);
    mark(bytes, channels.guard(i), sizeof(std::int32_t));
  }
}

void RegisterUse::mark_general(Bytes& bytes) const {
  mark_cells(bytes, 0, kGrfCount);
  mark_cells(bytes, kCellCount, cells() - kCellCount);
}

Bytes RegisterUse::everything() const {
  Bytes bytes;
  mark_cells(bytes, 0, cells());
  return bytes;
}

void RegisterUse::mark_message(Bytes& bytes, const isa::Operand& operand, std::size_t count) const {
  if (operand.is_null()) return;
  if (operand.indirect) return operand.is_mrf() ? mark_cells(bytes, kFirstMrf, kMrfCount) : mark_general(bytes);
  const std::size_t first = first_cell(operand);
  const std::size_t end = first >= kCellCount ? cells() : operand.is_mrf() ? kFirstMrf + kMrfCount : kGrfCount;
  if (first < end) mark_cells(bytes, first, std::min(count, end - first));
}

Bytes RegisterUse::read(const PreparedOp& op) const {
  if (op.action == Action::send) return payload(program_.instructions[op.index]);
  if (op.action == Action::systolic || op.action == Action::named_barrier)
    return matrices(program_.instructions[op.index]);
  Bytes bytes;
  for (unsigned i = 0; i < op.sources; ++i) read(op.source[i], bytes);
  if (op.alu.scatters) read(op.source[1], bytes);
  return bytes;
}

void RegisterUse::read(const SourcePlan& plan, Bytes& bytes) const {
  switch (plan.kind) {
    case SourcePlan::Kind::absent:
    case SourcePlan::Kind::constant: return;
    case SourcePlan::Kind::direct:
    case SourcePlan::Kind::load:
      for (unsigned i = 0; i < plan.lanes.count; ++i) mark(bytes, element_place(plan, i), plan.element_bytes);
      return;
    case SourcePlan::Kind::indirect:
    case SourcePlan::Kind::rows: return mark_general(bytes);
    case SourcePlan::Kind::accumulator: return mark_accumulators(bytes, accumulator_channels(plan), plan.lanes.count);
  }
}

Bytes RegisterUse::payload(const isa::Instruction& instruction) const {
  Bytes bytes;
  const isa::SendFields& send = instruction.send;
  const isa::MessageRegisters registers = isa::message_registers(instruction);
  mark_message(bytes, instruction.src[0], send.descriptor_in_a0 ? cells() : registers.payload);
  if (instruction.row().format == isa::Format::split_send)
    mark_message(bytes, instruction.src[1], send.extended_descriptor_in_a0 ? cells() : registers.extended_payload);
  return bytes;
}

// The sources of dpas; for a named barrier, the dword that describes it.
Bytes RegisterUse::matrices(const isa::Instruction& instruction) const {
  const isa::Systolic& fields = instruction.visa.systolic;
  const unsigned columns = instruction.exec_size;
  const bool is_barrier = instruction.row().action == Action::named_barrier;
  const std::array<unsigned, 3> sizes{is_barrier ? 4 : fields.accumulator_bytes(columns),
                                      is_barrier ? 0 : fields.weight_bytes(columns),
                                      is_barrier ? 0 : fields.activation_bytes()};
  Bytes bytes;
  for (unsigned n = 0; n < sizes.size(); ++n) {
    const isa::Operand& source = instruction.src[n];
    mark(bytes, grf_offset(source.nr) + source.subnr, sizes[n]);
  }
  return bytes;
}

Bytes RegisterUse::written(const PreparedOp& op, bool all_run) const {
  if (op.action == Action::systolic) return changed(op);
  if ((op.predicated && op.action != Action::select) || !(op.no_mask || all_run)) return {};
  if ((op.write_mask & op.all) != op.all || op.alu.scatters) return {};
  if (op.action == Action::send) return answer(program_.instructions[op.index]);
  Bytes bytes;
  if (!computes(op)) return bytes;
  if (op.destination.kind == DestinationPlan::Kind::accumulator)
    mark_accumulators(bytes, accumulator_channels(op.destination), op.lanes.count);
  if (op.destination.kind != DestinationPlan::Kind::direct) return bytes;
  for (unsigned i = 0; i < op.lanes.count; ++i)
    mark(bytes, element_place(op.destination, i), op.destination.element_bytes);
  return bytes;
}

// Returns the bytes that a response certainly writes. Only channels' reads count: their response has all channels.
Bytes RegisterUse::answer(const isa::Instruction& instruction) const {
  const isa::SendFields& send = instruction.send;
  const isa::Operand& to = instruction.dst;
  if (to.is_null() || to.indirect || !to.is_grf() || send.header_present()) return {};
  if (send.descriptor_in_a0 || send.function_in_a0()) return {};
  const auto message = isa::decode_message(*program_.gen, send.sfid, send.descriptor, 0);
  if (!message) return {};
  const auto access = isa::channel_access(message->body);
  if (!access || !access->reads || access->lanes != instruction.exec_size) return {};
  const unsigned registers = send.response_length();
  if (access->lanes * access->slot() * access->parts() != registers * kGrfBytes) return {};
  Bytes bytes;
  mark_cells(bytes, first_cell(to), registers);
  return bytes;
}

Bytes RegisterUse::changed(const PreparedOp& op) const {
  const isa::Instruction& instruction = program_.instructions[op.index];
  Bytes bytes;
  if (op.action == Action::send) {
    if (instruction.dst.is_null()) return bytes;
    if (instruction.dst.indirect || instruction.send.descriptor_in_a0) return everything();
    mark_cells(bytes, first_cell(instruction.dst), isa::message_registers(instruction).response);
    return bytes;
  }
  if (op.action == Action::systolic) {
    mark(bytes, grf_offset(instruction.dst.nr) + instruction.dst.subnr,
         instruction.visa.systolic.result_bytes(instruction.exec_size));
    return bytes;
  }
  switch (op.destination.kind) {
    case DestinationPlan::Kind::none: break;
    case DestinationPlan::Kind::direct: mark(bytes, op.destination.offset, op.destination.reach); break;
    case DestinationPlan::Kind::indirect: return everything();
    case DestinationPlan::Kind::accumulator: break;
  }
  if (op.alu.second != nullptr) {
    mark_cells(bytes, 0, kFirstMrf);
    mark_cells(bytes, kCellCount, cells() - kCellCount);
  }
  const bool accumulates =
      op.alu.accumulates || op.alu.early_out || op.destination.kind == DestinationPlan::Kind::accumulator;
  if (accumulates || instruction.dst.is_arf(isa::Arf::acc))
    mark_cells(bytes, kFirstAccumulator, kCellCount - kFirstAccumulator);
  return bytes;
}

}  // namespace eugene::eu
