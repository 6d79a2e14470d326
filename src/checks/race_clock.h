// What is ordered in a launch, for the race check: a vector clock of the EU threads of a dispatch, kept sparse.
//
// A thread counts moments: its barriers (phases), and within a phase the fences and atomics by which it publishes what
// it has done (steps). An access at moment m happens before another thread's access if that one is in the same group
// and a later phase, or has learnt, through an atomic, of a moment of the thread after m.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace eugene::checks {

// When a thread does something. Steps stop counting at the last, which makes more accesses ordered than are.
class Moment {
 public:
  constexpr Moment() = default;
  constexpr explicit Moment(std::uint32_t number) : number_(number) {}

  constexpr std::uint32_t phase() const { return number_ >> kStepBits; }
  constexpr Moment next_phase() const { return Moment((phase() + 1) << kStepBits); }
  constexpr Moment next_step() const { return is_last_step() ? *this : Moment(number_ + 1); }
  // First moment of which nobody knows who is told of all before this one.
  constexpr Moment published() const { return is_last_step() ? next_phase() : *this; }
  constexpr std::uint32_t number() const { return number_; }
  auto operator<=>(const Moment&) const = default;

 private:
  static constexpr unsigned kStepBits = 10;
  constexpr bool is_last_step() const { return (number_ + 1) >> kStepBits != phase(); }

  std::uint32_t number_ = 0;
};

// For each thread of the dispatch the moment before which its accesses are known to have happened.
class Clock {
 public:
  bool is_empty() const { return moments_.empty() && !knows_all_; }

  // Thread `thread` of `group` tells of what it did before `moment`, and of what its group did before `phase`.
  void hear(std::uint32_t thread, std::uint32_t group, Moment moment, std::uint32_t phase) {
    hear(thread, moment);
    raise(groups_, group, Moment(phase));
  }
  void hear(std::uint32_t thread, Moment moment) { raise(moments_, thread, moment); }
  void join(const Clock& other) {
    for (const auto& [thread, moment] : other.moments_) raise(moments_, thread, moment);
    for (const auto& [group, phase] : other.groups_) raise(groups_, group, phase);
    knows_all_ = knows_all_ || other.knows_all_;
    if (moments_.size() > kMostThreads) know_all();
  }
  bool knows(std::uint32_t thread, std::uint32_t group, Moment when) const {
    if (knows_all_) return true;
    const auto told = moments_.find(thread);
    if (told != moments_.end() && when < told->second) return true;
    const auto phase = groups_.find(group);
    return phase != groups_.end() && when.phase() < phase->second.number();
  }
  void clear() { *this = Clock(); }

 private:
  // A clock of more threads knows of everything: it costs no more memory, and nothing is reported that is ordered.
  static constexpr std::size_t kMostThreads = 4096;
  using Moments = std::unordered_map<std::uint32_t, Moment>;

  static void raise(Moments& all, std::uint32_t key, Moment moment) {
    Moment& known = all[key];
    known = std::max(known, moment);
  }
  void know_all() {
    clear();
    knows_all_ = true;
  }

  Moments moments_;  // by thread of the dispatch
  Moments groups_;   // by group: the number of a phase before which all is known
  bool knows_all_ = false;
};

}  // namespace eugene::checks
