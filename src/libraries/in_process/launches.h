// Launches that the program's OpenCL layer has told of (opencl_names/launches.h) and that the GPU has not run yet, and
// the memory whose addresses program and GPU share.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "calls.h"
#include "checks/launch_memory.h"

namespace eugene::i915 {

using Sizes = std::array<std::uint64_t, 3>;

struct Launch {
  std::uint64_t id = 0;  // its number among all, from 1
  std::string kernel;
  std::vector<eugene_argument> arguments;
  Sizes offset{};
  Sizes global{};
  Sizes local{};  // zeros: the driver chooses
};

// Safe for several threads.
class Launches {
 public:
  // Gives its id.
  std::uint64_t add(const eugene_launched& launch);
  void take_back(std::uint64_t id);
  // The oldest of one of these kernels that may be a dispatch of `groups` groups. It is not there any more then, nor
  // are those of its kernel before it. Nothing: the program has not launched this.
  std::optional<Launch> take(std::span<const std::string> kernels, std::uint64_t groups);
  bool any_waits() const;

  // Of the launch: its arguments in memory that the program has released ("argument 0, a buffer of 64 bytes").
  std::vector<std::string> released(const eugene_launched& launch) const;
  // Whether the program has ever launched a kernel of that name.
  bool knows(const std::string& kernel) const;

  // `room`: as Allocation::room.
  void share(std::uint64_t pointer, std::uint64_t bytes, std::uint64_t room = 0);
  std::vector<checks::Allocation> allocations() const;

 private:
  mutable std::mutex mutex_;
  std::uint64_t last_id_ = 0;
  std::map<std::string, std::deque<Launch>> kernels_;        // that wait, by kernel
  std::map<std::uint64_t, checks::Allocation> allocations_;  // by address
};

}  // namespace eugene::i915
