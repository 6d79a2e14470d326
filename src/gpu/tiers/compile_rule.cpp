#include "gpu/tiers/compile_rule.h"

#include <algorithm>

namespace eugene::gpu {

bool CompileRule::is_due(const Interpreted& so_far, const CompileSize& size, const Situation& now) const {
  if (hot_after_) return so_far.instructions / std::max<std::size_t>(size.instructions, 1) >= *hot_after_;
  return std::min(so_far.time, now.left) >= patience(now) * expected(size);
}

void CompileRule::compiled(const CompileSize& size, std::chrono::nanoseconds time) {
  work_.fetch_add(size.work(), std::memory_order_relaxed);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(time.count()), std::memory_order_relaxed);
}

std::chrono::nanoseconds CompileRule::expected(const CompileSize& size) const {
  const double each = static_cast<double>(nanoseconds_.load(std::memory_order_relaxed)) /
                      static_cast<double>(work_.load(std::memory_order_relaxed));
  const auto work = static_cast<double>(std::max<std::size_t>(size.work(), 1));
  return std::chrono::nanoseconds(static_cast<std::int64_t>(each * work));
}

}  // namespace eugene::gpu
