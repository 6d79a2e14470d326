// Runs one thread group of a case: its threads take turns (gpu/schedule/turns/turns.h) until all have ended or one
// fails.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "eu/interpreter.h"
#include "eu/observer.h"
#include "gpu/schedule/turns/turns.h"
#include "script/case_device.h"
#include "script/case_program.h"
#include "script/compiled_program.h"
#include "script/findings.h"
#include "script/session.h"
#include "script/watched_group.h"

namespace eugene::script {

// The limits of a case.
struct RunBudget {
  std::uint64_t instructions = 0;  // sum over all its threads
  std::optional<std::chrono::steady_clock::time_point> deadline;
  const std::atomic<bool>* cancelled = nullptr;  // see RunOptions::cancelled

  bool is_cancelled() const { return cancelled != nullptr && cancelled->load(std::memory_order_relaxed); }
};

class GroupRun final : public eu::Observer {
 public:
  // The engine that executes the group, and its observers.
  struct Execution {
    WatchedGroup* checker = nullptr;                               // null without --check
    eu::Observer* recorder = nullptr;                              // null without --profile
    eu::Observer* trace = nullptr;                                 // null without --trace
    std::span<const std::unique_ptr<eu::Observer>> watchers = {};  // from RunOptions::observe
    CompiledProgram* compiled = nullptr;                           // null: interpreted; not used with observers
  };
  GroupRun(const CaseProgram& program, const RunBudget& budget, CaseDevice& device, unsigned number,
           const Execution& execution, Findings& findings, CaseResult& result);

  // Runs from a state of the group; null: from its beginning. If an observer goes back, returns its target.
  std::optional<eu::Return> run(const eu::GroupState* from = nullptr);

  // Called by gpu::take_turns().
  gpu::Turn take_turn(unsigned index);
  bool end_round(unsigned /*index*/);
  void report_deadlock(unsigned index);
  // The eu::Observer interface.
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override;

 private:
  eu::Outcome run_thread(unsigned index, std::uint64_t slice);
  gpu::Turn after_stop(unsigned index, const eu::Outcome& outcome);
  gpu::Turn after_fault(unsigned index, eu::Fault fault);
  void restore(const eu::GroupState& from);
  bool within_budget(unsigned index);
  std::string describe_wait(const eu::Outcome& outcome, const eu::Thread& thread) const;
  eu::Thread& thread(unsigned index) { return device_.threads()[index]; }
  unsigned thread_number(unsigned index) const { return number_ * static_cast<unsigned>(states_.size()) + index; }

  const CaseProgram& program_;
  const RunBudget& budget_;
  CaseDevice& device_;
  unsigned number_;
  Execution execution_;
  Findings& findings_;
  CaseResult& result_;
  std::vector<gpu::ThreadState> states_;
  eu::Observers observers_;
  std::vector<std::string> waits_;  // last wait of each thread, as text
};

}  // namespace eugene::script
