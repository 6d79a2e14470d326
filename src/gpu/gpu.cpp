#include "gpu/gpu.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <limits>
#include <utility>

#include "base/bits.h"

namespace eugene::gpu {
namespace {

// EXECLIST_STATUS of an engine that has nothing to do: hosts poll it for "idle".
constexpr std::uint32_t kIdleStatus = 0x100;
constexpr std::size_t kMaxContexts = 4096;
constexpr std::size_t kMaxGlobalRegisters = std::size_t{1} << 20;

ExecutorOptions with(ExecutorOptions options, const PreemptionTime& preemption) {
  options.preemption = &preemption;
  return options;
}

}  // namespace

struct Gpu::Context {
  Context(Gpu& gpu, const Engine& engine, const ContextDescriptor& descriptor_, std::uint64_t page_tables)
      : descriptor(descriptor_),
        engine_base(engine.base),
        ppgtt(gpu.memory_, page_tables),
        ppgtt_view(ppgtt),
        ggtt_view(gpu.ggtt_),
        registers(gpu.clock_, engine),
        streamer(*gpu.device_->gen,
                 StreamerHost{
                     .dispatch = [this, &gpu](const Dispatch& dispatch,
                                              SuspendedWalkerPtr* left) { return gpu.dispatch(dispatch, *this, left); },
                     .invalidate = [this] { ppgtt_view.invalidate(); },
                     .invalidate_states = [this] { states.invalidate(); },
                     .cancelled = [&gpu] { return gpu.executor_.is_cancelled(); },
                     .preempted = [&gpu] { return gpu.executor_.is_preempted(); },
                     .suspect = gpu.suspect(),
                     .l3_bank = memory::find_l3_bank(gpu.device_->l3_bank_bytes),
                 },
                 registers, ppgtt_view, ggtt_view, engine.kind) {
    streamer.set_status_page(descriptor.image);
  }

  ContextDescriptor descriptor;
  std::uint32_t engine_base;
  memory::Ppgtt ppgtt;
  memory::View ppgtt_view;
  memory::View ggtt_view;
  memory::StateCache states;
  Registers registers;  // saved and restored with the context, so each has its own
  CommandStreamer streamer;
  ContextImage image;
  bool waiting = false;
  std::chrono::steady_clock::time_point wait_ends;  // where it waits: when that has lasted too long
  bool failed = false;
};

Gpu::Gpu(const Device& device, WorkerPool& pool, const ExecutorOptions& options, Observer observer)
    : device_(&device),
      clock_(device.timestamp_hz),
      ggtt_(memory_),
      executor_(device, pool, with(options, preemption_), clock_),
      preempt_every_(options.preempt_every),
      checks_commands_(options.checks_commands),
      observer_(std::move(observer)) {
  for (std::size_t i = 0; i < kEngines.size(); ++i) ports_.emplace_back(clock_);
}

Gpu::~Gpu() = default;

void Gpu::report(const Report& report) {
  ++failures_;
  if (observer_.report) observer_.report(report);
}

std::function<void(const Diagnostic&)> Gpu::suspect() {
  if (!checks_commands_) return {};
  return [this](const Diagnostic& what) {
    if (observer_.report) observer_.report({.commands = what, .executed = true});
  };
}

void Gpu::lose(const Diagnostic& why) {
  lost_ = true;
  report({.commands = why, .lost = true});
}

Result<void> Gpu::dispatch(const Dispatch& dispatch, Context& context, SuspendedWalkerPtr* left) {
  Result<DispatchStats> done = executor_.run(dispatch, context.ppgtt, &context.states, left);
  if (!done) {
    report({.commands = done.error()});
    return {};
  }
  if (left != nullptr && *left != nullptr) return {};
  // The work is lost, the context continues: what waits for its end must not wait forever.
  if (done->fault) report({.kernel = done->fault});
  for (const KernelFault& each : done->recovered) {
    if (observer_.report) observer_.report({.kernel = each});
  }
  if (observer_.dispatched) observer_.dispatched(dispatch, *done, context.ppgtt);
  return {};
}

namespace {

// Index of the engine whose registers hold `offset`; kEngines.size() if none.
std::size_t find_engine(std::uint32_t offset) {
  std::size_t i = 0;
  while (i < kEngines.size() && (offset < kEngines[i].base || offset >= kEngines[i].base + kEngineBytes)) ++i;
  return i;
}

}  // namespace

void Gpu::write_register(std::uint32_t offset, std::uint32_t value) {
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

std::uint32_t Gpu::read_register(std::uint32_t offset) {
  const std::size_t index = find_engine(offset);
  if (index == kEngines.size()) {
    const auto found = global_.find(offset & kRegisterMask);
    return found == global_.end() ? 0 : found->second;
  }
  const std::uint32_t local = offset - kEngines[index].base + kEngines[0].base;
  if (local == reg::kExeclistStatus) return kIdleStatus;
  return ports_[index].registers.read(local);
}

void Gpu::submit(const Engine& engine, const ContextDescriptor& descriptor) {
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

void Gpu::run(Context& context) {
  if (context.failed) return;
  context.ppgtt_view.invalidate();
  context.ggtt_view.invalidate();
  if (!context.waiting) context.streamer.invalidate_states();  // as kernels have it done at the start of a request
  const auto deadline = executor_.deadline();
  StreamStatus status = StreamStatus::preempted;
  while (status == StreamStatus::preempted) {  // there is no other context to switch to
    if (preempt_every_.count() != 0) preemption_.set(std::chrono::steady_clock::now() + preempt_every_);
    status = context.streamer.run(context.image.ring, deadline);
  }
  const bool waited = std::exchange(context.waiting, status == StreamStatus::waiting);
  if (context.waiting && !waited) context.wait_ends = deadline;
  if (status == StreamStatus::failed) {
    context.failed = true;
    lose(context.streamer.error());
    return;
  }
  const std::uint32_t head = context.image.ring.head;
  context.ggtt_view.write(context.image.head_address, std::as_bytes(std::span(&head, 1)));
}

bool Gpu::resume() {
  bool none_waits = true;
  for (const auto& [key, context] : contexts_) {
    if (context->waiting) run(*context);
    none_waits = none_waits && !context->waiting;
  }
  return none_waits;
}

void Gpu::poll() {
  for (const auto& [key, context] : contexts_) {
    if (!context->waiting || std::chrono::steady_clock::now() < context->wait_ends) continue;
    context->waiting = false;
    context->failed = true;
    lose(fail(fmt::format("the wait did not end within the time limit: {}", context->streamer.waiting_for()), {},
              "use a larger --timeout SECONDS")
             .error());
  }
}

bool Gpu::is_waiting() const {
  return std::ranges::any_of(contexts_, [](const auto& entry) { return entry.second->waiting; });
}

std::string Gpu::waiting_for() const {
  for (const auto& [key, context] : contexts_) {
    if (context->waiting) return context->streamer.waiting_for();
  }
  return {};
}

}  // namespace eugene::gpu
