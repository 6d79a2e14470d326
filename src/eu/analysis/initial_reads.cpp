#include "eu/analysis/initial_reads.h"

#include <bit>

#include "eu/analysis/live_registers.h"
#include "eu/analysis/register_use.h"

namespace eugene::eu {

namespace {

// True if execution always continues with the next instruction, with the same channels.
bool runs_on(const PreparedOp& op) {
  if (op.has_breakpoint || op.action == Action::branch || op.action == Action::jump || op.action == Action::fault)
    return false;
  return !moves_thread(op.destination);
}

using ByCell = std::vector<std::uint32_t>;  // bit mask of bytes, indexed by cell

std::vector<CellRange> ranges(const ByCell& bytes) {
  std::vector<CellRange> found;
  for (std::uint32_t cell = 0; cell < bytes.size(); ++cell) {
    if (bytes[cell] == 0) continue;
    if (found.empty() || found.back().end != cell || cell == kCellCount) found.push_back({cell, cell});
    ++found.back().end;
  }
  return found;
}

// Only for vISA kernels, which have so many variables that a data flow over branches pays.
void drop_dead_variables(ByCell& seen, const isa::Program& program, const PreparedProgram& prepared, bool is_whole) {
  if (!program.is_visa || prepared.ops.empty()) return;
  const LiveRegisters live(program, prepared, is_whole, false);
  for (unsigned cell = kCellCount; cell < seen.size(); ++cell)
    if (!live.before(0)[cell]) seen[cell] = 0;
}

// Walks a program in order. `is_whole`: threads start with all channels that the instructions use.
InitialCells walk(const isa::Program& program, const PreparedProgram& prepared, bool is_whole) {
  const RegisterUse use(program);
  ByCell written(use.cells());
  ByCell seen(use.cells());
  ByCell changed(use.cells());
  const auto add = [&](ByCell& to, const RegisterUse::Bytes& from) {
    for (const auto& part : from) to[part.cell] |= part.bytes;
  };
  const auto see = [&](const RegisterUse::Bytes& read) {
    for (const auto& part : read) seen[part.cell] |= part.bytes & ~written[part.cell];
  };
  std::size_t index = 0;
  // The instructions before the first branch are executed first, with all channels.
  for (; index < prepared.ops.size() && runs_on(prepared.ops[index]); ++index) {
    see(use.read(prepared.ops[index]));
    add(written, use.written(prepared.ops[index], is_whole));
  }
  for (; index < prepared.ops.size(); ++index) see(use.read(prepared.ops[index]));
  drop_dead_variables(seen, program, prepared, is_whole);
  for (const PreparedOp& op : prepared.ops) add(changed, use.changed(op));
  for (std::size_t i = 0; i < use.cells(); ++i) changed[i] &= seen[i];
  return {.seen = ranges(seen), .changed = ranges(changed)};
}

// The result for programs that are not analysed: all registers count as read and written.
InitialReads all_registers(const isa::Program& program) {
  InitialCells cells{.seen = {{0, kCellCount}}, .changed = {{0, kCellCount}}};
  if (program.is_visa) {
    cells.seen.push_back({kCellCount, cell_count(program)});
    cells.changed.push_back(cells.seen.back());
  }
  return {.channels = 0, .whole = cells, .partial = cells};
}

}  // namespace

InitialReads find_initial_reads(const isa::Program& program, const PreparedProgram& prepared) {
  // A limit for instructions times cells. Beyond it, the analysis takes longer than it saves.
  constexpr std::size_t kMax = 200'000'000;
  if (prepared.ops.size() * cell_count(program) > kMax) return all_registers(program);
  InitialReads reads;
  for (const PreparedOp& op : prepared.ops) {
    if (!runs_on(op)) break;
    if (!op.no_mask) reads.channels |= std::rotl(op.all, op.channel_offset);
  }
  reads.whole = walk(program, prepared, true);
  reads.partial = walk(program, prepared, false);
  return reads;
}

}  // namespace eugene::eu
