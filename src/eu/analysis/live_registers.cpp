#include "eu/analysis/live_registers.h"

#include <algorithm>
#include <ranges>

#include "eu/analysis/register_use.h"

namespace eugene::eu {
namespace {

bool flows(const DecodedOp& op) { return op.action == Action::branch || op.action == Action::jump; }

// May somebody look at registers here whose instructions are not in the program? System routines do.
bool is_open(const DecodedOp& op) { return op.has_breakpoint || op.action == Action::fault || op.destination.acts; }

Cells any_of(const RegisterUse::Bytes& bytes) {
  Cells cells;
  for (std::size_t i = 0; i < kCellCount; ++i) cells[i] = bytes[i] != 0;
  return cells;
}
Cells all_of(const RegisterUse::Bytes& bytes) {
  Cells cells;
  for (std::size_t i = 0; i < kCellCount; ++i) cells[i] = bytes[i] == ~0U;
  return cells;
}

// By instruction: whether channels of a thread may wait elsewhere while others execute it. That is so for all that lies
// between a branch and the places it leads to.
std::vector<bool> find_parted(const DecodedProgram& decoded) {
  std::vector<bool> parted(decoded.ops.size());
  for (const DecodedOp& op : decoded.ops) {
    if (op.action != Action::branch) continue;
    const auto [first, end] = std::minmax({op.index, op.index + 1, op.jip, op.uip});
    std::fill(parted.begin() + first, parted.begin() + end, true);
  }
  return parted;
}

}  // namespace

LiveRegisters::LiveRegisters(const isa::Program& program, const DecodedProgram& decoded, bool is_whole)
    : before_(decoded.ops.size() + 1) {
  if (decoded.joins_anywhere) {
    for (Cells& each : before_) each.set();
    return;
  }
  const RegisterUse use(program);
  const std::vector<bool> parted = find_parted(decoded);
  std::vector<Cells> read(decoded.ops.size());
  std::vector<Cells> kept(decoded.ops.size());  // not overwritten
  for (const DecodedOp& op : decoded.ops) {
    if (is_open(op)) {
      read[op.index].set();
      continue;
    }
    read[op.index] = any_of(use.read(op));
    kept[op.index] = ~all_of(use.written(op, is_whole && !parted[op.index]));
  }
  for (bool changes = true; changes;) {
    changes = false;
    for (const DecodedOp& op : decoded.ops | std::views::reverse) {
      const Cells now = read[op.index] | (behind(op) & kept[op.index]);
      changes = changes || now != before_[op.index];
      before_[op.index] = now;
    }
  }
}

Cells LiveRegisters::behind(const DecodedOp& op) const {
  const Cells& next = before_[op.index + 1];
  return flows(op) ? next | before_[op.jip] | before_[op.uip] : next;
}

}  // namespace eugene::eu
