#include "eu/analysis/live_registers.h"

#include <algorithm>
#include <ranges>

#include "eu/analysis/register_use.h"

namespace eugene::eu {
namespace {

bool flows(const PreparedOp& op) { return op.action == Action::branch || op.action == Action::jump; }

// True if code outside the program, which is a system routine, can read registers here.
bool is_open(const PreparedOp& op, bool has_routine) {
  if (op.has_breakpoint || op.action == Action::fault) return true;
  if (is_notification(op.destination)) return false;
  return has_routine ? op.destination.acts : moves_thread(op.destination);
}

// Returns the cells whose 32 bytes are all written.
Cells overwritten(const RegisterUse::Bytes& written, unsigned cells) {
  Cells found(cells);
  for (const auto& part : written)
    if (part.bytes == ~0U) found.set(part.cell);
  return found;
}

}  // namespace

// Channels may wait elsewhere at all instructions that lie between a branch and its targets.
std::vector<bool> divergent_instructions(const PreparedProgram& prepared) {
  std::vector<bool> divergent(prepared.ops.size());
  if (!prepared.channel_use.may_diverge) return divergent;
  for (const PreparedOp& op : prepared.ops) {
    if (op.action != Action::branch) continue;
    const auto [first, end] = std::minmax({op.index, op.index + 1, op.flow.jip, op.flow.uip});
    std::fill(divergent.begin() + first, divergent.begin() + end, true);
  }
  return divergent;
}

LiveRegisters::LiveRegisters(const isa::Program& program, const PreparedProgram& prepared, bool is_whole,
                             bool has_routine)
    : before_(prepared.ops.size() + 1, Cells(cell_count(program))) {
  if (prepared.joins_anywhere) {
    for (Cells& each : before_) each.set();
    return;
  }
  const RegisterUse use(program);
  const std::vector<bool> divergent = divergent_instructions(prepared);
  const Cells none(use.cells());
  std::vector<Cells> read(prepared.ops.size(), none);
  std::vector<Cells> killed(prepared.ops.size(), none);
  for (const PreparedOp& op : prepared.ops) {
    if (is_open(op, has_routine)) {
      read[op.index].set();
      continue;
    }
    for (const auto& part : use.read(op)) read[op.index].set(part.cell);
    killed[op.index] = overwritten(use.written(op, is_whole && !divergent[op.index]), use.cells());
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (const PreparedOp& op : prepared.ops | std::views::reverse) {
      const Cells now = read[op.index] | after(op).without(killed[op.index]);
      changes = changes || now != before_[op.index];
      before_[op.index] = now;
    }
  }
}

Cells LiveRegisters::after(const PreparedOp& op) const {
  const Cells& next = before_[op.index + 1];
  return flows(op) ? next | before_[op.flow.jip] | before_[op.flow.uip] : next;
}

}  // namespace eugene::eu
