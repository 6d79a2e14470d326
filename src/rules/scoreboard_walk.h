// Follows accesses that an instruction leaves open over all paths of a program, until something waits for them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "isa/branch.h"
#include "isa/dependency.h"
#include "rules/rule.h"

namespace eugene::rules {

// Bounds the work for programs that no compiler writes, such as thousands of messages without tokens before a long way
// without waits.
inline constexpr std::size_t kMaxSteps = std::size_t{1} << 26;

// The instructions that the thread may execute after each instruction, as IGC's SWSB_G4IR.cpp has them
// (SWSBBuildSIMDCFG). A thread whose channels have all left jumps to JIP.
class Successors {
 public:
  explicit Successors(const ProgramSubject& s) : s_(s) {
    for (std::size_t n = 0; n < s.program.instructions.size(); ++n) {
      const Opcode opcode = s.program.instructions[n].opcode;
      if (opcode == Opcode::call || opcode == Opcode::calla) returns_.push_back(n + 1);
    }
  }

  // Calls `visit` with the index of each successor of instruction `n`.
  template <class Visit>
  void each(std::size_t n, Visit visit) const {
    const Instruction& i = s_.program.instructions[n];
    if (ends_thread(i) || i.opcode == Opcode::illegal) return;
    if (i.row().has_destination && !is_branch(i) && i.dst.is_arf(Arf::ip)) return;  // leads anywhere
    if (i.opcode == Opcode::ret) {
      for (const std::size_t next : returns_) go(next, visit);
    }
    const BranchTargets targets = branch_targets(s_.gen, i, s_.program.offsets[n]);
    const bool to_uip = i.opcode == Opcode::goto_ && i.branch_control;
    if (const std::optional<std::int64_t> offset = to_uip ? targets.uip : targets.jip) {
      const auto target = s_.program.index_at(*offset);
      go(leaves_loop(i, target) ? *target + 1 : target, visit);
    }
    if (!always_jumps(i)) go(n + 1, visit);
  }

 private:
  static bool always_jumps(const Instruction& i) {
    constexpr std::array kJumps{Opcode::jmpi, Opcode::goto_, Opcode::call, Opcode::calla, Opcode::ret};
    return i.pred_control == PredControl::none && std::ranges::find(kJumps, i.opcode) != kJumps.end();
  }

  // True if all channels have left the loop when the thread jumps to its while, so that the while does not loop.
  bool leaves_loop(const Instruction& i, std::optional<std::size_t> target) const {
    return i.opcode == Opcode::break_ && i.jip == i.uip && target &&
           s_.program.instructions[*target].opcode == Opcode::while_;
  }

  template <class Visit>
  void go(std::optional<std::size_t> next, Visit visit) const {
    if (next && *next < s_.program.instructions.size()) visit(*next);
  }

  const ProgramSubject& s_;
  std::vector<std::size_t> returns_;  // the instructions after calls
};

// Follows open accesses through one program.
class ScoreboardWalk {
 public:
  explicit ScoreboardWalk(const ProgramSubject& s)
      : code_(s.program.instructions), successors_(s), walk_(code_.size()), seen_(code_.size()) {
    accesses_.reserve(code_.size());
    waits_.reserve(code_.size());
    for (const Instruction& i : code_) {
      accesses_.push_back(find_accesses(s.gen, i));
      waits_.push_back(find_waits(i));
    }
  }

  // Returns the conflicts of instruction `first` with later ones, one for each later instruction.
  std::vector<DependencyHazard> follow(std::size_t first) {
    std::vector<DependencyHazard> conflicts;
    each_register(accesses_[first], [&](const Accesses& each) { follow(first, each, conflicts); });
    std::ranges::stable_sort(conflicts, {}, &DependencyHazard::later);
    const auto repeated = std::ranges::unique(conflicts, {}, &DependencyHazard::later);
    conflicts.erase(repeated.begin(), repeated.end());
    return conflicts;
  }

 private:
  // A point that a walk has reached, before the instruction there waits.
  struct Point {
    std::size_t at = 0;
    bool reads = true;
    bool writes = true;
    bool others = false;  // channels run that have not executed the access
    unsigned distance = 1;
  };

  // Follows the accesses of instruction `first` to one register. A path ends at its first conflict.
  void follow(std::size_t first, const Accesses& accesses, std::vector<DependencyHazard>& conflicts) {
    const Instruction& earlier = code_[first];
    const bool in_order = !ends_out_of_order(earlier);
    const std::optional<unsigned> token = find_token(earlier);
    ++walks_;
    points_.clear();
    go_on({.at = first, .reads = !accesses.read.empty(), .writes = !accesses.written.empty()}, in_order);
    while (!points_.empty() && steps_ < kMaxSteps) {
      Point point = points_.back();
      points_.pop_back();
      if (!enter(point)) continue;
      if (in_order ? !is_open(point) : !is_open(point, token)) continue;
      const Instruction& later = code_[point.at];
      const OpenAccess open{.instruction = earlier, .accesses = accesses, .reads = point.reads, .writes = point.writes};
      const auto conflict = find_conflict(open, later, accesses_[point.at]);
      if (conflict && !(point.others && conflict->hazard == Hazard::read_after_write)) {
        conflicts.push_back({.earlier = first, .later = point.at, .conflict = *conflict, .distance = point.distance});
        continue;
      }
      if (takes_over(open, later, accesses_[point.at])) point.reads = false;
      if (in_order && counts_in_distance(later)) ++point.distance;
      if (point.reads || point.writes) go_on(point, in_order);
    }
  }

  // Adds the points after `point`. After an else, the channels of the else branch run. These channels do not read the
  // values that the if branch has written for the other channels. The edge from the else to its endif is a separate
  // path. While a thread jumps, all instructions that execute in order end: Intel's compiler counts distances only in
  // the order of the text (G4_BB_SB::SBDDD), and Mesa's compiler counts distances over all paths.
  void go_on(const Point& point, bool in_order) {
    const std::size_t from = point.at;
    const bool changes = !in_order && code_[from].opcode == Opcode::else_;
    successors_.each(from, [&](std::size_t next) {
      if (in_order && next != from + 1) return;
      Point after = point;
      after.at = next;
      after.others = point.others || (changes && next == from + 1);
      points_.push_back(after);
    });
  }

  // Returns false if the walk has been at `point` already.
  bool enter(const Point& point) {
    ++steps_;
    if (walk_[point.at] != walks_) {
      walk_[point.at] = walks_;
      seen_[point.at] = 0;
    }
    constexpr unsigned kOthers = 20;  // beyond the distances
    static_assert(3 + kMaxOpenDistance + 1 < kOthers);
    const unsigned open = (point.reads ? 1U : 0U) | (point.writes ? 2U : 0U);
    const unsigned state = point.distance > 1 ? 3 + point.distance : point.others ? kOthers + open : open;
    const auto bit = std::uint32_t{1} << state;
    const bool is_new = (seen_[point.at] & bit) == 0;
    seen_[point.at] |= bit;
    return is_new;
  }

  // True if an instruction that ends in order may not have ended yet after the waits at `point`.
  bool is_open(const Point& point) const {
    const unsigned wait = waits_[point.at].distance;
    return point.distance <= kMaxOpenDistance && (wait == 0 || wait > point.distance);
  }

  // Takes away what the instruction at `point` waits for. Returns true if something stays open.
  bool is_open(Point& point, std::optional<unsigned> token) const {
    if (!token) return true;
    const Waits& waits = waits_[point.at];
    const auto bit = static_cast<std::uint16_t>(1U << *token);
    if ((waits.written_tokens & bit) != 0) return false;
    if ((waits.read_tokens & bit) != 0) point.reads = false;
    return point.reads || point.writes;
  }

  const std::vector<Instruction>& code_;
  Successors successors_;
  std::vector<Accesses> accesses_;
  std::vector<Waits> waits_;
  std::vector<Point> points_;        // points that the walk has not visited yet
  std::vector<std::uint32_t> walk_;  // the last walk that came to an instruction
  std::vector<std::uint32_t> seen_;  // the states of the walk there, a bit each
  std::uint32_t walks_ = 0;
  std::size_t steps_ = 0;
};

}  // namespace eugene::rules
