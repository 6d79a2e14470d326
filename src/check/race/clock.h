// Happens-before in a launch, for the race check: a sparse vector clock of the EU threads of a dispatch.
//
// A thread counts epochs: its barriers (phases), and within a phase the fences and atomics that publish its accesses
// (steps). An access at epoch m happens before another thread's access in two cases: the other access is in the same
// group and a later phase, or the other thread has acquired, through an atomic, an epoch of the first thread after m.
#pragma once

#include <algorithm>
#include <cstdint>
#include <unordered_map>

namespace eugene::check {

// A point in a thread's progress (epoch). Steps saturate at the last step of a phase, so some unordered accesses then
// count as ordered.
class Epoch {
 public:
  constexpr Epoch() = default;
  constexpr explicit Epoch(std::uint32_t number) : number_(number) {}

  constexpr std::uint32_t phase() const { return number_ >> kStepBits; }
  constexpr Epoch next_phase() const { return Epoch((phase() + 1) << kStepBits); }
  constexpr Epoch next_step() const { return is_last_step() ? *this : Epoch(number_ + 1); }
  // Returns the clock value to release at this epoch. A thread that acquires it knows all earlier epochs, or, if
  // steps are saturated, the whole phase.
  constexpr Epoch published() const { return is_last_step() ? next_phase() : *this; }
  constexpr std::uint32_t number() const { return number_; }
  auto operator<=>(const Epoch&) const = default;

 private:
  static constexpr unsigned kStepBits = 10;
  constexpr bool is_last_step() const { return (number_ + 1) >> kStepBits != phase(); }

  std::uint32_t number_ = 0;
};

// A vector clock: for each thread of the dispatch, the epoch before which its accesses are known to have happened.
class Clock {
 public:
  bool is_empty() const { return epochs_.empty() && !knows_all_; }

  // Acquires what thread `thread` of `group` did before `epoch`, and what its group did before `phase`.
  void acquire(std::uint32_t thread, std::uint32_t group, Epoch epoch, std::uint32_t phase) {
    acquire(thread, epoch);
    raise(groups_, group, Epoch(phase));
  }
  void acquire(std::uint32_t thread, Epoch epoch) { raise(epochs_, thread, epoch); }
  void join(const Clock& other) {
    for (const auto& [thread, epoch] : other.epochs_) raise(epochs_, thread, epoch);
    for (const auto& [group, phase] : other.groups_) raise(groups_, group, phase);
    knows_all_ = knows_all_ || other.knows_all_;
    if (epochs_.size() > kMaxThreads) know_all();
  }
  bool knows(std::uint32_t thread, std::uint32_t group, Epoch when) const {
    if (knows_all_) return true;
    const auto released = epochs_.find(thread);
    if (released != epochs_.end() && when < released->second) return true;
    const auto phase = groups_.find(group);
    return phase != groups_.end() && when.phase() < phase->second.number();
  }
  void clear() { *this = Clock(); }

 private:
  // Max threads of a clock. A clock with more threads counts as knowing everything: this bounds its memory, and ordered
  // accesses are never reported.
  static constexpr std::size_t kMaxThreads = 4096;
  using Epochs = std::unordered_map<std::uint32_t, Epoch>;

  static void raise(Epochs& all, std::uint32_t key, Epoch epoch) {
    Epoch& known = all[key];
    known = std::max(known, epoch);
  }
  void know_all() {
    clear();
    knows_all_ = true;
  }

  Epochs epochs_;  // by thread of the dispatch
  Epochs groups_;  // by group: the phase before which everything is known
  bool knows_all_ = false;
};

}  // namespace eugene::check
