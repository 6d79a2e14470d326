// One worker's part in a dispatch, as the classes that run its groups (group_runner.h) share it: the group that runs,
// the work done so far, and the faults found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/host_fault.h"
#include "eu/observer.h"
#include "gpu/schedule/job.h"
#include "gpu/schedule/shuffled_order.h"
#include "gpu/schedule/work_meter.h"
#include "gpu/schedule/worker_result.h"
#include "gpu/tiers/tier_runner.h"

namespace eugene::gpu {

struct Worker;

// The place in the walk of the group that a worker runs. While compiled code runs a batch of groups, it keeps count.
class GroupPosition {
 public:
  std::uint64_t index() const { return batch_ == nullptr ? first_ : first_ + batch_->batch().group; }
  void set(std::uint64_t index) { *this = {index, nullptr}; }
  // `runner` runs a batch whose first group is `first`.
  void follow_batch(std::uint64_t first, const TierRunner& runner) { *this = {first, &runner}; }

  GroupPosition() = default;

 private:
  GroupPosition(std::uint64_t first, const TierRunner* batch) : first_(first), batch_(batch) {}

  std::uint64_t first_ = 0;
  const TierRunner* batch_ = nullptr;  // null: no batch runs
};

class WorkerRun final : public eu::Observer {
 public:
  WorkerRun(Job& of, Worker& by, unsigned place) : job(of), worker(by), number(place), meter(of, place) {}

  Job& job;
  Worker& worker;
  unsigned number;                     // of the place in the job whose work is run
  GroupPosition position;              // of the current group
  GroupId group{};                     // its dwords in r0
  unsigned counted = 0;                // its threads, from the first on, whose work has been counted
  std::optional<ShuffledOrder> order;  // of its threads' turns; none: as they are numbered
  WorkMeter meter;

  // Whether the current group is to be started.
  bool may_start();
  // A thread of the current group has a fault, which ends the dispatch after the groups before this one.
  void report_fault(unsigned thread, eu::Fault fault, std::string hint = {});
  // Compiled code was about to access memory of the program that is no longer there.
  void report_lost_memory(const HostFault& lost);
  // Tell the observers of the current group, once, and that the last one told of has ended.
  void tell_group_begins();
  void tell_group_ends();
  // As an observer. In a batch, a group begins at its first message that is sent, or its first access that is told.
  bool takes_batches() const override { return true; }
  void message_begins(const eu::SendRequest& /*request*/) override {
    if (job.is_observed()) tell_group_begins();
  }
  void accessed_by_lanes(const eu::LaneAccess& /*access*/) override {
    if (job.is_observed()) tell_group_begins();
  }
  // Of a thread of the current group or batch. Noted once for each instruction.
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override;

  // After the last group.
  WorkerResult take_result();

 private:
  KernelFault located(std::uint64_t index, unsigned thread, eu::Fault fault) const;

  WorkerResult result_;
  std::optional<std::uint64_t> told_;  // the group that has begun for observers
};

}  // namespace eugene::gpu
