#include "gpu/tiers/tiered_kernel.h"

#include <algorithm>
#include <utility>

#include "eu/prepared_op.h"
#include "gpu/tiers/compiler.h"
#include "gpu/tiers/hot_part.h"

namespace eugene::gpu {

// CompileSize::work() of a long kernel: compiling takes about 0.15 s.
constexpr std::size_t kLong = 512;

TieredKernel::TieredKernel(std::span<const std::byte> bytes, eu::Kernel kernel, std::uint32_t control)
    : bytes_(bytes.begin(), bytes.end()),
      kernel_(std::move(kernel)),
      control_(control),
      messages_(static_cast<std::size_t>(
          std::ranges::count(kernel_.prepared().ops, eu::Action::send, &eu::PreparedOp::action))),
      is_long_(whole_size().work() >= kLong),
      visits_(is_long_ ? kernel_.prepared().ops.size() : 0),
      compiled_(visits_.size()),
      part_(visits_.size()) {}

CompileSize TieredKernel::whole_size(unsigned versions) const {
  return {.instructions = kernel_.prepared().ops.size(), .messages = messages_, .versions = versions};
}

void TieredKernel::take_visits(eu::Visits& visits) {
  if (visits.empty()) return;
  const std::scoped_lock lock(mutex_);
  for (std::size_t i = 0; i < visits_.size(); ++i) {
    visits_[i] += visits[i];
    all_visits_ += visits[i];
    visits[i] = 0;
  }
  // Choosing takes longer than many reports.
  if (all_visits_ >= 2 * chosen_at_) choose_part();
}

// The caller must hold the lock.
void TieredKernel::choose_part() {
  chosen_at_ = all_visits_;
  part_ = find_hot(visits_);
  std::size_t instructions = 0, messages = 0;
  for (std::size_t i = 0; i < part_.size(); ++i) {
    if (compiled_[i]) part_[i] = true;
    if (!part_[i]) continue;
    ++instructions;
    if (kernel_.prepared().ops[i].action == eu::Action::send) ++messages;
  }
  part_instructions_ = instructions;
  part_messages_ = messages;
}

KernelPart TieredKernel::part() const {
  const std::scoped_lock lock(mutex_);
  return {.instructions = std::make_shared<const std::vector<bool>>(part_), .diverges = diverges()};
}

// Whether the part that is executed often has instructions that `code` does not have.
bool TieredKernel::has_outgrown(const HostCode& code) const {
  const std::scoped_lock lock(mutex_);
  return std::ranges::any_of(code.left_out(), [this](std::uint32_t index) { return part_[index]; });
}

std::chrono::nanoseconds TieredKernel::time_since_code(const Slot& slot) const {
  const std::scoped_lock lock(mutex_);
  return stats_.time - slot.published_at;
}

// The caller must hold the lock.
void TieredKernel::begin_strays(const HostCode& code) {
  const std::uint64_t instructions = interpreted_.exchange(0);
  const std::int64_t time = interpreting_.exchange(0);
  if (instructions != 0) pace_ = static_cast<double>(time) / static_cast<double>(instructions);
  compiled_.assign(compiled_.size(), true);
  for (const std::uint32_t index : code.left_out()) compiled_[index] = false;
  std::ranges::fill(visits_, 0);
  all_visits_ = 0;
  choose_part();
}

eu::ThreadChannels TieredKernel::wanted() const {
  using enum eu::ThreadChannels;
  switch (needed_.load()) {
    case 0: return kernel_.prepared().channel_use.thread_channels(~0U);
    case bit(all): return all;
    case bit(one): return one;
    default: return any;
  }
}

void TieredKernel::count_dispatch(const CountedDispatch& done) {
  const std::scoped_lock lock(mutex_);
  ++stats_.dispatches;
  stats_.stage = done.stage;
  stats_.interpreted += done.interpreted;
  stats_.compiled += done.compiled;
  stats_.time += done.time;
  stats_.preemptions += done.preemptions;
  const std::uint64_t threads = done.interpreted.threads + done.compiled.threads;
  if (threads == 0) return;
  thread_time_.store(
      static_cast<float>(done.time.count()) * static_cast<float>(done.workers) / static_cast<float>(threads),
      std::memory_order_relaxed);
}

std::chrono::nanoseconds TieredKernel::expected_time(std::uint64_t threads) const {
  const float each = thread_time_.load(std::memory_order_relaxed);
  const float all = each * static_cast<float>(threads);
  if (each < 0 || all >= static_cast<float>(CompileRule::kUnknown.count())) return CompileRule::kUnknown;
  return std::chrono::nanoseconds(static_cast<std::chrono::nanoseconds::rep>(all));
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
