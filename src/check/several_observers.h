// Combines several observers of one worker into one.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "gpu/schedule/observe/observation.h"

namespace eugene::check {

// `went_back` is set when a debugger goes back.
class Several final : public eu::Observer {
 public:
  Several(std::vector<std::unique_ptr<eu::Observer>> owned, std::atomic<bool>& went_back)
      : owned_(std::move(owned)), went_back_(&went_back) {
    for (const auto& each : owned_) all_.add(*each);
  }

  eu::Interest interest() const override { return all_.interest(); }
  bool takes_batches() const override { return all_.take_batches(); }
  bool wants_interpreter() const override { return all_.want_interpreter(); }
  void program_ends(std::span<const eu::ExecutionCounts> counts) override {
    all_.tell(&eu::Observer::program_ends, counts);
  }
  void group_begins(const eu::StartedGroup& group) override { all_.tell(&eu::Observer::group_begins, group); }
  void group_ends() override { all_.tell(&eu::Observer::group_ends); }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override {
    all_.tell(&eu::Observer::instruction_begins, op, thread);
  }
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override {
    all_.tell(&eu::Observer::executed, op, thread, channels, before);
  }
  void message_begins(const eu::SendRequest& request) override { all_.tell(&eu::Observer::message_begins, request); }
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    all_.tell(&eu::Observer::message_ends, request, status);
  }
  void message_restarts() override { all_.tell(&eu::Observer::message_restarts); }
  eu::WatchedRange watched_around(const eu::AccessedSpace& space, eu::AccessKind kind,
                                  std::uint64_t offset) const override {
    return all_.watched_around(space, kind, offset);
  }
  std::uint32_t watched_alignment(std::size_t index) const override { return all_.watched_alignment(index); }
  void accessed(const eu::Access& access) override { all_.tell(&eu::Observer::accessed, access); }
  void accessed_by_lanes(const eu::LaneAccess& access) override { all_.tell(&eu::Observer::accessed_by_lanes, access); }
  void transferred(const eu::Access& access, const eu::AccessValues& values) override {
    all_.tell(&eu::Observer::transferred, access, values);
  }
  void registers_written(const eu::Thread& thread, std::size_t begin, std::size_t end) override {
    all_.tell(&eu::Observer::registers_written, thread, begin, end);
  }
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override {
    all_.tell(&eu::Observer::recovers, thread, recovery);
  }
  void goes_back(const eu::Return& /*to*/) override { *went_back_ = true; }

 private:
  std::vector<std::unique_ptr<eu::Observer>> owned_;
  std::atomic<bool>* went_back_;
  eu::Observers all_;
};

}  // namespace eugene::check
