#include "debug/private_addresses.h"

#include <algorithm>
#include <cstring>

#include "check/channels.h"
#include "eu/analysis/register_use.h"
#include "eu/prepare/element_place.h"
#include "eu/register_file.h"

namespace eugene::debug {
namespace {

bool is_pointer_type(isa::Type type) {
  using enum isa::Type;
  return type == q || type == uq || type == d || type == ud;
}

bool is_scalar(const isa::Operand& operand) {
  return operand.region.vstride == 0 && operand.region.width == 1 && operand.region.hstride == 0;
}

bool is_plain(const eu::SourcePlan& plan) {
  using Kind = eu::SourcePlan::Kind;
  return (plan.kind == Kind::direct || plan.kind == Kind::load) && !plan.modifier && plan.offset < kGrfFileBytes;
}

std::uint64_t value_at(const eu::Thread& thread, const isa::Operand& operand, std::size_t at) {
  const std::byte* bytes = eu::raw_bytes(thread) + at;
  if (isa::byte_size(operand.type) == sizeof(std::uint64_t)) {
    std::uint64_t value = 0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }
  std::uint32_t value = 0;
  std::memcpy(&value, bytes, sizeof value);
  const auto extended = static_cast<std::int64_t>(static_cast<std::int32_t>(value));
  return operand.type == isa::Type::d ? static_cast<std::uint64_t>(extended) : value;
}

// Whether the instruction adds, for several channels, a number that is the same for all channels.
bool adds_to_scalar(const isa::Instruction& instruction, const eu::PreparedOp& op) {
  if (instruction.opcode != isa::Opcode::add || op.destination.kind != eu::DestinationPlan::Kind::direct) return false;
  if (instruction.exec_size == 1 || instruction.saturate || !is_pointer_type(instruction.dst.type)) return false;
  const auto reads = [&](unsigned i) { return is_plain(op.source[i]) && is_pointer_type(instruction.src[i].type); };
  return reads(0) && reads(1) && is_scalar(instruction.src[0]) && !is_scalar(instruction.src[1]);
}

// Whether the instruction adds a constant to a register, for one channel.
bool adds_to_one(const isa::Instruction& instruction, const eu::PreparedOp& op) {
  return instruction.opcode == isa::Opcode::add && op.destination.kind == eu::DestinationPlan::Kind::direct &&
         instruction.exec_size == 1 && is_plain(op.source[0]) && is_pointer_type(instruction.dst.type) &&
         op.source[1].kind == eu::SourcePlan::Kind::constant;
}

}  // namespace

PrivateAddresses::PrivateAddresses(const eu::Kernel& kernel) : kernel_(&kernel) {
  const isa::Program& program = kernel.program();
  const std::vector<eu::PreparedOp>& ops = kernel.prepared().ops;
  const eu::RegisterUse use(program);
  changed_.reserve(ops.size());
  for (const eu::PreparedOp& op : ops) changed_.push_back(use.changed(op));
  computes_.resize(ops.size());
  // By register: the bytes that an earlier instruction has written, except with a sum of a frame pointer and a
  // constant.
  std::vector<std::uint32_t> written(eu::cell_count(program));
  for (const eu::PreparedOp& op : ops) {
    const isa::Instruction& instruction = program.instructions[op.index];
    const bool computes = adds_to_scalar(instruction, op);
    const std::size_t at = computes ? op.source[0].offset : 0;
    computes_[op.index] = computes && (written[at / eu::kGrfBytes] >> at % eu::kGrfBytes & 1U) == 0;
    const bool is_base =
        adds_to_one(instruction, op) &&
        is_frame_pointer({.begin = op.source[0].offset, .end = op.source[0].offset + op.source[0].element_bytes});
    for (const auto& part : changed_[op.index]) {
      written[part.cell] |= part.bytes;
      if (is_base) written[part.cell] &= ~part.bytes;
    }
  }
}

const std::vector<std::uint32_t>& PrivateAddresses::definitions(const RegisterBytes& bytes, unsigned channel) const {
  const auto [at, is_new] = definitions_.try_emplace({bytes.begin, channel});
  if (!is_new) return at->second;
  for (const eu::PreparedOp& op : kernel_->prepared().ops) {
    if (!computes_[op.index] || channel < op.channel_offset || channel - op.channel_offset >= op.lanes.count) continue;
    const std::size_t begin = eu::element_place(op.destination, channel - op.channel_offset);
    if (begin == bytes.begin && begin + op.destination.element_bytes == bytes.end) at->second.push_back(op.index);
  }
  return at->second;
}

bool PrivateAddresses::is_frame_pointer(const RegisterBytes& bytes) const {
  const auto [at, is_new] = frame_pointers_.try_emplace(bytes.begin);
  if (is_new) at->second = writes_like_frame_pointer(bytes);
  return at->second;
}

bool PrivateAddresses::writes_like_frame_pointer(const RegisterBytes& bytes) const {
  const isa::Program& program = kernel_->program();
  bool is_written = false;
  for (const eu::PreparedOp& op : kernel_->prepared().ops) {
    const auto touches = [&](const eu::TouchedBytes::Part& part) {
      for (std::size_t at = bytes.begin; at != bytes.end; ++at)
        if (part.cell == at / eu::kGrfBytes && (part.bytes >> at % eu::kGrfBytes & 1U) != 0) return true;
      return false;
    };
    if (std::ranges::none_of(changed_[op.index], touches)) continue;
    const isa::Instruction& instruction = program.instructions[op.index];
    const bool moves = instruction.opcode == isa::Opcode::mov || instruction.opcode == isa::Opcode::add;
    const bool is_one = instruction.exec_size == 1 && op.no_mask && is_pointer_type(instruction.dst.type);
    const bool is_whole = op.destination.kind == eu::DestinationPlan::Kind::direct &&
                          op.destination.offset == bytes.begin &&
                          op.destination.element_bytes == bytes.end - bytes.begin;
    if (!moves || !is_one || !is_whole) return false;
    is_written = true;
  }
  return is_written;
}

void PrivateAddresses::note(std::uint32_t index, const eu::Thread& thread, KeptAddresses& kept) const {
  if (index >= computes_.size() || !computes_[index]) return;
  const eu::PreparedOp& op = kernel_->prepared().ops[index];
  const isa::Program& program = kernel_->program();
  const isa::Instruction& instruction = program.instructions[index];
  const std::uint32_t channels = check::enabled_channels(*program.gen, op, thread, thread.running);
  const std::uint64_t mask = isa::byte_size(instruction.dst.type) == sizeof(std::uint64_t) ? ~0ULL : 0xFFFF'FFFFULL;
  for (unsigned i = 0; i != op.lanes.count; ++i) {
    if ((channels >> i & 1U) == 0) continue;
    const std::uint64_t sum = value_at(thread, instruction.src[0], eu::element_place(op.source[0], i)) +
                              value_at(thread, instruction.src[1], eu::element_place(op.source[1], i));
    kept.keep(index, op.channel_offset + i, sum & mask);
  }
}

}  // namespace eugene::debug
