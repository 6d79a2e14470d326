#include "check/memory/read_use.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "eu/analysis/register_use.h"
#include "eu/memory_access.h"
#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "isa/message/binding.h"
#include "isa/message/message.h"

namespace eugene::check {
namespace {

using isa::Opcode;

constexpr std::size_t kFarthest = 2000;  // max distance, in instructions

// Bytes of registers that depend on the data that was read.
class Followed {
 public:
  explicit Followed(unsigned cells) : bytes_(cells) {}

  bool has_any(const eu::TouchedBytes& touched) const {
    return std::ranges::any_of(touched, [&](const auto& part) { return (bytes_[part.cell] & part.bytes) != 0; });
  }
  void add(const eu::TouchedBytes& touched) {
    for (const auto& part : touched) bytes_[part.cell] |= part.bytes;
  }
  void remove(const eu::TouchedBytes& touched) {
    for (const auto& part : touched) bytes_[part.cell] &= ~part.bytes;
  }
  bool is_empty() const {
    return std::ranges::all_of(bytes_, [](std::uint32_t each) { return each == 0; });
  }

 private:
  std::vector<std::uint32_t> bytes_;
};

// Whether compilers use the instruction to put a vector together from parts.
bool copies(const isa::Instruction& instruction) {
  if (instruction.cond_mod != isa::CondMod::none || instruction.saturate) return false;
  const bool is_float = isa::is_float(instruction.dst.type);
  switch (instruction.opcode) {
    case Opcode::mov: return !instruction.src[0].has_modifier() && isa::is_float(instruction.src[0].type) == is_float;
    case Opcode::sel:
    case Opcode::movi:
    case Opcode::smov: return true;
    case Opcode::not_:
    case Opcode::and_:
    case Opcode::or_:
    case Opcode::xor_:
    case Opcode::shr:
    case Opcode::shl:
    case Opcode::asr:
    case Opcode::bfe:
    case Opcode::bfi1:
    case Opcode::bfi2: return true;
    default: return false;
  }
}

std::optional<eu::MemoryAccess> find_access(const isa::Program& program, std::size_t index) {
  const isa::Instruction& instruction = program.instructions[index];
  if (!isa::is_send(instruction) || instruction.send.descriptor_in_a0 || instruction.send.index_in_a0)
    return std::nullopt;
  const isa::SendFields& send = instruction.send;
  const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
  return message ? eu::memory_access(*program.gen, *message, instruction.exec_size) : std::nullopt;
}

bool is_surface(const isa::Gen& gen, const eu::MemorySpace& space) {
  return !space.a64 && !space.slm && isa::find_binding(gen, space.bti) == isa::Binding::surface;
}

// Whether a message, whose payload has some of the data read from `from`, uses the data. Data written to memory by an
// address may only be kept there for the thread, so such a write is not a use.
bool uses(const isa::Program& program, std::size_t index, const eu::MemorySpace& from) {
  const auto access = find_access(program, index);
  if (!access) return false;
  if (std::holds_alternative<eu::AtomicAccess>(access->kind) || !access->space.writes) return true;
  if (access->space.slm) return true;
  return is_surface(*program.gen, access->space) && is_surface(*program.gen, from) && access->space.bti != from.bti;
}

// Whether a branch may lead backwards, or to an unknown place.
bool may_go_back(const eu::PreparedOp& op, const isa::Instruction& instruction) {
  if (op.action != eu::Action::jump && op.action != eu::Action::branch) return op.action == eu::Action::fault;
  switch (instruction.opcode) {
    case Opcode::if_:
    case Opcode::else_:
    case Opcode::endif:
    case Opcode::join:
    case Opcode::break_:
    case Opcode::halt: return false;
    default: return true;
  }
}

// Whether the thread cannot continue at the next instruction.
bool leaves(const eu::PreparedOp& op, const isa::Instruction& instruction) {
  if (op.action == eu::Action::send) return instruction.send.eot;
  if (op.action != eu::Action::jump && op.action != eu::Action::branch) return op.action == eu::Action::fault;
  switch (instruction.opcode) {
    case Opcode::if_:
    case Opcode::endif:
    case Opcode::join:
    case Opcode::while_: return false;
    case Opcode::jmpi:
    case Opcode::goto_:
    case Opcode::break_:
    case Opcode::cont:
    case Opcode::halt: return !op.predicated;
    default: return true;
  }
}

}  // namespace

bool uses_answer(const eu::Kernel& kernel, std::size_t index, std::size_t first, std::size_t bytes, Discard discard) {
  const isa::Program& program = kernel.program();
  const auto& ops = kernel.prepared().ops;
  const isa::Operand& destination = program.instructions[index].dst;
  const eu::RegisterUse use(program);
  Followed followed(use.cells());
  eu::TouchedBytes answer;
  for (std::size_t at = first; at != first + bytes; ++at) {
    const auto cell = static_cast<unsigned>(destination.nr + at / eu::kGrfBytes);
    if (!destination.is_grf() || cell >= use.cells()) return true;
    answer.add_byte(cell, static_cast<unsigned>(at % eu::kGrfBytes));
  }
  followed.add(answer);
  for (std::size_t i = index + 1; i < ops.size() && !followed.is_empty(); ++i) {
    const eu::PreparedOp& op = ops[i];
    const isa::Instruction& instruction = program.instructions[i];
    if (followed.has_any(use.read(op))) return true;
    if (op.action == eu::Action::send && instruction.send.eot) return false;
    if (may_go_back(op, instruction)) return true;
    if (op.predicated && discard == Discard::all_lanes) continue;
    followed.remove(use.changed(op));
  }
  return false;
}

bool uses_what_it_reads(const eu::Kernel& kernel, std::size_t index) {
  const isa::Program& program = kernel.program();
  const auto& ops = kernel.prepared().ops;
  const auto from = find_access(program, index);
  if (!from) return false;
  const eu::RegisterUse use(program);
  Followed followed(use.cells());
  followed.add(use.changed(ops[index]));
  const std::size_t end = std::min(ops.size(), index + kFarthest);
  for (std::size_t i = index + 1; i < end && !followed.is_empty(); ++i) {
    const eu::PreparedOp& op = ops[i];
    const isa::Instruction& instruction = program.instructions[i];
    const bool has_any = followed.has_any(use.read(op));
    if (has_any && op.action == eu::Action::send && uses(program, i, from->space)) return true;
    if (has_any && op.action != eu::Action::send && !copies(instruction)) return true;
    if (leaves(op, instruction)) return false;
    // Data that other channels keep is dropped as well: following too little is better than too much.
    const eu::TouchedBytes changed = use.changed(op);
    if (has_any && op.action != eu::Action::send)
      followed.add(changed);
    else
      followed.remove(changed);
  }
  return false;
}

}  // namespace eugene::check
