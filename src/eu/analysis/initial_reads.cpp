#include "eu/analysis/initial_reads.h"

#include <bit>

#include "eu/analysis/register_use.h"

namespace eugene::eu {

namespace {

// Is what follows `op` what is executed next, with the same channels?
bool goes_straight_on(const DecodedOp& op) {
  if (op.has_breakpoint || op.action == Action::branch || op.action == Action::jump || op.action == Action::fault)
    return false;
  return !(op.destination.acts && op.destination.offset >= offsetof(Thread, ip_register));
}

std::vector<CellRange> ranges(const RegisterUse::Bytes& bytes) {
  std::vector<CellRange> found;
  for (std::uint16_t cell = 0; cell < kCellCount; ++cell) {
    if (bytes[cell] == 0) continue;
    if (found.empty() || found.back().end != cell) found.push_back({cell, cell});
    ++found.back().end;
  }
  return found;
}

// Walks a program in order; `is_whole` says that all channels of its instructions have been dispatched.
InitialCells walk(const isa::Program& program, const DecodedProgram& decoded, bool is_whole) {
  const RegisterUse use(program);
  RegisterUse::Bytes written{};
  RegisterUse::Bytes seen{};
  RegisterUse::Bytes changed{};
  const auto add = [](RegisterUse::Bytes& to, const RegisterUse::Bytes& from) {
    for (std::size_t i = 0; i < kCellCount; ++i) to[i] |= from[i];
  };
  const auto see = [&](const RegisterUse::Bytes& read) {
    for (std::size_t i = 0; i < kCellCount; ++i) seen[i] |= read[i] & ~written[i];
  };
  std::size_t index = 0;
  // All of this is executed before anything else is, and all channels take part.
  for (; index < decoded.ops.size() && goes_straight_on(decoded.ops[index]); ++index) {
    see(use.read(decoded.ops[index]));
    add(written, use.written(decoded.ops[index], is_whole));
  }
  for (; index < decoded.ops.size(); ++index) see(use.read(decoded.ops[index]));
  for (const DecodedOp& op : decoded.ops) add(changed, use.changed(op));
  for (std::size_t i = 0; i < kCellCount; ++i) changed[i] &= seen[i];
  return {.seen = ranges(seen), .changed = ranges(changed)};
}

}  // namespace

InitialReads find_initial_reads(const isa::Program& program, const DecodedProgram& decoded) {
  InitialReads reads;
  for (const DecodedOp& op : decoded.ops) {
    if (!goes_straight_on(op)) break;
    if (!op.no_mask) reads.channels |= std::rotl(op.all, op.channel_offset);
  }
  reads.whole = walk(program, decoded, true);
  reads.partial = walk(program, decoded, false);
  return reads;
}

}  // namespace eugene::eu
