// Launches that the OpenCL layer of the program has reported (opencl/checked_launch.h) and that the GPU has not run
// yet, and the memory whose addresses are shared by program and GPU.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/launch.h"
#include "check/memory/launch_memory.h"
#include "process/calls.h"

namespace eugene::inside::process {

using check::ProgramLaunch;

check::Order to_order(const eugene_order& order);

// Safe for several threads.
class Launches final : public check::LaunchSource {
 public:
  // Returns the launch's ID.
  std::uint64_t add(const eugene_launched& launch);
  void take_back(std::uint64_t id);
  std::optional<ProgramLaunch> take(std::span<const std::string> kernels, std::uint64_t groups) override;
  bool any_waits() const override;

  // Returns the launch's arguments that are in memory the program has released ("argument 0, a buffer of 64 bytes").
  std::vector<std::string> released(const eugene_launched& launch) const;
  // Whether the program has ever launched a kernel named `kernel`.
  bool knows(const std::string& kernel) const;

  // `room` is described at Allocation::room.
  void share(std::uint64_t pointer, std::uint64_t bytes, std::uint64_t room = 0);
  std::vector<check::Allocation> allocations() const override;

 private:
  mutable std::mutex mutex_;
  std::uint64_t last_id_ = 0;
  std::map<std::string, std::deque<ProgramLaunch>> kernels_;  // waiting launches by kernel
  std::map<std::uint64_t, check::Allocation> allocations_;    // by address
};

}  // namespace eugene::inside::process
