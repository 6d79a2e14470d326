#include "eu/kernel.h"

#include <fmt/format.h>

#include "eu/prepare/prepare.h"

namespace eugene::eu {

namespace {

constexpr std::uint32_t kInstructionGranule = isa::kCompactedBytes;
constexpr std::uint32_t kMaxProgramBytes = 1U << 28;

Result<void> check(const isa::Program& program) {
  if (program.gen == nullptr) return fail("the program has no generation");
  if (program.offsets.size() != program.instructions.size())
    return fail("a program needs one offset for each instruction");
  for (std::size_t i = 0; i < program.offsets.size(); ++i) {
    const std::uint32_t offset = program.offsets[i];
    if (offset % kInstructionGranule != 0 || offset > kMaxProgramBytes)
      return fail(fmt::format("no instruction can begin at byte {}", offset));
    if (i > 0 && offset < program.offsets[i - 1] + bytes_of(program.instructions[i - 1]))
      return fail(fmt::format("instruction offsets do not ascend at byte {}", offset));
  }
  return {};
}

void index_offsets(const isa::Program& program, DecodedProgram& decoded) {
  if (program.instructions.empty()) return;
  decoded.index_of.assign(program.end() / kInstructionGranule + 1, DecodedProgram::kNoInstruction);
  for (std::size_t i = 0; i < program.offsets.size(); ++i) {
    decoded.index_of[program.offsets[i] / kInstructionGranule] = static_cast<std::uint32_t>(i);
  }
  decoded.index_of.back() = static_cast<std::uint32_t>(program.instructions.size());
}

// Marks the instructions where waiting channels may go on: targets, and what follows a branch or call.
void mark_joins(DecodedProgram& decoded) {
  const auto mark = [&](std::uint32_t index) {
    if (index < decoded.ops.size()) decoded.ops[index].rejoins = true;
  };
  for (const DecodedOp& op : decoded.ops) {
    if (op.action != Action::branch && op.action != Action::jump) continue;
    mark(op.jip);
    mark(op.uip);
    mark(op.index + 1);
  }
  if (!decoded.joins_anywhere) return;
  for (DecodedOp& op : decoded.ops) op.rejoins = true;
}

}  // namespace

Result<Kernel> prepare(isa::Program program) {
  if (auto checked = check(program); !checked) return std::unexpected(checked.error());
  auto shared = std::make_shared<const isa::Program>(std::move(program));
  auto decoded = std::make_shared<DecodedProgram>();
  index_offsets(*shared, *decoded);
  decoded->ops.reserve(shared->instructions.size());
  for (std::uint32_t i = 0; i < shared->instructions.size(); ++i) {
    Result<DecodedOp> op = prepare_instruction(*shared, i, *decoded);
    if (!op) {
      decoded->faults.push_back(std::move(op.error()));
      op = DecodedOp{.action = Action::fault, .index = i, .ip = shared->offsets[i], .fault = &decoded->faults.back()};
    }
    decoded->ops.push_back(*op);
  }
  mark_joins(*decoded);
  decoded->channel_use = find_channel_use(decoded->ops);
  decoded->initial_reads = find_initial_reads(*shared, *decoded);
  Kernel kernel;
  kernel.program_ = std::move(shared);
  kernel.decoded_ = std::move(decoded);
  return kernel;
}

}  // namespace eugene::eu
