#include "eu/kernel.h"

#include <fmt/format.h>

#include "eu/analysis/uniform_branches.h"
#include "eu/fused/fuse.h"
#include "eu/prepare/prepare.h"

namespace eugene::eu {

namespace {

constexpr std::uint32_t kMaxProgramBytes = 1U << 28;

Result<void> check(const isa::Program& program) {
  if (program.gen == nullptr) return fail("the program has no generation");
  if (program.offsets.size() != program.instructions.size())
    return fail("a program needs one offset for each instruction");
  for (std::size_t i = 0; i < program.offsets.size(); ++i) {
    const std::uint32_t offset = program.offsets[i];
    if (offset % PreparedProgram::kGranule != 0 || offset > kMaxProgramBytes)
      return fail(fmt::format("no instruction can begin at byte {}", offset));
    if (i > 0 && offset < program.offsets[i - 1] + byte_size(program.instructions[i - 1]))
      return fail(fmt::format("instruction offsets do not ascend at byte {}", offset));
  }
  return {};
}

void index_offsets(const isa::Program& program, PreparedProgram& prepared) {
  if (program.instructions.empty()) return;
  prepared.instruction_indices.assign(program.end() / PreparedProgram::kGranule + 1, PreparedProgram::kNoInstruction);
  for (std::size_t i = 0; i < program.offsets.size(); ++i) {
    prepared.instruction_indices[program.offsets[i] / PreparedProgram::kGranule] = static_cast<std::uint32_t>(i);
  }
  prepared.instruction_indices.back() = static_cast<std::uint32_t>(program.instructions.size());
}

// Marks the instructions at which waiting channels may resume: targets, and the instructions after branches and calls.
void mark_joins(PreparedProgram& prepared) {
  const auto mark = [&](std::uint32_t index) {
    if (index < prepared.ops.size()) prepared.ops[index].rejoins = true;
  };
  for (const PreparedOp& op : prepared.ops) {
    if (op.action != Action::branch && op.action != Action::jump) continue;
    mark(op.flow.jip);
    mark(op.flow.uip);
    mark(op.index + 1);
  }
  if (!prepared.joins_anywhere) return;
  for (PreparedOp& op : prepared.ops) op.rejoins = true;
}

}  // namespace

Result<Kernel> prepare(isa::Program program) {
  if (auto checked = check(program); !checked) return forward_error(checked);
  auto shared = std::make_shared<const isa::Program>(std::move(program));
  auto prepared = std::make_shared<PreparedProgram>();
  index_offsets(*shared, *prepared);
  prepared->ops.reserve(shared->instructions.size());
  for (std::uint32_t i = 0; i < shared->instructions.size(); ++i) {
    Result<PreparedOp> op = prepare_instruction(*shared, i, *prepared);
    if (!op) {
      prepared->faults.push_back(std::move(op.error()));
      op = PreparedOp{.action = Action::fault, .index = i, .ip = shared->offsets[i], .fault = &prepared->faults.back()};
    }
    prepared->ops.push_back(*op);
  }
  mark_joins(*prepared);
  prepared->fused.reserve(prepared->ops.size() + 1);
  for (const PreparedOp& op : prepared->ops) {
    FusedOp fused = fuse(shared->instructions[op.index], op, *shared->gen);
    if (const auto plan = plan_message(*shared, shared->instructions[op.index], op)) {
      prepared->messages.push_back(*plan);
      fused.message = static_cast<std::uint32_t>(prepared->messages.size());
    }
    prepared->fused.push_back(fused);
  }
  prepared->fused.emplace_back();
  prepared->channel_use = find_channel_use(prepared->ops);
  mark_uniform_branches(*shared, *prepared);
  prepared->initial_reads = find_initial_reads(*shared, *prepared);
  Kernel kernel;
  kernel.program_ = std::move(shared);
  kernel.prepared_ = std::move(prepared);
  return kernel;
}

}  // namespace eugene::eu
