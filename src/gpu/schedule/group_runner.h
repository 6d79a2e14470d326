// Runs groups of one dispatch on one worker.
//
// There are two ways. Groups whose threads meet at barriers, share local memory or stop somewhere run one at a time,
// each thread started here and advanced by take_turns() (turns.h). Where threads need nothing of each other and
// compiled code can start them itself, many groups run as a batch (eu/batch.h); the group in which a thread stopped is
// then finished the first way.
#pragma once

#include <cstdint>
#include <string>

#include "eu/interpreter.h"
#include "gpu/schedule/job.h"
#include "gpu/schedule/turns.h"
#include "gpu/schedule/worker_result.h"

namespace eugene::gpu {

struct Worker;

class GroupRunner {
 public:
  GroupRunner(Job& job, Worker& worker, unsigned number) : job_(job), worker_(worker), number_(number) {}

  // Groups from the job's queue until none is left.
  WorkerResult run();

  // For take_turns(), of the current group.
  Turn take_turn(unsigned thread);
  bool end_round(unsigned thread);
  void report_deadlock(unsigned thread);

 private:
  // Instructions or groups after which a worker reads the clock and tells the others how far it is.
  static constexpr std::uint64_t kReportInstructions = std::uint64_t{1} << 16;
  static constexpr std::uint64_t kReportGroups = 256;
  // Instructions that a thread runs in one turn. Between turns the clock is read and compiled code may take over: after
  // a few milliseconds interpreted.
  static constexpr std::uint64_t kSlice = std::uint64_t{1} << 17;
  // The same for a profile, in which threads should come by turns to memory as they would on an EU.
  static constexpr std::uint64_t kRecordedSlice = 64;

  std::uint64_t slice() const { return job_.record == nullptr ? kSlice : kRecordedSlice; }
  eu::Outcome& run_slice(unsigned thread);
  bool run_range(const GroupRange& range);
  bool run_batch(const GroupRange& range);
  bool may_start();
  void make_models();
  void begin_group(unsigned started);
  void run_group(unsigned first);
  void count_threads(unsigned first);

  Turn after_stop(unsigned thread, const eu::Outcome& outcome);
  bool may_continue(unsigned thread);
  bool is_late();
  void report_work();
  bool pass(unsigned thread, const eu::Outcome& outcome);
  void report_fault(unsigned thread, eu::Fault fault, std::string hint = {});
  KernelFault located(unsigned thread, eu::Fault fault) const;

  Job& job_;
  Worker& worker_;
  unsigned number_;  // of the worker
  WorkerResult result_;
  std::uint64_t index_ = 0;  // of the current group in the walk
  GroupId group_{};          // its number
  std::uint64_t unreported_instructions_ = 0;
  std::uint64_t unreported_groups_ = 0;
  bool has_models_ = false;
  bool can_batch_ = false;  // the threads are as a Batch wants them
};

}  // namespace eugene::gpu
