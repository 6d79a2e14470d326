#include "gpu/schedule/rehearse/last_write.h"

#include <cstring>

#include "eu/prepared_op.h"
#include "eu/register_file.h"
#include "isa/message/registers.h"

namespace eugene::gpu {
namespace {

// Appends the registers of a send's payload.
void append(std::vector<eu::Grf>& payload, const isa::Program& program, const isa::Operand& operand, unsigned count,
            eu::Thread& state) {
  if (operand.file != isa::RegFile::grf || operand.indirect) return;
  if (const auto registers = eu::general_registers(program, state, operand.nr, count))
    payload.insert(payload.end(), registers->begin(), registers->end());
}

}  // namespace

void LastWriteFinder::begin_run() {
  is_second_ = last_turn_.has_value();
  turn_ = 0;
  std::memcpy(held_.data(), host_, held_.size());
}

void LastWriteFinder::group_begins(const eu::StartedGroup& group) {
  group_ = group.index;
  threads_ = &group.threads;
}

bool LastWriteFinder::changed() {
  if (std::memcmp(held_.data(), host_, held_.size()) == 0) return false;
  std::memcpy(held_.data(), host_, held_.size());
  return true;
}

void LastWriteFinder::turn_begins(const eu::Thread& /*thread*/) { ++turn_; }

void LastWriteFinder::turn_ends(const eu::Thread& /*thread*/) {
  if (changed() && !is_second_) last_turn_ = turn_;
}

void LastWriteFinder::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned /*channels*/,
                               std::uint32_t /*before*/) {
  if (turn_ != last_turn_ || !changed()) return;
  const unsigned number = threads_->find_index(thread);
  found_ = LastWrite{.site = {.instruction = op.ip, .item = WorkItem{.group = find_group_(group_), .thread = number}},
                     .payload = {}};
  const isa::Instruction& instruction = program_->instructions[op.index];
  if (!isa::is_send(instruction)) return;
  eu::Thread& state = (*threads_)[number];
  const isa::MessageRegisters registers = isa::message_registers(instruction);
  append(found_->payload, *program_, instruction.src[0], registers.payload, state);
  if (instruction.row().format == isa::Format::split_send)
    append(found_->payload, *program_, instruction.src[1], registers.extended_payload, state);
}

}  // namespace eugene::gpu
