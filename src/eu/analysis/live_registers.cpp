#include "eu/analysis/live_registers.h"

#include <algorithm>

#include "eu/analysis/backward_flow.h"
#include "eu/analysis/divergence.h"
#include "eu/analysis/live_elements.h"
#include "eu/analysis/register_use.h"

namespace eugene::eu {
namespace {

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

LiveRegisters::LiveRegisters(const isa::Program& program, const PreparedProgram& prepared, bool is_whole,
                             bool has_routine)
    : before_(prepared.ops.size() + 1, Cells(cell_count(program))) {
  if (prepared.joins_anywhere) {
    for (Cells& each : before_) each.set();
    return;
  }
  const RegisterUse use(program);
  const std::vector<bool> divergent = divergent_instructions(prepared);
  ReadAndKilled effects(prepared.ops.size(), use.cells());
  std::vector<bool> is_all_read(prepared.ops.size());
  for (const PreparedOp& op : prepared.ops) {
    if (is_open(op, has_routine)) {
      is_all_read[op.index] = true;
      effects.read[op.index].set();
      continue;
    }
    for (const auto& part : use.read(op)) effects.read[op.index].set(part.cell);
    effects.killed[op.index] = overwritten(use.written(op, is_whole && !divergent[op.index]), use.cells());
  }
  before_ = flow_back(prepared, effects, use.cells());
  if (is_whole && !prepared.channel_use.may_diverge) return;
  const std::vector<Cells> wanted = cells_with_live_elements(program, prepared, effects.killed, is_all_read);
  for (std::size_t i = 0; i < wanted.size(); ++i) before_[i] &= wanted[i];
}

Cells LiveRegisters::after(const PreparedOp& op) const { return live_after(before_, op); }

}  // namespace eugene::eu
