#include "i915/hardware_context.h"

#include <array>
#include <cstring>
#include <utility>

#include "gpu/schedule/work/thread_pools.h"

namespace eugene::i915 {
namespace {

// MI_BATCH_BUFFER_START in the per-process address space, without its length field.
constexpr std::uint32_t kBatchBufferStart = 0x31U << 23 | 1U << 8;
// MI_ARB_ON_OFF with Arbitration Enable.
constexpr std::uint32_t kArbitrationOn = 0x08U << 23 | 1U;
// MEDIA_POOL_STATE of 6 dwords.
constexpr std::uint32_t kMediaPoolState = 0x7005'0004;

}  // namespace

HardwareContext::HardwareContext(gpu::Gpu& gpu, gpu::EngineKind engine)
    : layout_(&gpu::command_layout(*gpu.device().gen)),
      engine_(gpu, gpu::engine_info(engine), space_, global_, {.ends_at_fault = true, .space_is_constant = true}),
      ring_{.start = kOwn, .bytes = memory::kPageBytes} {
  if (!layout_->has_process_tables) global_.programs = &space_;
  if (const auto pages = global_.own.map(kOwn, 2 * memory::kPageBytes)) ring_memory_ = *pages;
  engine_.streamer().set_status_page(kOwn + memory::kPageBytes);
  if (gpu.device().least_pool_eus == 0 || engine != gpu::EngineKind::render || ring_memory_.empty()) return;
  // Like the kernel, starts the context by enabling pools of EUs. The remaining dwords are MI_NOOPs.
  const std::array<std::uint32_t, 8> pools{kMediaPoolState, gpu::PoolState::kEnable,
                                           gpu::ThreadPools::kDefaultConfiguration};
  std::memcpy(ring_memory_.data(), pools.data(), sizeof pools);
  ring_.tail = sizeof pools;
}

gpu::StreamStatus HardwareContext::start(std::uint64_t batch, std::shared_ptr<memory::HostRanges> space,
                                         std::chrono::steady_clock::time_point deadline) {
  deadline_ = deadline;
  return enter(batch, std::move(space)) ? run() : gpu::StreamStatus::failed;
}

void HardwareContext::start_nothing(std::uint64_t batch, std::shared_ptr<memory::HostRanges> space) {
  enter(batch, std::move(space));
}

bool HardwareContext::enter(std::uint64_t batch, std::shared_ptr<memory::HostRanges> space) {
  space_.now = std::move(space);
  engine_.invalidate_translations();
  engine_.streamer().invalidate_states();  // like the kernel at the start of a request
  // Like the kernel, calls the batch from the ring, with preemption enabled. The ring's size is a multiple of these
  // four dwords, so the call never wraps around.
  const std::array<std::uint32_t, 4> call{kArbitrationOn, kBatchBufferStart | (layout_->address_dwords() - 1),
                                          static_cast<std::uint32_t>(batch), static_cast<std::uint32_t>(batch >> 32)};
  if (ring_memory_.empty()) return false;
  std::memcpy(ring_memory_.data() + ring_.tail, call.data(), sizeof call);
  ring_.tail = static_cast<std::uint32_t>((ring_.tail + sizeof call) % ring_.bytes);
  return true;
}

std::vector<LateWrite> HardwareContext::give_up() {
  std::vector<LateWrite> left;
  if (space_.now == nullptr) return left;
  for (const gpu::PostSyncWrite& each : engine_.streamer().give_up(ring_)) {
    // The program's memory is in the global table only on Gen6.
    if (each.space == gpu::AddressSpace::ggtt && global_.programs == nullptr) continue;
    const memory::HostRanges::Range* range = space_.now->find(each.address);
    if (range == nullptr || !range->writable || each.address + each.bytes > range->end - range->padding) continue;
    left.push_back({range->owner, range->host + (each.address - range->begin), each.value, each.bytes});
  }
  return left;
}

gpu::StreamStatus HardwareContext::resume() {
  using Time = std::chrono::steady_clock::time_point;
  if (const Time since = std::exchange(preempted_, {}); since != Time() && deadline_ != Time::max())
    deadline_ += std::chrono::steady_clock::now() - since;
  return run();
}

gpu::StreamStatus HardwareContext::run() {
  gpu::StreamStatus status = engine_.run(ring_, deadline_);
  if (status == gpu::StreamStatus::preempted) preempted_ = std::chrono::steady_clock::now();
  if (status == gpu::StreamStatus::failed) error_ = engine_.streamer().error();
  if (status == gpu::StreamStatus::waiting && std::chrono::steady_clock::now() >= deadline_) {
    error_ = engine_.late_wait();
    status = gpu::StreamStatus::failed;
  }
  if (status == gpu::StreamStatus::idle) space_.now = nullptr;  // releases the objects that the snapshot keeps alive
  return status;
}

}  // namespace eugene::i915
