#include "gpu/mmio_gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

// EXECLIST_STATUS of an idle engine. Hosts poll for this value.
constexpr std::uint32_t kIdleStatus = 0x100;
constexpr std::size_t kMaxContexts = 4096;
constexpr std::size_t kMaxGlobalRegisters = std::size_t{1} << 20;

}  // namespace

struct MmioGpu::Context {
  Context(MmioGpu& gpu, const Engine& engine, const ContextDescriptor& descriptor, std::uint64_t page_tables)
      : ppgtt(gpu.memory_, page_tables), on_engine(gpu.gpu_, engine, ppgtt, gpu.ggtt_, {}) {
    on_engine.streamer().set_status_page(descriptor.image);
  }

  memory::Ppgtt ppgtt;
  EngineContext on_engine;
  ContextImage image;
  bool waiting = false;
  std::chrono::steady_clock::time_point wait_ends;  // the time limit of a waiting context
  bool failed = false;
};

namespace {

// Adapts the callbacks: the address space of each context here is a memory::Ppgtt.
GpuEvents with_page_tables(MmioEvents events) {
  GpuEvents result{.report = std::move(events.report)};
  if (!events.dispatched) return result;
  result.dispatched = [tell = std::move(events.dispatched)](const Work& work, const DispatchStats& stats,
                                                            const memory::PageSource& space) {
    tell(work, stats, static_cast<const memory::Ppgtt&>(space));
  };
  return result;
}

}  // namespace

MmioGpu::MmioGpu(const Device& device, WorkerPool& pool, const ExecutorOptions& options, MmioEvents events)
    : clock_(device.timestamp_hz),
      ggtt_(memory_),
      gpu_(device, pool, options, clock_, with_page_tables(std::move(events))),
      preempt_every_(options.preempt_every) {
  for (std::size_t i = 0; i < kEngines.size(); ++i) ports_.emplace_back(clock_);
}

MmioGpu::~MmioGpu() = default;

void MmioGpu::lose(const Diagnostic& why) {
  lost_ = true;
  gpu_.report({.commands = why, .lost = true});
}

namespace {

// Index of the engine whose registers hold `offset`; kEngines.size() if none.
std::size_t find_engine(std::uint32_t offset) {
  std::size_t i = 0;
  while (i < kEngines.size() && (offset < kEngines[i].base || offset >= kEngines[i].base + kEngineBytes)) ++i;
  return i;
}

}  // namespace

void MmioGpu::write_register(std::uint32_t offset, std::uint32_t value) {
  const std::size_t index = find_engine(offset);
  if (index == kEngines.size()) {
    if (global_.size() < kMaxGlobalRegisters) global_[offset & kRegisterMask] = value;
    return;
  }
  const Engine& engine = kEngines[index];
  EnginePort& port = ports_[index];
  switch (const std::uint32_t local = offset - engine.base + kEngines[0].base) {
    case reg::kSubmitPort:
      port.submit[port.writes++] = value;
      if (port.writes < port.submit.size()) return;
      port.writes = 0;
      // Element 0 runs first.
      submit(engine, decode_context_descriptor(port.submit[3], port.submit[2]));
      submit(engine, decode_context_descriptor(port.submit[1], port.submit[0]));
      return;
    case reg::kExeclistControl:
      if ((value & 1) == 0) return;
      submit(engine, decode_context_descriptor(port.registers.read(reg::kSubmitQueueLow),
                                               port.registers.read(reg::kSubmitQueueHigh)));
      return;
    default: port.registers.write(local, value); return;
  }
}

std::uint32_t MmioGpu::read_register(std::uint32_t offset) {
  const std::size_t index = find_engine(offset);
  if (index == kEngines.size()) {
    const auto found = global_.find(offset & kRegisterMask);
    return found == global_.end() ? 0 : found->second;
  }
  const std::uint32_t local = offset - kEngines[index].base + kEngines[0].base;
  if (local == reg::kExeclistStatus) return kIdleStatus;
  return ports_[index].registers.read(local);
}

void MmioGpu::submit(const Engine& engine, const ContextDescriptor& descriptor) {
  if (!descriptor.valid) return;
  memory::View ggtt_view(ggtt_);
  const Result<ContextImage> image = read_context_image(descriptor, engine.base, ggtt_view);
  if (!image) {
    lose(image.error());
    return;
  }
  const std::uint64_t key = (std::uint64_t{engine.base} << 32) | descriptor.image;
  std::unique_ptr<Context>& slot = contexts_[key];
  if (slot == nullptr || slot->ppgtt.root() != image->page_tables) {
    if (slot == nullptr && contexts_.size() > kMaxContexts) {
      contexts_.erase(key);
      lose(fail(fmt::format("the program has more than {} contexts", kMaxContexts)).error());
      return;
    }
    slot = std::make_unique<Context>(*this, engine, descriptor, image->page_tables);
  }
  slot->image = *image;
  run(*slot);
}

void MmioGpu::run(Context& context) {
  if (context.failed) return;
  context.on_engine.invalidate_translations();
  if (!context.waiting)
    context.on_engine.streamer().invalidate_states();  // the Linux kernel does this at the start of each request
  const auto deadline = gpu_.deadline();
  StreamStatus status = StreamStatus::preempted;
  while (status == StreamStatus::preempted) {  // there is no other context to switch to
    if (preempt_every_.count() != 0) gpu_.preemption().set(std::chrono::steady_clock::now() + preempt_every_);
    status = context.on_engine.run(context.image.ring, deadline);
  }
  const bool waited = std::exchange(context.waiting, status == StreamStatus::waiting);
  if (context.waiting && !waited) context.wait_ends = deadline;
  if (status == StreamStatus::failed) {
    context.failed = true;
    lose(context.on_engine.streamer().error());
    return;
  }
  const std::uint32_t head = context.image.ring.head;
  context.on_engine.global_view().write(context.image.head_address, std::as_bytes(std::span(&head, 1)));
}

bool MmioGpu::resume() {
  bool none_waits = true;
  for (const auto& [key, context] : contexts_) {
    if (context->waiting) run(*context);
    none_waits = none_waits && !context->waiting;
  }
  return none_waits;
}

void MmioGpu::poll() {
  for (const auto& [key, context] : contexts_) {
    if (!context->waiting || std::chrono::steady_clock::now() < context->wait_ends) continue;
    context->waiting = false;
    context->failed = true;
    lose(context->on_engine.late_wait());
  }
}

bool MmioGpu::is_waiting() const {
  return std::ranges::any_of(contexts_, [](const auto& entry) { return entry.second->waiting; });
}

std::string MmioGpu::waiting_for() const {
  for (const auto& [key, context] : contexts_) {
    if (context->waiting) return context->on_engine.streamer().waiting_for();
  }
  return {};
}

}  // namespace eugene::gpu
