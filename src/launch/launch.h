// A launch of an OpenCL kernel without a driver: what the program says with clSetKernelArg and clEnqueueNDRangeKernel.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "load/device_binary.h"

namespace eugene::launch {

// x, y, z.
using Sizes = std::array<std::uint32_t, 3>;

// The bytes of a number, a vector or a structure. A kernel takes at least four: the others of a char or short are
// anything.
struct ValueArgument {
  std::vector<std::byte> bytes;
};
// Memory at a GPU address; address 0: the pointer is null.
struct BufferArgument {
  std::uint64_t address = 0;
  std::uint64_t bytes = 0;
};
// Bytes of local memory.
struct LocalArgument {
  std::uint32_t bytes = 0;
};
// Without a value until it is set.
using ArgumentValue = std::variant<std::monostate, ValueArgument, BufferArgument, LocalArgument>;

struct Launch {
  std::vector<ArgumentValue> arguments;  // by number
  unsigned dimensions = 1;
  Sizes global{1, 1, 1};  // work-items
  Sizes local{};          // of a group; zeros: one is chosen
  Sizes offset{};         // of global ids
};

// Fails if the binary says of the kernel what cannot be: how many work-items a thread has, and with how much data it
// begins.
Result<void> check_kernel(const load::DeviceKernel& kernel);

// Whether the last groups of a dimension may be smaller than the others.
enum class LastGroups : std::uint8_t { whole, smaller };

// The work-items of a group: those of `launch`, else those that the kernel requires, else a divisor of the global size
// of at most 256. Fails if a global size is no multiple of them and must be, if the kernel requires others, or if a
// group is larger than `most` work-items.
Result<Sizes> group_size(const load::DeviceKernel& kernel, const Launch& launch, std::uint32_t most,
                         LastGroups last = LastGroups::whole);

// Groups of one size. GPGPU_WALKER has one for all its groups, so a launch whose last groups are smaller is one for
// each side, edge and corner: of 5x5 work-items in groups of 2x2 the groups (0,0) to (1,1), then (2,0) and (2,1), which
// have 1x2 work-items, (0,2) and (1,2), and (2,2).
struct Part {
  Sizes local{};         // work-items of a group
  Sizes first{}, end{};  // numbers of its groups; end: exclusive
};
// `local`: of group_size().
std::vector<Part> parts_of(const Sizes& global, const Sizes& local);

// Fails for the first argument that is not set, or whose value does not fit its kind and size.
Result<void> check_arguments(const load::DeviceKernel& kernel, const Launch& launch);

}  // namespace eugene::launch
