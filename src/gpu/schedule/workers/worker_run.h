// One worker's part in a dispatch, shared by the classes that run its groups (group_runner.h): the current group, the
// work done so far, and the faults found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/host_fault.h"
#include "eu/observer.h"
#include "gpu/schedule/job/job.h"
#include "gpu/schedule/job/worker_result.h"
#include "gpu/schedule/turns/shuffled_order.h"
#include "gpu/schedule/workers/work_meter.h"
#include "gpu/tiers/tier_runner.h"

namespace eugene::gpu {

struct Worker;

// Index, in dispatch order, of the group that a worker is running. During a batch, compiled code counts the groups, so
// the index is read from the batch.
class GroupPosition {
 public:
  std::uint64_t index() const { return batch_ == nullptr ? first_ : first_ + batch_->batch().group; }
  void set(std::uint64_t index) { *this = {index, nullptr}; }
  // Follows the batch that `runner` runs, whose first group is `first`.
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
  unsigned number;                     // number of the place in the job whose work is run
  GroupPosition position;              // position of the current group
  GroupId group{};                     // dwords of the current group in r0
  unsigned counted = 0;                // number of the group's threads, from the first on, whose work has been counted
  std::optional<ShuffledOrder> order;  // order of the threads' turns; none: by index
  WorkMeter meter;

  // Whether the current group may start.
  bool may_start();
  // Reports a fault of a thread of the current group. The dispatch ends after the groups before the current group.
  void report_fault(unsigned thread, eu::Fault fault, std::string hint = {});
  // Reports that compiled code was about to access memory of the program that no longer exists.
  void report_lost_memory(const HostFault& lost);
  // Call the observers' group_begins() once for the current group, after group_ends() for the group before it.
  void tell_group_begins();
  void tell_group_ends();
  // Functions of eu::Observer. In a batch, a group begins for observers at its first message or reported access.
  bool takes_batches() const override { return true; }
  void message_begins(const eu::SendRequest& /*request*/) override {
    if (job.is_observed()) tell_group_begins();
  }
  void accessed_by_lanes(const eu::LaneAccess& /*access*/) override {
    if (job.is_observed()) tell_group_begins();
  }
  // Notes a recovered fault of the current group or batch, once for each instruction.
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override;

  // Must be called after the last group.
  WorkerResult take_result();

 private:
  WorkerResult result_;
  std::optional<std::uint64_t> told_;  // the group that observers currently see; none: between groups
};

}  // namespace eugene::gpu
