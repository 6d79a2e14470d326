#include "profile/instruction_model.h"

#include <algorithm>
#include <concepts>
#include <optional>
#include <variant>

#include "eu/analysis/register_use.h"
#include "eu/prepared_op.h"
#include "isa/message/message.h"
#include "isa/message/words.h"

namespace eugene::profile {
namespace {

using isa::Instruction;

unsigned count_bytes(eu::Exec exec) {
  switch (exec) {
    case eu::Exec::u8: return 1;
    case eu::Exec::u16:
    case eu::Exec::hf: return 2;
    case eu::Exec::i64:
    case eu::Exec::u64:
    case eu::Exec::df: return 8;
    default: return 4;
  }
}

Kind find_kind(isa::LscOp op, isa::Sfid sfid) {
  if (sfid == isa::Sfid::slm && op != isa::LscOp::fence) return Kind::local;
  if (isa::is_atomic(op) || isa::is_counter(op)) return Kind::atomic;
  if (op == isa::LscOp::fence || op == isa::LscOp::read_state_info || op == isa::LscOp::ccs_update)
    return Kind::other_message;
  return isa::is_store(op) ? Kind::memory_write : Kind::memory_read;
}

template <class Body>
Kind find_kind(const isa::Gen& gen, isa::Sfid sfid, const Body& body) {
  if constexpr (std::same_as<Body, isa::Lsc>) return find_kind(body.op, sfid);
  if constexpr (requires { body.bti; }) {
    if (isa::is_local_memory(gen, body.bti)) return Kind::local;
  }
  if constexpr (requires {
                  { body.access } -> std::convertible_to<isa::Access>;
                }) {
    return body.access == isa::Access::write ? Kind::memory_write : Kind::memory_read;
  }
  if constexpr (requires { body.op; }) return Kind::atomic;
  if constexpr (std::same_as<Body, isa::Sampler>) return Kind::sampler;
  return Kind::other_message;
}

bool is_barrier(const isa::Message& message) {
  const auto* gateway = std::get_if<isa::Gateway>(&message.body);
  return gateway != nullptr && gateway->function == isa::GatewayFunction::barrier;
}

// Models a send. If the descriptor is in a0, the message is unknown before the thread runs, so it stays
// `other_message`.
void model_message(const isa::Gen& gen, const Instruction& instruction, const Parameters& parameters,
                   InstructionModel& model) {
  model.pipe = Pipe::send;
  model.issue = parameters.least_issue;
  model.latency = parameters.other_latency;
  model.kind = Kind::other_message;
  if (instruction.send.descriptor_in_a0 || instruction.send.function_in_a0() || instruction.send.eot) return;
  const auto message = isa::decode_message(gen, instruction.send.sfid, instruction.send.descriptor, 0);
  if (!message) return;
  model.arrives = is_barrier(*message);
  model.kind = model.arrives ? Kind::barrier
                             : std::visit([&](const auto& body) { return find_kind(gen, instruction.send.sfid, body); },
                                          message->body);
  if (model.kind == Kind::sampler) model.latency = parameters.sampler_latency;
  const isa::MessageRegisters sent = instruction.send.registers.value_or(
      isa::MessageRegisters{.payload = message->length, .extended_payload = message->extended_length()});
  const unsigned registers = sent.payload + sent.extended_payload;
  model.issue = std::max(parameters.least_issue, registers);  // one register per clock
}

bool is_floating(eu::Exec exec) { return exec == eu::Exec::f || exec == eu::Exec::hf || exec == eu::Exec::df; }

Kind find_kind(const Instruction& instruction, const eu::PreparedOp& op) {
  const isa::OpcodeInfo& row = instruction.row();
  if (row.format == isa::Format::math) return Kind::math;
  if (row.has(isa::kMoves) && op.action == eu::Action::alu) return Kind::move;
  if (row.has(isa::kLogic | isa::kShiftCount)) return Kind::logic;
  switch (op.action) {
    case eu::Action::jump:
    case eu::Action::branch: return Kind::branch;
    case eu::Action::wait: return Kind::wait;
    case eu::Action::named_barrier: return Kind::barrier;
    case eu::Action::systolic: return Kind::floating;
    case eu::Action::compare:
    case eu::Action::select:
    case eu::Action::select_compare: return Kind::compare;
    case eu::Action::alu: return is_floating(op.exec) ? Kind::floating : Kind::integer;
    default: return Kind::other;
  }
}

// Returns the number of arithmetic operations for each channel.
unsigned count_operations(const Instruction& instruction) {
  using isa::Opcode;
  switch (instruction.opcode) {
    case Opcode::mad:
    case Opcode::mac:
    case Opcode::line: return 2;
    case Opcode::dp2: return 3;
    case Opcode::lrp:
    case Opcode::pln: return 4;
    case Opcode::dp3: return 5;
    case Opcode::dp4:
    case Opcode::dph: return 7;
    default: return 1;
  }
}

void model_lanes(const Instruction& instruction, const eu::PreparedOp& op, const Parameters& parameters,
                 InstructionModel& model) {
  const unsigned bytes = std::max(count_bytes(op.exec), instruction.row().has_destination && !instruction.dst.is_null()
                                                            ? isa::byte_size(instruction.dst.type)
                                                            : 1U);
  if (model.kind == Kind::floating || model.kind == Kind::integer || model.kind == Kind::math)
    model.operations = count_operations(instruction);
  model.is_floating = model.kind == Kind::floating || (model.kind == Kind::math && is_floating(op.exec));
  model.issue = std::max(parameters.least_issue, instruction.exec_size * bytes / parameters.pipe_bytes);
  model.latency = model.issue + parameters.pipe_latency;
  if (model.kind != Kind::math) return;
  model.pipe = Pipe::math;
  model.issue *= parameters.math_factor;
  model.latency = model.issue + parameters.math_latency;
}

}  // namespace

bool has_barrier(const isa::Program& program) {
  return std::ranges::any_of(program.instructions, [&](const Instruction& each) {
    if (!isa::is_send(each) || each.send.sfid != isa::Sfid::gateway || each.send.descriptor_in_a0) return false;
    const auto message = isa::decode_message(*program.gen, each.send.sfid, each.send.descriptor, 0);
    return message && is_barrier(*message);
  });
}

L3Client find_client(isa::Sfid sfid) {
  switch (sfid) {
    case isa::Sfid::sampler:
    case isa::Sfid::dp_constant: return L3Client::read_only;
    case isa::Sfid::urb: return L3Client::urb;
    default: return L3Client::data;
  }
}

std::vector<InstructionModel> build_model(const eu::Kernel& kernel, const Parameters& parameters) {
  const isa::Program& program = kernel.program();
  const eu::RegisterUse use(program);
  std::vector<InstructionModel> models;
  for (const eu::PreparedOp& op : kernel.prepared().ops) {
    const Instruction& instruction = program.instructions[op.index];
    InstructionModel& model = models.emplace_back();
    model.kind = find_kind(instruction, op);
    model.width = instruction.exec_size;
    model.awaits = op.action == eu::Action::wait;
    if (op.action == eu::Action::send) {
      model_message(*program.gen, instruction, parameters, model);
      model.message = isa::describe_message(*program.gen, instruction);
    } else if (model.kind == Kind::branch) {
      model.pipe = Pipe::branch;
      model.issue = parameters.branch_cycles;
      model.latency = model.issue;
    } else {
      model_lanes(instruction, op, parameters, model);
    }
    if (op.action == eu::Action::fault) continue;
    eu::Cells read(use.cells()), changed(use.cells());
    for (const auto& part : use.read(op)) read.set(part.cell);
    for (const auto& part : use.changed(op)) changed.set(part.cell);
    for (unsigned i = 0; i < use.cells(); ++i) {
      if (read[i] || changed[i]) model.waits.push_back(static_cast<std::uint16_t>(i));
      if (changed[i]) model.changes.push_back(static_cast<std::uint16_t>(i));
    }
  }
  return models;
}

}  // namespace eugene::profile
