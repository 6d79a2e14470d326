#include "debug/register_writes.h"

#include <algorithm>

#include "check/channels.h"
#include "debug/location.h"
#include "eu/analysis/register_use.h"
#include "eu/prepare/element_place.h"
#include "eu/register_file.h"
#include "isa/message/message.h"
#include "isa/message/registers.h"

namespace eugene::debug {
namespace {

std::uint16_t to_number(std::uint32_t index) {
  return static_cast<std::uint16_t>(std::min<std::uint32_t>(index, WrittenRegisters::kUnsure));
}

bool is_whole(isa::Type type) { return !isa::is_float(type); }

// Whether the instruction moves the bits of each element unchanged from a register.
bool copies(const isa::Instruction& instruction, const eu::PreparedOp& op) {
  using Kind = eu::SourcePlan::Kind;
  const eu::SourcePlan& from = op.source[0];
  if (instruction.opcode != isa::Opcode::mov || instruction.saturate || from.modifier) return false;
  if (op.action != eu::Action::alu || op.destination.kind != eu::DestinationPlan::Kind::direct) return false;
  const isa::Type to = instruction.dst.type, read = instruction.src[0].type;
  const bool keeps_bits = to == read || (is_whole(to) && is_whole(read) && isa::byte_size(to) == isa::byte_size(read));
  return keeps_bits && (from.kind == Kind::direct || from.kind == Kind::load) && from.offset < kGrfFileBytes;
}

}  // namespace

void WrittenRegisters::set(std::size_t byte, std::size_t bytes, Write write) {
  if (dwords_.empty()) dwords_.resize(kGrfFileBytes / kDwordBytes);
  const std::size_t end = std::min((byte + bytes + kDwordBytes - 1) / kDwordBytes, dwords_.size());
  for (std::size_t i = byte / kDwordBytes; i < end; ++i) dwords_[i] = write;
}

RegisterWrites::RegisterWrites(const eu::Kernel& kernel) : kernel_(&kernel) {
  const isa::Program& program = kernel.program();
  const std::vector<eu::PreparedOp>& ops = kernel.prepared().ops;
  copies_.resize(ops.size());
  writes_.resize(ops.size());
  responses_.resize(ops.size());
  const eu::RegisterUse use(program);
  for (const eu::PreparedOp& op : ops) {
    for (const auto& part : use.changed(op)) {
      if (part.cell >= written_.size()) continue;
      written_.at(part.cell) |= part.bytes;
      writes_[op.index] = true;
    }
    const isa::Instruction& instruction = program.instructions[op.index];
    copies_[op.index] = copies(instruction, op);
    if (op.action != eu::Action::send || instruction.dst.is_null()) continue;
    Response& response = responses_[op.index].emplace();
    response = {.begin = 0, .bytes = kGrfFileBytes, .by_channel = {}};
    const isa::SendFields& send = instruction.send;
    if (instruction.dst.indirect || !instruction.dst.is_grf() || send.descriptor_in_a0) continue;
    response.begin = std::size_t{instruction.dst.nr} * eu::kGrfBytes;
    response.bytes = std::size_t{isa::message_registers(instruction).response} * eu::kGrfBytes;
    const auto message = isa::decode_message(*program.gen, send.sfid, send.descriptor, 0);
    if (message) response.by_channel = isa::channel_access(message->body);
  }
}

void RegisterWrites::begin(std::size_t count, WrittenRegisters& registers) {
  registers = {};
  registers.set(0, count * eu::kGrfBytes, {.writer = WrittenRegisters::kGiven, .origin = WrittenRegisters::kGiven});
}

unsigned RegisterWrites::stride(std::uint16_t writer) const {
  const std::vector<eu::PreparedOp>& ops = kernel_->prepared().ops;
  if (writer >= ops.size()) return 0;
  if (const auto& response = responses_[writer])
    return response->by_channel ? static_cast<unsigned>(response->by_channel->slot()) : 0;
  const eu::DestinationPlan& to = ops[writer].destination;
  return to.kind == eu::DestinationPlan::Kind::direct && to.offsets == nullptr ? static_cast<unsigned>(to.stride) : 0;
}

void RegisterWrites::note(std::uint32_t index, const eu::Thread& thread, WrittenRegisters& registers) const {
  if (index >= responses_.size()) return;
  const eu::PreparedOp& op = kernel_->prepared().ops[index];
  if (const auto& response = responses_[index]) {
    const isa::Gen& gen = *kernel_->program().gen;
    return note_response(index, *response, check::enabled_channels(gen, op, thread, thread.running), registers);
  }
  constexpr WrittenRegisters::Write kUnsure{WrittenRegisters::kUnsure, WrittenRegisters::kUnsure};
  if (op.action == eu::Action::systolic) return registers.set(0, kGrfFileBytes, kUnsure);
  note_elements(index, thread, registers);
}

void RegisterWrites::note_elements(std::uint32_t index, const eu::Thread& thread, WrittenRegisters& registers) const {
  using Kind = eu::DestinationPlan::Kind;
  const eu::PreparedOp& op = kernel_->prepared().ops[index];
  const eu::DestinationPlan& to = op.destination;
  if (to.kind != Kind::direct && to.kind != Kind::indirect) return;
  const isa::Gen& gen = *kernel_->program().gen;
  std::size_t moved = 0;  // the offset of an indirect operand in its register file
  if (to.kind == Kind::indirect)
    moved = static_cast<std::size_t>(eu::register_address(gen, thread, to.address) + to.address_offset);
  const std::uint32_t channels = check::enabled_channels(gen, op, thread, thread.running) & to.populated;
  const std::uint16_t number = to_number(index);
  for (unsigned i = 0; i != op.lanes.count; ++i) {
    const std::size_t at = eu::element_place(to, i) + moved;
    if ((channels >> i & 1U) == 0 || at >= kGrfFileBytes) continue;
    for (std::size_t part = 0; part < to.element_bytes; part += WrittenRegisters::kDwordBytes) {
      WrittenRegisters::Write write{.writer = number, .origin = number};
      if (copies_[index]) write.origin = registers.at(eu::element_place(op.source[0], i) + part).origin;
      registers.set(at + part, std::min<std::size_t>(to.element_bytes, WrittenRegisters::kDwordBytes), write);
    }
  }
  // The remainder of a division is in the registers after the quotient.
  if (op.alu.second != nullptr) registers.set(to.offset + to.reach, to.reach, {.writer = number, .origin = number});
}

void RegisterWrites::note_response(std::uint32_t index, const Response& response, std::uint32_t channels,
                                   WrittenRegisters& registers) const {
  const std::uint16_t number = to_number(index);
  const eu::PreparedOp& op = kernel_->prepared().ops[index];
  const bool is_whole = (channels & op.all) == op.all;
  if (is_whole || !response.by_channel) {
    const auto writer = is_whole ? number : std::uint16_t{WrittenRegisters::kUnsure};
    return registers.set(response.begin, response.bytes, {.writer = writer, .origin = writer});
  }
  const isa::ChannelAccess& access = *response.by_channel;
  const std::size_t element = access.slot();
  for (std::size_t at = 0; at + element <= response.bytes; at += element) {
    if ((channels >> (at / element % access.lanes) & 1U) != 0)
      registers.set(response.begin + at, element, {.writer = number, .origin = number});
  }
}

}  // namespace eugene::debug
