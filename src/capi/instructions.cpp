#include "instructions.h"

#include <algorithm>
#include <set>

#include "asm/printer.h"
#include "binary/debug_data.h"
#include "handles.h"
#include "isa/branch.h"
#include "isa/encoding/decode.h"
#include "isa/message/message.h"

namespace eugene::capi {
namespace {

// Returns the offsets at which basic blocks begin: branch targets, and instructions after branches and ends of threads.
std::set<std::uint32_t> block_begins(const isa::Program& program) {
  std::set<std::uint32_t> begins;
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const isa::Instruction& instruction = program.instructions[i];
    if (!isa::is_branch(instruction) && !isa::ends_thread(instruction)) continue;
    begins.insert(program.offset_at(i + 1));
    const isa::BranchTargets targets = isa::branch_targets(*program.gen, instruction, program.offsets[i]);
    for (const auto& target : {targets.jip, targets.uip}) {
      if (target && *target >= 0) begins.insert(static_cast<std::uint32_t>(*target));
    }
  }
  return begins;
}

std::string message_text(const isa::Gen& gen, const isa::Instruction& instruction) {
  const isa::SendFields& send = instruction.send;
  if (!isa::is_send(instruction) || send.descriptor_in_a0 || send.extended_descriptor_in_a0) return {};
  const auto message = isa::decode_message(gen, send.sfid, send.descriptor, send.extended_descriptor);
  return message ? isa::describe(gen, *message) : std::string();
}

}  // namespace

Instructions list_instructions(const isa::Program& program, const LineOf& find_line) {
  const isa::Gen& gen = *program.gen;
  const std::set<std::uint32_t> begins = block_begins(program);
  Instructions all;
  std::uint32_t block = 0;
  for (std::size_t i = 0; i < program.instructions.size(); ++i) {
    const isa::Instruction& instruction = program.instructions[i];
    const std::uint32_t offset = program.offsets[i];
    if (i != 0 && begins.contains(offset)) ++block;
    const auto source = find_line(i, offset);
    all.push_back({.text = assembly::print(gen, assembly::kNative, instruction),
                   .message = message_text(gen, instruction),
                   .file = source ? source->file : std::string(),
                   .opcode = std::string(instruction.row().mnemonic),
                   .line = source ? source->line : 0,
                   .offset = offset,
                   .bytes = program.offset_at(i + 1) - offset,
                   .block = block});
  }
  return all;
}

Instructions list_instructions(const isa::Gen& gen, const binary::DeviceKernel& kernel) {
  Diagnostics ignored;  // bytes that are not an instruction are not reported
  const SourceLines lines = kernel.debug.empty() ? SourceLines() : binary::read_source_lines(kernel.debug);
  return list_instructions(isa::decode_program(gen, kernel.code, ignored),
                           [&lines](std::size_t, std::uint32_t offset) { return lines.at(offset); });
}

}  // namespace eugene::capi

using namespace eugene;
using capi::failed;
using capi::guarded;

namespace {

const capi::Instructions& instructions(const eugene_program& program, size_t kernel) {
  auto [found, is_new] = program.instructions.try_emplace(kernel);
  if (is_new) {
    found->second = program.text != nullptr
                        ? program.text->instructions(kernel)
                        : capi::list_instructions(*program.binary->gen, program.binary->kernels[kernel]);
  }
  return found->second;
}

}  // namespace

size_t eugene_instruction_count(const eugene_program* program, size_t kernel) {
  return guarded(size_t{0}, [&] {
    return !capi::is_live(program) || program->kernel(kernel) == nullptr ? 0 : instructions(*program, kernel).size();
  });
}

eugene_status eugene_instruction_at(const eugene_program* program, size_t kernel, size_t number,
                                    eugene_instruction* instruction, size_t bytes) {
  return guarded(EUGENE_WRONG, [&] {
    if (number >= eugene_instruction_count(program, kernel))
      return failed("there is no such instruction", EUGENE_USAGE);
    if (const auto status = capi::require_room(instruction, bytes, "eugene_instruction"); status != EUGENE_OK)
      return status;
    const capi::InstructionInfo& info = instructions(*program, kernel)[number];
    *instruction = {.text = info.text.c_str(),
                    .opcode = info.opcode.c_str(),
                    .message = info.message.c_str(),
                    .file = info.file.c_str(),
                    .line = info.line,
                    .offset = info.offset,
                    .bytes = info.bytes,
                    .block = info.block};
    return EUGENE_OK;
  });
}
