#include "eu/analysis/digest_plan.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <variant>

#include "eu/accumulator_channels.h"
#include "eu/analysis/register_use.h"
#include "eu/digest.h"
#include "eu/memory_access.h"
#include "eu/prepare/operand_plan.h"
#include "eu/register_file.h"
#include "isa/message/access.h"
#include "isa/message/message.h"
#include "isa/message/registers.h"

namespace eugene::eu {
namespace {

using Digested = DigestPlan::Digested;
using Part = DigestPlan::Part;
using Places = std::vector<std::uint32_t>;

constexpr unsigned kDword = 4;

// Adds elements that belong to one channel each, or to none.
void add_elements(std::vector<Part>& to, const Places& places, unsigned bytes, bool is_masked) {
  Places split;
  const unsigned per_channel = bytes == 8 ? 2 : 1;
  for (const std::uint32_t place : places) {
    split.push_back(place);
    if (per_channel == 2) split.push_back(place + kDword);
  }
  for (std::size_t at = 0; at < split.size(); at += 8) {
    Part part{.bytes = static_cast<std::uint8_t>(std::min(bytes, kDword)),
              .first_channel = static_cast<std::uint8_t>(at / per_channel),
              .per_channel = static_cast<std::uint8_t>(per_channel),
              .is_masked = is_masked};
    for (std::size_t i = at; i != split.size() && part.count != part.places.size(); ++i)
      part.places[part.count++] = split[i];
    to.push_back(part);
  }
}

// Returns the elements of the integers in accumulator channels. The guard bits follow from the same values.
Places accumulator_places(const SourcePlan& source) {
  Places places;
  for (unsigned i = 0; i != source.lanes.count; ++i) places.push_back(accumulator_channels(source).element(i));
  return places;
}

// Returns false if the place of the source is not known.
bool add_source(Digested& to, const PreparedOp& op, const SourcePlan& source) {
  Places places;
  switch (source.kind) {
    case SourcePlan::Kind::absent:
    case SourcePlan::Kind::constant: return true;
    case SourcePlan::Kind::indirect:
    case SourcePlan::Kind::rows: return false;
    case SourcePlan::Kind::accumulator:
      add_elements(to.parts, accumulator_places(source), source.element_bytes, true);
      return true;
    case SourcePlan::Kind::direct:
    case SourcePlan::Kind::load: break;
  }
  for (unsigned i = 0; i != source.lanes.count; ++i) {
    const int ahead = source.offsets != nullptr ? (*source.offsets)[i] : source.stride * static_cast<int>(i);
    places.push_back(source.offset + static_cast<std::uint32_t>(ahead));
    if (places.back() % std::min<unsigned>(source.element_bytes, kDword) != 0) return false;
  }
  const bool is_scalar = has_equal_lanes(source, op.exec);
  if (is_scalar) places.resize(1);
  const bool is_by_channel = source.lanes.count == op.lanes.count && op.alu.group == 1;
  add_elements(to.parts, places, source.element_bytes, !is_scalar && is_by_channel);
  return true;
}

// True if different sources often give the same result, so that the result hides a difference.
bool may_hide(const isa::Instruction& instruction, const PreparedOp& op) {
  if (op.action == Action::compare || op.action == Action::select_compare) return true;
  if (op.action == Action::select) return op.alu.compare != nullptr;
  const bool is_integer_math = instruction.row().format == isa::Format::math && !is_float(op.exec);
  const bool truncates = is_float(op.exec) && !isa::is_float(instruction.dst.type);
  const bool is_state = op.destination.kind == DestinationPlan::Kind::direct && !cell_at(op.destination.offset);
  return instruction.cond_mod != isa::CondMod::none || instruction.saturate || op.alu.early_out || is_integer_math ||
         truncates || is_state || instruction.opcode == isa::Opcode::cbit;
}

bool add_alu(Digested& to, const DefinedValues& defined, const isa::Instruction& instruction, const PreparedOp& op) {
  std::span<const SourcePlan> hidden;
  if (may_hide(instruction, op))
    hidden = std::span(op.source).first(op.sources);
  else if (instruction.row().has(isa::kShiftCount))
    hidden = std::span(op.source).subspan(
        1, 1);  // large shift counts leave no bit of the shifted value, so results hide the count
  if (hidden.empty()) return true;
  if (op.alu.scatters || op.alu.refreshes) return false;
  return std::ranges::all_of(
      hidden, [&](const SourcePlan& source) { return defined.is_source(op, source) || add_source(to, op, source); });
}

void add_parts(const std::vector<Part>& parts, std::uint32_t channels, Thread& thread) {
  for (const Part& part : parts) {
    DigestedDwords dwords{};
    for (unsigned i = 0; i != part.count; ++i) {
      const unsigned channel = part.first_channel + i / part.per_channel;
      if (part.is_masked && (channels >> channel & 1) == 0) continue;
      std::memcpy(&dwords[i], raw_bytes(thread) + part.places[i], part.bytes);
    }
    add_to_digest(thread, dwords);
  }
}

// The payload of a message without its header.
class Body {
 public:
  Body(const isa::Instruction& instruction, unsigned header_registers) : header_(header_registers) {
    const isa::MessageRegisters counts = isa::message_registers(instruction);
    for (unsigned part = 0; part != 2; ++part) {
      const isa::Operand& operand = instruction.src[part];
      const unsigned count = part == 0 ? counts.payload : counts.extended_payload;
      if (count == 0 || operand.is_null()) continue;
      is_known_ = is_known_ && !operand.indirect && operand.file == isa::RegFile::grf;
      for (unsigned i = 0; i != count; ++i) registers_.push_back(operand.nr + i);
    }
  }

  bool is_known() const { return is_known_; }
  // Adds `count` elements of `bytes` bytes, from `byte` on. Returns false if the message is too short.
  bool add_places(Places& places, unsigned byte, unsigned count, unsigned bytes) const {
    for (unsigned i = 0; i != count; ++i) {
      const unsigned at = header_ * kGrfBytes + byte + i * bytes;
      if (at / kGrfBytes >= registers_.size()) return false;
      places.push_back(grf_offset(registers_[at / kGrfBytes]) + at % kGrfBytes);
    }
    return true;
  }
  bool add_header_dwords(Places& places, unsigned first, unsigned count) const {
    if (registers_.empty()) return false;
    for (unsigned i = first; i != first + count; ++i) places.push_back(grf_offset(registers_[0]) + i * kDword);
    return true;
  }

 private:
  std::vector<unsigned> registers_;
  unsigned header_;
  bool is_known_ = true;
};

// Whether elements of one channel each are defined.
bool are_defined(const DefinedValues& defined, const PreparedOp& op, const Places& places, unsigned bytes) {
  for (unsigned lane = 0; lane != places.size(); ++lane)
    if (!defined.is_element(op, places[lane], bytes, lane)) return false;
  return true;
}

bool compares(const isa::MessageBody& body) {
  const auto* atomic = std::get_if<isa::UntypedAtomic>(&body);
  const auto* floating = std::get_if<isa::UntypedFloatAtomic>(&body);
  return (atomic != nullptr && atomic->op == isa::AtomicOp::compare_write) ||
         (floating != nullptr && floating->op == isa::FloatAtomicOp::compare_write);
}

bool add_send(Digested& to, const DefinedValues& defined, const isa::Gen& gen, const isa::Instruction& instruction,
              const PreparedOp& op) {
  to.adds_channels = !defined.is_predicate(op);
  const isa::SendFields& send = instruction.send;
  if (send.descriptor_in_a0 || send.index_in_a0 || send.function_in_a0() || send.registers) return false;
  if (send.extended_descriptor_in_a0) return false;
  const auto message = isa::decode_message(gen, send.sfid, send.descriptor, send.extended_descriptor);
  if (!message) return true;  // executing it is a fault
  const Body body(instruction, message->header ? 1 : 0);
  Places places;
  if (const auto access = isa::channel_access(message->body)) {
    if (!body.is_known() || !body.add_places(places, 0, access->lanes, access->address_bytes())) return false;
    if (!are_defined(defined, op, places, access->address_bytes()))
      add_elements(to.parts, places, access->address_bytes(), true);
    if (access->is_atomic() && !compares(message->body)) {
      // Different operands of `or` and similar operations may leave the same value in memory.
      places.clear();
      if (body.add_places(places, access->lanes * access->address_bytes(), access->lanes, access->slot()) &&
          !are_defined(defined, op, places, access->slot()))
        add_elements(to.parts, places, access->slot(), true);
    }
    if (!compares(message->body)) return true;
    places.clear();
    const unsigned addresses = access->lanes * access->address_bytes();
    const unsigned data = (addresses + kGrfBytes - 1) / kGrfBytes * kGrfBytes;
    if (!body.add_places(places, data, access->lanes, access->slot())) return false;
    add_elements(to.parts, places, access->slot(), true);
    // The old memory contents count too. They are in the response, so there must be one.
    if (!access->returns || instruction.dst.is_null() || instruction.dst.indirect) return false;
    places.clear();
    for (unsigned lane = 0; lane != access->lanes; ++lane)
      places.push_back(grf_offset(instruction.dst.nr) + lane * access->slot());
    add_elements(to.results, places, access->slot(), true);
    return true;
  }
  const auto access = memory_access(gen, *message, instruction.exec_size);
  const auto* block = access ? std::get_if<BlockAccess>(&access->kind) : nullptr;
  if (block == nullptr || (!block->from_address && block->scale == 0)) return true;
  if (!body.is_known() || !body.add_header_dwords(places, block->from_address ? 0 : 2, block->from_address ? 2 : 1))
    return false;
  if (!std::ranges::all_of(places, [&](std::uint32_t place) { return defined.are_bytes(op, place, kDword); }))
    add_elements(to.parts, places, kDword, false);
  return true;
}

}  // namespace

std::shared_ptr<const DigestPlan> digest_plan(const Kernel& kernel, const DefinedValues& defined) {
  auto plan = std::make_shared<DigestPlan>();
  const isa::Program& program = kernel.program();
  plan->instructions.resize(kernel.prepared().ops.size());
  for (const PreparedOp& op : kernel.prepared().ops) {
    const isa::Instruction& instruction = program.instructions[op.index];
    Digested& digested = plan->instructions[op.index];
    switch (op.action) {
      case Action::alu:
      case Action::compare:
      case Action::select:
      case Action::select_compare:
        if (!add_alu(digested, defined, instruction, op)) return nullptr;
        break;
      case Action::send:
        if (!add_send(digested, defined, *program.gen, instruction, op)) return nullptr;
        break;
      case Action::jump:
      case Action::branch:
        if (op.flow.compare != nullptr) return nullptr;
        digested.adds_channels = !defined.is_predicate(op);
        break;
      case Action::systolic:
      case Action::named_barrier: return nullptr;  // only in lowered vISA
      default: break;
    }
  }
  return plan;
}

std::shared_ptr<const DigestPlan> digest_plan(const Kernel& kernel, unsigned given) {
  return digest_plan(kernel, DefinedValues(kernel, {.registers = given}));
}

bool is_sent_defined(const isa::Program& program, const DefinedValues& defined, const PreparedOp& op) {
  const isa::Instruction& instruction = program.instructions[op.index];
  const isa::SendFields& send = instruction.send;
  if (send.sfid == isa::Sfid::sampler || send.sfid == isa::Sfid::gateway || send.sfid == isa::Sfid::spawner)
    return true;
  if (send.descriptor_in_a0 || send.extended_descriptor_in_a0) return false;
  const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, send.extended_descriptor);
  if (!message) return true;  // executing it is a fault
  const auto access = isa::channel_access(message->body);
  const Body body(instruction, message->header ? 1 : 0);
  if (!access || message->header || !body.is_known()) {
    return std::ranges::all_of(RegisterUse(program).read(op), [&](const TouchedBytes::Part& part) {
      return defined.are_bytes(op, offset_of_cell(part.cell), kGrfBytes);
    });
  }
  if (access->reads) return true;
  Places places;
  for (unsigned at = access->lanes * access->address_bytes(), lane = 0; body.add_places(places, at, 1, access->slot());
       at += access->slot(), ++lane) {
    if (!defined.is_element(op, places.back(), access->slot(), lane % access->lanes)) return false;
  }
  return true;
}

void digest_before(const DigestPlan::Digested& digested, std::uint32_t channels, Thread& thread) {
  if (digested.adds_channels) add_to_digest(thread, {channels});
  add_parts(digested.parts, channels, thread);
}

void digest_after(const DigestPlan::Digested& digested, std::uint32_t channels, Thread& thread) {
  add_parts(digested.results, channels, thread);
}

}  // namespace eugene::eu
