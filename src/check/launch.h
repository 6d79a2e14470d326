// A launch as its program has made it: known facts about the arguments, and the sizes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "check/init/memory.h"
#include "check/memory/launch_memory.h"

namespace eugene::check {

using Sizes = std::array<std::uint64_t, 3>;

enum class Given : std::uint8_t { value, buffer, shared, local, null };

struct LaunchArgument {
  unsigned number = 0;
  Given given = Given::value;
  std::uint64_t bytes = 0;    // size that the program requested; for a pointer to shared memory, as far as known
  std::uint64_t address = 0;  // address of shared memory
  std::uint64_t buffer = 0;   // ID of a buffer, which is never reused; 0: nothing is known of its contents
  std::uint64_t object = 0;   // like `buffer`, but also set for shared memory, and if nothing is known of the contents
  std::uint64_t host_writes = 0;     // number of calls that may have written the buffer so far
  std::vector<BufferRange> written;  // ranges written by all these calls
  Rights rights;
  bool is_part = false;  // part of a larger buffer:
  std::uint64_t part_begin = 0, whole_bytes = 0;
};

// The place of a command in the order of the program's commands.
struct Order {
  std::uint64_t number = 0;              // counted from 1; 0: nothing is known
  std::vector<std::uint64_t> unordered;  // numbers of earlier commands that may run at the same time
  bool is_alone = true;                  // no later command may run at the same time
  bool is_of_level_zero = false;         // a command of Level Zero, else of OpenCL
};

struct ProgramLaunch {
  std::uint64_t id = 0;  // number among all launches, from 1
  std::string kernel;
  std::vector<LaunchArgument> arguments;
  Sizes offset{};
  Sizes global{};
  Sizes local{};  // zeros: the driver chooses
  Order order;
};

// The launches that dispatches may belong to. Called from the threads that run the dispatches.
class LaunchSource {
 public:
  virtual ~LaunchSource() = default;
  // Returns the oldest launch of one of these kernels that may be a dispatch of `groups` groups. Removes this launch
  // and the earlier launches of its kernel. Returns nothing if the program has not launched any.
  virtual std::optional<ProgramLaunch> take(std::span<const std::string> kernels, std::uint64_t groups) = 0;
  virtual bool any_waits() const = 0;
  virtual std::vector<Allocation> allocations() const = 0;

 protected:
  LaunchSource() = default;
  LaunchSource(const LaunchSource&) = default;
  LaunchSource& operator=(const LaunchSource&) = default;
};

}  // namespace eugene::check
