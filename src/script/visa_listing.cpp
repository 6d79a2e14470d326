#include "script/visa_listing.h"

#include <algorithm>
#include <ranges>
#include <span>
#include <utility>

#include "eu/prepared_op.h"
#include "profile/instruction_model.h"
#include "visa/kernel.h"
#include "visa/print.h"

namespace eugene::script {
namespace {

using profile::InstructionCounts;
using profile::InstructionModel;
using profile::Kind;

// The native instructions of a statement: [first, end).
struct Part {
  const lower::Statement* statement = nullptr;
  std::uint32_t first = 0;
  std::uint32_t end = 0;
};

std::vector<Part> split_parts(const CaseProgram& program) {
  std::vector<Part> parts;
  const auto& statements = program.uses->statements;
  const auto size = static_cast<std::uint32_t>(program.kernel.program().instructions.size());
  for (std::size_t n = 0; n < statements.size(); ++n) {
    const std::uint32_t end = n + 1 < statements.size() ? statements[n + 1].first : size;
    if (statements[n].page == visa::Page::lifetime) continue;  // not an instruction of any machine
    if (statements[n].first < end) parts.push_back({&statements[n], statements[n].first, end});
  }
  return parts;
}

bool is_flag_or_address(const isa::Operand& operand) {
  return operand.is_arf(isa::Arf::f) || operand.is_arf(isa::Arf::a);
}
bool is_general(const isa::Operand& operand) { return operand.file == isa::RegFile::grf && !operand.indirect; }

// Whether an instruction only copies a predicate or addresses to or from f0 or a0. Machine code has them there from the
// beginning.
bool brings_flag_or_address(const isa::Instruction& i) {
  return i.opcode == isa::Opcode::mov && i.no_mask &&
         ((is_flag_or_address(i.dst) && is_general(i.src[0])) || (is_general(i.dst) && is_flag_or_address(i.src[0])));
}

// Returns the native instructions of a part that perform the vISA instruction, without instructions that prepare it.
// They run on the same channels, and with its predicate if any instruction does.
std::vector<const eu::PreparedOp*> doers(const CaseProgram& program, const Part& part) {
  const auto ops = std::span(program.kernel.prepared().ops).subspan(part.first, part.end - part.first);
  const lower::Statement& statement = *part.statement;
  std::vector<const eu::PreparedOp*> found;
  for (const eu::PreparedOp& op : ops) {
    if (op.no_mask == statement.shape.no_mask) found.push_back(&op);
  }
  const auto is_predicated = [](const eu::PreparedOp* op) { return op->predicated; };
  if (statement.predicate.control != isa::PredControl::none && std::ranges::any_of(found, is_predicated))
    std::erase_if(found, [&](const eu::PreparedOp* op) { return !is_predicated(op); });
  if (found.empty()) {
    for (const eu::PreparedOp& op : ops) found.push_back(&op);
  }
  return found;
}

// Sums the widest instructions that together cover the channels: a wide statement becomes several native instructions.
std::uint64_t count_channels(std::vector<const eu::PreparedOp*> ops, const std::vector<InstructionCounts>& counts) {
  const auto channels = [](const eu::PreparedOp* op) { return std::uint64_t{op->all} << op->channel_offset; };
  std::ranges::stable_sort(ops, std::greater(), [](const eu::PreparedOp* op) { return op->lanes.count; });
  std::uint64_t covered = 0;
  std::uint64_t sum = 0;
  for (const eu::PreparedOp* op : ops) {
    if ((covered & channels(op)) != 0) continue;
    covered |= channels(op);
    std::uint64_t max = 0;
    for (const eu::PreparedOp* other : ops) {
      if (channels(other) == channels(op)) max = std::max(max, counts[other->index].channels);
    }
    sum += max;
  }
  return sum;
}

// Returns the model of a native message, math or barrier instruction if there is one, otherwise of the last one that
// computes.
InstructionModel build_model(const Part& part, const std::vector<const eu::PreparedOp*>& ops,
                             const std::vector<InstructionModel>& models) {
  const auto natives = std::span(models).subspan(part.first, part.end - part.first);
  const auto is_special = [](const InstructionModel& each) {
    return each.pipe == profile::Pipe::send || each.kind == Kind::math || each.kind == Kind::barrier;
  };
  const auto special = std::ranges::find_if(natives, is_special);
  InstructionModel model = special != natives.end() ? *special : models[ops.back()->index];
  model.width = part.statement->shape.exec_size;
  model.arrives = std::ranges::any_of(natives, &InstructionModel::arrives);
  model.awaits = std::ranges::any_of(natives, &InstructionModel::awaits);
  return model;
}

std::string to_text(const visa::Module& module, const lower::Statement& statement) {
  const auto kernel = std::ranges::find(module.kernels, statement.routine, &visa::Kernel::name);
  if (kernel == module.kernels.end() || statement.number > kernel->instructions.size()) return {};
  const std::string text = visa::print(*kernel, kernel->instructions[statement.number - 1]);
  return text.substr(text.rfind('\n') + 1);  // omits the directive before a function's label
}

}  // namespace

std::vector<InstructionModel> native_models(const CaseProgram& program) {
  std::vector<InstructionModel> models = profile::build_model(program.kernel);
  const auto& instructions = program.kernel.program().instructions;
  for (std::size_t n = 0; n < models.size(); ++n) {
    if (program.uses->find_statement(n) != nullptr && !brings_flag_or_address(instructions[n])) continue;
    models[n].issue = models[n].latency = 0;
  }
  return models;
}

void list_statements(const CaseProgram& program, const std::string& file, profile::KernelCounts& counts) {
  const std::vector<InstructionModel> models = native_models(program);
  auto listing = std::make_shared<profile::Listing>();
  listing->file = file;
  std::vector<InstructionCounts> added;
  for (const Part& part : split_parts(program)) {
    const std::vector<const eu::PreparedOp*> ops = doers(program, part);
    InstructionCounts& all = added.emplace_back();
    for (std::uint32_t n = part.first; n < part.end; ++n) all += counts.instructions[n];
    all.executions = counts.instructions[part.first].executions;
    all.timed = counts.instructions[part.first].timed;
    all.channels = count_channels(ops, counts.instructions);
    const lower::Statement& statement = *part.statement;
    listing->instructions.push_back({.text = to_text(*program.module, statement),
                                     .offset = program.kernel.program().offsets[part.first],
                                     .line = part.first < program.lines.size() ? program.lines[part.first] : 0,
                                     .routine = statement.routine,
                                     .number = statement.number,
                                     .model = build_model(part, ops, models)});
  }
  counts.instructions = std::move(added);
  counts.listing = std::move(listing);
}

}  // namespace eugene::script
