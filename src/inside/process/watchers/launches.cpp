#include "launches.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/bits.h"
#include "isa/message/access.h"

namespace eugene::inside::process {
namespace {

// Bits of an address. The upper bits of a pointer repeat the highest of these bits.
constexpr std::uint64_t kAddressMask = low_mask(isa::kA64AddressBits);

check::Sizes to_sizes(const std::size_t (&values)[3]) { return {values[0], values[1], values[2]}; }

check::Given to_given(int given) {
  switch (given) {
    case eugene_given_buffer: return check::Given::buffer;
    case eugene_given_shared: return check::Given::shared;
    case eugene_given_local: return check::Given::local;
    case eugene_given_null: return check::Given::null;
    default: return check::Given::value;
  }
}

check::LaunchArgument to_argument(const eugene_argument& argument) {
  check::LaunchArgument made{.number = argument.number,
                             .given = to_given(argument.given),
                             .bytes = argument.bytes,
                             .address = argument.address,
                             .buffer = argument.buffer,
                             .object = argument.object,
                             .host_writes = argument.host_writes,
                             .written = {},
                             .rights = {.reads = argument.reads != 0, .writes = argument.writes != 0},
                             .is_part = argument.is_part != 0,
                             .part_begin = argument.part_begin,
                             .whole_bytes = argument.whole_bytes};
  for (const eugene_range& range : argument.written) made.written.push_back({range.begin, range.end});
  return made;
}

bool may_have(const ProgramLaunch& launch, std::uint64_t groups) {
  std::uint64_t count = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    if (launch.local[i] == 0 || launch.global[i] == 0) return true;  // only the driver or the GPU knows the size
    count *= (launch.global[i] + launch.local[i] - 1) / launch.local[i];
  }
  return count == groups;
}

}  // namespace

check::Order to_order(const eugene_order& order) {
  return {.number = order.number,
          .unordered = {order.unordered, order.unordered + order.count},
          .is_alone = order.is_alone != 0,
          .is_of_level_zero = order.is_of_level_zero != 0};
}

std::uint64_t Launches::add(const eugene_launched& launch) {
  std::vector<check::LaunchArgument> arguments;
  arguments.reserve(launch.count);
  for (const eugene_argument& each : std::span(launch.arguments, launch.count)) arguments.push_back(to_argument(each));
  const std::scoped_lock lock(mutex_);
  kernels_[launch.kernel].push_back({.id = ++last_id_,
                                     .kernel = launch.kernel,
                                     .arguments = std::move(arguments),
                                     .offset = to_sizes(launch.offset),
                                     .global = to_sizes(launch.global),
                                     .local = to_sizes(launch.local),
                                     .order = to_order(launch.order)});
  return last_id_;
}

void Launches::take_back(std::uint64_t id) {
  const std::scoped_lock lock(mutex_);
  for (auto& [name, waiting] : kernels_) {
    const auto found = std::ranges::find(waiting, id, &ProgramLaunch::id);
    if (found != waiting.end()) waiting.erase(found);
  }
}

std::optional<ProgramLaunch> Launches::take(std::span<const std::string> kernels, std::uint64_t groups) {
  const std::scoped_lock lock(mutex_);
  std::deque<ProgramLaunch>* oldest = nullptr;
  std::deque<ProgramLaunch>::iterator at;
  for (const std::string& kernel : kernels) {
    const auto of_kernel = kernels_.find(kernel);
    if (of_kernel == kernels_.end()) continue;
    std::deque<ProgramLaunch>& waiting = of_kernel->second;
    const auto found = std::ranges::find_if(waiting, [&](const ProgramLaunch& each) { return may_have(each, groups); });
    if (found == waiting.end() || (oldest != nullptr && at->id < found->id)) continue;
    oldest = &waiting;
    at = found;
  }
  if (oldest == nullptr) return std::nullopt;
  ProgramLaunch launch = std::move(*at);
  oldest->erase(oldest->begin(), std::next(at));
  return launch;
}

bool Launches::any_waits() const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::any_of(kernels_, [](const auto& each) { return !each.second.empty(); });
}

bool Launches::knows(const std::string& kernel) const {
  const std::scoped_lock lock(mutex_);
  return kernels_.contains(kernel);
}

std::vector<std::string> Launches::released(const eugene_launched& launch) const {
  const std::scoped_lock lock(mutex_);
  const auto is_freed = [&](const eugene_argument& argument) {
    if (argument.given != eugene_given_shared) return false;
    const std::uint64_t address = argument.address & kAddressMask;
    const auto after = allocations_.upper_bound(address);
    if (after == allocations_.begin()) return false;
    const check::Allocation& before = std::prev(after)->second;
    return before.is_freed && address - before.address < before.bytes;
  };
  std::vector<std::string> found;
  for (const eugene_argument& each : std::span(launch.arguments, launch.count)) {
    if (each.is_released != 0)
      found.push_back(fmt::format("argument {}, a {} of {} bytes", each.number,
                                  each.is_part != 0 ? "sub-buffer" : "buffer", each.bytes));
    else if (is_freed(each))
      found.push_back(fmt::format("argument {}, shared memory", each.number));
  }
  return found;
}

// New memory shows that older memory at the same addresses was released, even if the release was not reported.
void Launches::share(std::uint64_t pointer, std::uint64_t bytes, std::uint64_t room) {
  const std::uint64_t address = pointer & kAddressMask;
  const std::scoped_lock lock(mutex_);
  if (bytes == 0) {
    if (const auto found = allocations_.find(address); found != allocations_.end()) found->second.is_freed = true;
    return;
  }
  std::erase_if(allocations_, [&](const auto& each) {
    return each.second.address < address + bytes && address < each.second.address + each.second.bytes;
  });
  allocations_[address] = {.address = address, .bytes = bytes, .room = room};
}

std::vector<check::Allocation> Launches::allocations() const {
  const std::scoped_lock lock(mutex_);
  std::vector<check::Allocation> all;
  all.reserve(allocations_.size());
  for (const auto& [address, each] : allocations_) all.push_back(each);
  return all;
}

}  // namespace eugene::inside::process
