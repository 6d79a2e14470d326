#include "gpu/substitute/write_watch.h"

#include <cstring>

#include "eu/register_file.h"
#include "isa/message/registers.h"

namespace eugene::gpu {
namespace {

// Appends the registers of a send's payload.
void append(std::vector<eu::Grf>& payload, const isa::Gen& gen, const isa::Operand& operand, unsigned count,
            eu::Thread& state) {
  if (operand.file != isa::RegFile::grf || operand.indirect) return;
  if (const auto registers = eu::general_registers(gen, state, operand.nr, count))
    payload.insert(payload.end(), registers->begin(), registers->end());
}

}  // namespace

void WriteWatch::begin_run() {
  is_second_ = last_turn_.has_value();
  turn_ = 0;
  std::memcpy(held_.data(), host_, held_.size());
}

bool WriteWatch::begin_turn() { return ++turn_ == last_turn_ && is_second_; }

bool WriteWatch::changed() {
  if (std::memcmp(held_.data(), host_, held_.size()) == 0) return false;
  std::memcpy(held_.data(), host_, held_.size());
  return true;
}

void WriteWatch::end_turn() {
  if (changed() && !is_second_) last_turn_ = turn_;
}

void WriteWatch::end_instruction(const isa::Program& program, std::uint32_t ip, const GroupId& group, unsigned thread,
                                 eu::Thread& state) {
  if (!changed()) return;
  found_ = LastWrite{.ip = ip, .instruction = {}, .group = group, .thread = thread, .payload = {}};
  const auto index = program.index_at(ip);
  if (!index || *index >= program.instructions.size()) return;
  const isa::Instruction& instruction = program.instructions[*index];
  if (!isa::is_send(instruction)) return;
  const isa::MessageRegisters registers = isa::message_registers(instruction);
  append(found_->payload, *program.gen, instruction.src[0], registers.payload, state);
  if (instruction.row().format == isa::Format::split_send)
    append(found_->payload, *program.gen, instruction.src[1], registers.extended_payload, state);
}

}  // namespace eugene::gpu
