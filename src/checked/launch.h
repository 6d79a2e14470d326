// A launch as its program has made it: what is known of the arguments, and the sizes.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "checks/init_memory.h"
#include "checks/launch_memory.h"

namespace eugene::checked {

using Sizes = std::array<std::uint64_t, 3>;

enum class Given : std::uint8_t { value, buffer, shared, local, null };

struct LaunchArgument {
  unsigned number = 0;
  Given given = Given::value;
  std::uint64_t bytes = 0;        // that the program asked for; of a pointer to shared memory: as far as is known
  std::uint64_t address = 0;      // of shared memory
  std::uint64_t buffer = 0;       // number of a buffer, which no other ever has; 0: nothing is known of its contents
  std::uint64_t object = 0;       // as `buffer`, also of shared memory, and of what nothing is known of
  std::uint64_t host_writes = 0;  // how many calls may have written the buffer so far
  std::vector<checks::BufferRange> written;  // by these calls, together
  checks::Rights rights;
  bool is_part = false;  // of a larger buffer:
  std::uint64_t part_begin = 0, whole_bytes = 0;
};

// The place of a command of the program in the order of all.
struct Order {
  std::uint64_t number = 0;              // counted from 1; 0: nothing is known
  std::vector<std::uint64_t> unordered;  // numbers of earlier commands that may run at the same time
  bool is_alone = true;                  // no later one may
  bool is_of_level_zero = false;         // else of OpenCL
};

struct Launch {
  std::uint64_t id = 0;  // its number among all, from 1
  std::string kernel;
  std::vector<LaunchArgument> arguments;
  Sizes offset{};
  Sizes global{};
  Sizes local{};  // zeros: the driver chooses
  Order order;
};

// The launches that dispatches may be of. Called from the threads that run them.
class LaunchSource {
 public:
  virtual ~LaunchSource() = default;
  // The oldest of one of these kernels that may be a dispatch of `groups` groups. It is not there any more then, nor
  // are those of its kernel before it. Nothing: the program has not launched this.
  virtual std::optional<Launch> take(std::span<const std::string> kernels, std::uint64_t groups) = 0;
  virtual bool any_waits() const = 0;
  virtual std::vector<checks::Allocation> allocations() const = 0;

 protected:
  LaunchSource() = default;
  LaunchSource(const LaunchSource&) = default;
  LaunchSource& operator=(const LaunchSource&) = default;
};

}  // namespace eugene::checked
