#include "isa/open_accesses.h"

#include <algorithm>

#include "isa/scoreboard.h"

namespace eugene::isa {
namespace {

// A thread that sends message after message without tokens would have ever more open accesses.
constexpr std::size_t kMaxOpen = 512;

}  // namespace

void OpenAccesses::execute(const Program& program, std::size_t index, const Accesses& accesses,
                           std::vector<DependencyHazard>& found) {
  follow_branches(program, index);
  wait(program, index);
  const Instruction& later = program.instructions[index];
  const std::size_t known = found.size();
  std::erase_if(open_, [&](Open& open) {
    const OpenAccess earlier{.instruction = program.instructions[open.index],
                             .accesses = open.accesses,
                             .reads = open.reads,
                             .writes = open.writes};
    const std::optional<Conflict> conflict = find_conflict(earlier, later, accesses);
    if (conflict && !(open.others != 0 && conflict->hazard == Hazard::read_after_write)) {
      const auto is_same = [&](const DependencyHazard& each) { return each.earlier == open.index; };
      if (std::none_of(found.begin() + static_cast<std::ptrdiff_t>(known), found.end(), is_same))
        found.push_back({.earlier = open.index, .later = index, .conflict = *conflict, .distance = open.distance});
      return true;
    }
    if (takes_over(earlier, later, accesses)) open.reads = false;
    if (!ends_out_of_order(earlier.instruction) && counts_in_distance(later)) ++open.distance;
    return !open.reads && !open.writes;
  });
  add(program, index, accesses);
}

void OpenAccesses::follow_branches(const Program& program, std::size_t index) {
  const bool enters_else = last_ && index == *last_ + 1 && program.instructions[*last_].opcode == Opcode::else_;
  const Opcode opcode = program.instructions[index].opcode;
  for (Open& open : open_) {
    if (open.others != 0 && opcode == Opcode::if_) ++open.others;
    if (open.others != 0 && opcode == Opcode::endif) --open.others;
    if (open.others == 0 && enters_else && ends_out_of_order(program.instructions[open.index])) open.others = 1;
  }
}

void OpenAccesses::wait(const Program& program, std::size_t index) {
  const Waits waits = find_waits(program.instructions[index]);
  const bool jumped = last_ && index != *last_ + 1;  // instructions in order end meanwhile
  last_ = index;
  std::erase_if(open_, [&](Open& open) {
    if (!ends_out_of_order(program.instructions[open.index])) {
      const bool waited = waits.distance != 0 && waits.distance <= open.distance;
      return jumped || waited || open.distance > kMaxOpenDistance;
    }
    if (!open.token) return false;
    if ((waits.written_tokens >> *open.token & 1U) != 0) return true;
    if ((waits.read_tokens >> *open.token & 1U) != 0) open.reads = false;
    return !open.reads && !open.writes;
  });
}

void OpenAccesses::add(const Program& program, std::size_t index, const Accesses& accesses) {
  const std::optional<unsigned> token = find_token(program.instructions[index]);
  each_register(accesses, [&](const Accesses& each) {
    open_.push_back({.index = index,
                     .accesses = each,
                     .token = token,
                     .reads = !each.read.empty(),
                     .writes = !each.written.empty()});
  });
  if (open_.size() > kMaxOpen) open_.erase(open_.begin(), open_.end() - static_cast<std::ptrdiff_t>(kMaxOpen));
}

}  // namespace eugene::isa
