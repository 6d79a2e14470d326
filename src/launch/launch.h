// A launch of an OpenCL kernel without a driver: the values that a program passes to clSetKernelArg and
// clEnqueueNDRangeKernel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "binary/device_binary.h"

namespace eugene::launch {

// x, y, z.
using Sizes = std::array<std::uint32_t, 3>;

// The bytes of a number, a vector or a structure. A kernel takes at least four bytes; the upper bytes of a char or
// short may be anything.
struct ValueArgument {
  std::vector<std::byte> bytes;
};
// Memory at a GPU address; address 0 is a null pointer.
struct BufferArgument {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};
// A local memory argument.
struct LocalArgument {
  std::uint32_t bytes = 0;
};
// The value of an argument; monostate until it is set.
using ArgumentValue = std::variant<std::monostate, ValueArgument, BufferArgument, LocalArgument>;

struct Launch {
  std::vector<ArgumentValue> arguments;  // indexed by argument number
  unsigned dimensions = 1;
  Sizes global{1, 1, 1};  // work-items
  Sizes local{};          // work-items of a group; zeros: chosen automatically
  Sizes offset{};         // offset of global IDs
};

// Fails if the binary states an impossible number of work-items per thread, or too much payload for a thread.
Result<void> check_kernel(const binary::DeviceKernel& kernel);

// Whether the last groups of a dimension may be smaller than the others.
enum class LastGroups : std::uint8_t { whole, smaller };

// Returns the size of a group: the size in `launch`, else the size that the kernel requires, else a divisor of the
// global size of at most 256 work-items. Fails if the global size must be a multiple of the group size and is not, if
// the kernel requires another size, or if a group has more than `limit` work-items.
Result<Sizes> group_size(const binary::DeviceKernel& kernel, const Launch& launch, std::uint32_t limit,
                         LastGroups last = LastGroups::whole);

// Groups of one size. All groups of a GPGPU_WALKER have the same size, so a launch whose last groups are smaller
// becomes several walkers: one for the whole groups, and one for each side, edge and corner. Example: 5x5 work-items in
// groups of 2x2 are the groups (0,0) to (1,1); (2,0) and (2,1), which have 1x2 work-items; (0,2) and (1,2); and (2,2).
struct Part {
  Sizes local{};         // work-items of a group
  Sizes first{}, end{};  // range of group IDs; `end` is exclusive
};
// Divides a launch into parts. `local` is the result of group_size().
std::vector<Part> split_parts(const Sizes& global, const Sizes& local);

// Fails for the first argument that is not set, or whose value does not fit its kind and size.
Result<void> check_arguments(const binary::DeviceKernel& kernel, const Launch& launch);

}  // namespace eugene::launch
