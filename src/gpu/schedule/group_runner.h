// Runs groups of one dispatch on one worker.
//
// There are two ways. Groups whose threads meet at barriers, share local memory or stop somewhere run one at a time,
// each thread started here and advanced by take_turns() (turns.h). Where threads need nothing of each other and
// compiled code can start them itself, many groups run as a batch (eu/batch.h); the group in which a thread stopped is
// then finished the first way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "base/host_fault.h"
#include "eu/interpreter.h"
#include "eu/observer.h"
#include "gpu/schedule/job.h"
#include "gpu/schedule/turns.h"
#include "gpu/schedule/worker_result.h"

namespace eugene::gpu {

struct Worker;

class GroupRunner final : public eu::Observer {
 public:
  GroupRunner(Job& job, Worker& worker, unsigned number) : job_(job), worker_(worker), number_(number) {}

  // Runs groups from the job's queue until none is left. If the walker is preempted, unfinished groups are left in the
  // job.
  WorkerResult run();

  // For take_turns(), of the current group.
  Turn take_turn(unsigned i);
  bool end_round(unsigned thread);
  void report_deadlock(unsigned thread);
  // As an observer, of a thread of the current group or batch.
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override;

 private:
  // Instructions or groups after which a worker reads the clock and tells the others how far it is.
  static constexpr std::uint64_t kReportInstructions = std::uint64_t{1} << 16;
  static constexpr std::uint64_t kReportGroups = 256;
  // Most instructions that a thread runs in one turn. Between turns the clock is read, walkers are preempted and
  // compiled code may take over.
  static constexpr std::uint64_t kSlice = std::uint64_t{1} << 17;
  // Slice in a group that an observer has interpreted, perhaps to time it: short, so that threads reach a barrier
  // alternately, as on an EU.
  static constexpr std::uint64_t kInterpretedSlice = 64;

  std::uint64_t slice() const { return std::min(is_interpreted_ ? kInterpretedSlice : kSlice, until_preempted_); }
  eu::Outcome& run_slice(unsigned i);
  void run_all();
  void end_after(const HostFault& lost);
  bool run_left();
  void leave(GroupRange rest);
  void leave_group(std::uint64_t end);
  bool run_range(const GroupRange& range);
  bool run_batch(const GroupRange& range);
  bool may_start();
  void make_models();
  void begin_group(unsigned first);
  void run_group(unsigned first);
  void end_group();
  void count_down(std::uint64_t executed);

  Turn after_stop(unsigned i, const eu::Outcome& outcome);
  bool may_continue(unsigned i);
  bool is_late();
  void report_work();
  void report_fault(unsigned thread, eu::Fault fault, std::string hint = {});
  KernelFault located(std::uint64_t group, unsigned thread, eu::Fault fault) const;

  Job& job_;
  Worker& worker_;
  unsigned number_;  // of the worker's place
  WorkerResult result_;
  std::uint64_t index_ = 0;                   // of the current group in the walk
  GroupId group_{};                           // its number
  std::optional<std::uint64_t> batch_first_;  // while a batch runs, the place of its first group
  std::uint64_t unreported_instructions_ = 0;
  std::uint64_t unreported_groups_ = 0;
  bool has_models_ = false;
  bool can_batch_ = false;       // the threads can run as a Batch
  bool is_interpreted_ = false;  // the current group, whatever compiled code there is, for an observer
  bool leaves_ = false;          // the current group is to be suspended, because the walker is preempted
  unsigned counted_ = 0;         // threads of the current group, from the first on, whose work has been counted
  std::uint64_t until_preempted_ = ~std::uint64_t{0};  // forced preemption: instructions left until then
};

}  // namespace eugene::gpu
