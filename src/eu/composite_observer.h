// One observer that stands for several: each event goes to all of them, in their order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "eu/observer.h"

namespace eugene::eu {

class CompositeObserver : public Observer {
 public:
  explicit CompositeObserver(std::vector<std::unique_ptr<Observer>> parts) : parts_(std::move(parts)) {
    for (const auto& each : parts_) all_.add(*each);
  }

  Interest interest() const override { return all_.interest(); }
  const DigestPlan* digest_plan() const override { return all_.digest_plan(); }
  void program_ends(std::span<const ExecutionCounts> counts) override { all_.tell(&Observer::program_ends, counts); }
  void group_begins(const StartedGroup& group) override { all_.tell(&Observer::group_begins, group); }
  void group_ends() override { all_.tell(&Observer::group_ends); }
  bool takes_batches() const override { return all_.take_batches(); }
  bool wants_interpreter() const override { return all_.want_interpreter(); }
  void turn_begins(const Thread& thread) override { all_.tell(&Observer::turn_begins, thread); }
  void turn_ends(const Thread& thread) override { all_.tell(&Observer::turn_ends, thread); }
  void instruction_begins(const PreparedOp& op, const Thread& thread) override {
    all_.tell(&Observer::instruction_begins, op, thread);
  }
  const Return* goes_back_to() const override { return all_.goes_back_to(); }
  void goes_back(const Return& to) override { all_.tell(&Observer::goes_back, to); }
  bool wants_state() const override { return all_.want_state(); }
  void state_kept(const std::shared_ptr<const GroupState>& state) override { all_.tell(&Observer::state_kept, state); }
  void faults(const Thread& thread, const Fault& fault) override { all_.tell(&Observer::faults, thread, fault); }
  void executed(const PreparedOp& op, const Thread& thread, unsigned channels, std::uint32_t before) override {
    all_.tell(&Observer::executed, op, thread, channels, before);
  }
  void message_begins(const SendRequest& request) override { all_.tell(&Observer::message_begins, request); }
  void message_ends(const SendRequest& request, SendStatus status) override {
    all_.tell(&Observer::message_ends, request, status);
  }
  void message_restarts() override { all_.tell(&Observer::message_restarts); }
  void accessed(const Access& access) override { all_.tell(&Observer::accessed, access); }
  void accessed_by_lanes(const LaneAccess& access) override { all_.tell(&Observer::accessed_by_lanes, access); }
  WatchedRange watched_around(const AccessedSpace& space, AccessKind kind, std::uint64_t offset) const override {
    return all_.watched_around(space, kind, offset);
  }
  std::uint32_t watched_alignment(std::size_t index) const override { return all_.watched_alignment(index); }
  void transferred(const Access& access, const AccessValues& values) override {
    all_.tell(&Observer::transferred, access, values);
  }
  void registers_written(const Thread& thread, std::size_t begin, std::size_t end) override {
    all_.tell(&Observer::registers_written, thread, begin, end);
  }
  void chosen(const Thread& thread, GatewayChoice choice) override { all_.tell(&Observer::chosen, thread, choice); }
  void recovers(const Thread& thread, const Recovery& recovery) override {
    all_.tell(&Observer::recovers, thread, recovery);
  }

 private:
  std::vector<std::unique_ptr<Observer>> parts_;
  Observers all_;
};

}  // namespace eugene::eu
