#include "gpu/compile_rule.h"

#include <algorithm>

namespace eugene::gpu {

bool CompileRule::is_due(const Interpreted& so_far, std::size_t instructions, std::chrono::nanoseconds left) const {
  instructions = std::max<std::size_t>(instructions, 1);
  if (hot_after_) return so_far.instructions / instructions >= *hot_after_;
  return std::min(so_far.time, left) >= kPatience * expected(instructions);
}

void CompileRule::compiled(std::size_t instructions, std::chrono::nanoseconds time) {
  instructions_.fetch_add(instructions, std::memory_order_relaxed);
  nanoseconds_.fetch_add(static_cast<std::uint64_t>(time.count()), std::memory_order_relaxed);
}

std::chrono::nanoseconds CompileRule::expected(std::size_t instructions) const {
  const double each = static_cast<double>(nanoseconds_.load(std::memory_order_relaxed)) /
                      static_cast<double>(instructions_.load(std::memory_order_relaxed));
  return std::chrono::nanoseconds(static_cast<std::int64_t>(each * static_cast<double>(instructions)));
}

}  // namespace eugene::gpu
