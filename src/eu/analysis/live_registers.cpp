#include "eu/analysis/live_registers.h"

#include <algorithm>
#include <ranges>

#include "eu/analysis/register_use.h"

namespace eugene::eu {
namespace {

bool flows(const PreparedOp& op) { return op.action == Action::branch || op.action == Action::jump; }

// Can code that is not in the program read registers here? System routines do.
bool is_open(const PreparedOp& op) { return op.has_breakpoint || op.action == Action::fault || op.destination.acts; }

Cells any_of(const RegisterUse::Bytes& bytes) {
  Cells cells(static_cast<unsigned>(bytes.size()));
  for (unsigned i = 0; i < bytes.size(); ++i)
    if (bytes[i] != 0) cells.set(i);
  return cells;
}
// Those that are not overwritten whole.
Cells kept_of(const RegisterUse::Bytes& written) {
  Cells cells(static_cast<unsigned>(written.size()));
  for (unsigned i = 0; i < written.size(); ++i)
    if (written[i] != ~0U) cells.set(i);
  return cells;
}

// By instruction: whether channels of a thread may wait elsewhere while others execute it. That is so for all that lies
// between a branch and the places it leads to.
std::vector<bool> find_divergent(const PreparedProgram& prepared) {
  std::vector<bool> divergent(prepared.ops.size());
  for (const PreparedOp& op : prepared.ops) {
    if (op.action != Action::branch) continue;
    const auto [first, end] = std::minmax({op.index, op.index + 1, op.flow.jip, op.flow.uip});
    std::fill(divergent.begin() + first, divergent.begin() + end, true);
  }
  return divergent;
}

}  // namespace

LiveRegisters::LiveRegisters(const isa::Program& program, const PreparedProgram& prepared, bool is_whole)
    : before_(prepared.ops.size() + 1, Cells(cell_count(*program.gen))) {
  if (prepared.joins_anywhere) {
    for (Cells& each : before_) each.set();
    return;
  }
  const RegisterUse use(program);
  const std::vector<bool> divergent = find_divergent(prepared);
  const Cells none(use.cells());
  std::vector<Cells> read(prepared.ops.size(), none);
  std::vector<Cells> kept(prepared.ops.size(), none);  // not overwritten
  for (const PreparedOp& op : prepared.ops) {
    if (is_open(op)) {
      read[op.index].set();
      continue;
    }
    read[op.index] = any_of(use.read(op));
    kept[op.index] = kept_of(use.written(op, is_whole && !divergent[op.index]));
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (const PreparedOp& op : prepared.ops | std::views::reverse) {
      const Cells now = read[op.index] | (after(op) & kept[op.index]);
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
