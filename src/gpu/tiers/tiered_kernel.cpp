#include "gpu/tiers/tiered_kernel.h"

#include <algorithm>
#include <utility>

#include "eu/prepare/prepared_op.h"

namespace eugene::gpu {

TieredKernel::TieredKernel(std::span<const std::byte> bytes, eu::Kernel kernel, std::uint32_t control)
    : bytes_(bytes.begin(), bytes.end()),
      kernel_(std::move(kernel)),
      control_(control),
      messages_(static_cast<std::size_t>(
          std::ranges::count(kernel_.prepared().ops, eu::Action::send, &eu::PreparedOp::action))) {}

eu::ThreadChannels TieredKernel::wanted() const {
  using enum eu::ThreadChannels;
  switch (needed_.load()) {
    case 0: return kernel_.prepared().channel_use.thread_channels(~0U);
    case bit(all): return all;
    case bit(one): return one;
    default: return any;
  }
}

void TieredKernel::count_dispatch(const TierCounts& interpreted, const TierCounts& compiled,
                                  std::chrono::nanoseconds time, std::uint64_t preemptions) {
  const std::scoped_lock lock(mutex_);
  ++stats_.dispatches;
  stats_.interpreted += interpreted;
  stats_.compiled += compiled;
  stats_.time += time;
  stats_.preemptions += preemptions;
}

std::uint64_t TieredKernel::preemptions() const {
  const std::scoped_lock lock(mutex_);
  return stats_.preemptions;
}

KernelStats TieredKernel::stats() const {
  const std::scoped_lock lock(mutex_);
  KernelStats result = stats_;
  result.code = bytes_;
  return result;
}

}  // namespace eugene::gpu
