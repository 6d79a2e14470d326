#include "profile/recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "eu/prepare/prepared_op.h"

namespace eugene::profile {
namespace {

using functions::AccessKind;

L3Client client_of(isa::Sfid sfid) {
  switch (sfid) {
    case isa::Sfid::sampler:
    case isa::Sfid::dp_constant: return L3Client::read_only;
    case isa::Sfid::urb: return L3Client::urb;
    default: return L3Client::data;
  }
}

}  // namespace

Recorder::Recorder(DispatchRecord& dispatch, functions::Port& port)
    : dispatch_(&dispatch), port_(&port), counts_(dispatch.models().size()), models_(&dispatch.models()) {
  port_->observe(this);
}

Recorder::~Recorder() {
  port_->observe(nullptr);
  dispatch_->add(counts_, group_cycles_);
}

void Recorder::begin_group(std::uint64_t index, std::span<const eu::Thread> threads) {
  group_ = index;
  threads_ = threads.data();
  thread_count_ = threads.size();
  clocks_.assign(threads.size(), Clock{});
  arrived_ = 0;
  last_arrival_ = released_ = 0;
}

void Recorder::end_group() {
  std::uint64_t last = 0;
  for (const Clock& clock : clocks_) last = std::max(last, clock.now);
  group_cycles_ += last;
  dispatch_->end_group(group_, std::exchange(lines_, {}));
}

eu::Outcome Recorder::run(const eu::Kernel& kernel, eu::Thread& thread, const eu::RunLimits& limits) {
  return eu::run_watched(kernel, thread, *this, limits, *this);
}

eu::SendStatus Recorder::send(const eu::SendRequest& request) {
  message_ = {};
  message_latency_ = 0;
  client_ = client_of(request.instruction.send.sfid);
  const auto& program = dispatch_->kernel().program();
  sender_ = static_cast<std::uint32_t>(&request.instruction - program.instructions.data());
  lines_before_ = lines_.size();
  const eu::SendStatus status = port_->send(request);
  if (status == eu::SendStatus::done || status == eu::SendStatus::end_of_thread) {
    if (message_.slm_clocks != 0) message_latency_ = timing::kSlmLatency + message_.slm_clocks;
    if (message_.lines != 0) message_latency_ = std::max(message_latency_, timing::kL3Latency + message_.l3_clocks);
    counts_[sender_] += message_;
  } else {
    starts_again();  // later, or never
  }
  message_ = {};
  return status;
}

void Recorder::starts_again() {
  message_ = {};
  lines_.resize(lines_before_);
}

void Recorder::reached(const functions::MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
                       AccessKind kind) {
  ++message_.accesses;
  message_.bytes += offsets.size() * bytes;
  if (kind == AccessKind::atomic) message_.atomics += offsets.size();
  if (range.host == nullptr) return count_lines(range, offsets, bytes, kind);
  std::array<std::uint32_t, eu::kMaxChannels> local;
  const std::size_t count = std::min(offsets.size(), local.size());
  for (std::size_t i = 0; i < count; ++i) local[i] = static_cast<std::uint32_t>(offsets[i]);
  const SlmClocks clocks = slm_clocks(std::span(local).first(count), bytes, kind == AccessKind::atomic);
  message_.slm_bytes += offsets.size() * bytes;
  message_.slm_clocks += clocks.taken;
  message_.slm_least += clocks.least;
}

// Each line once. A bank takes a line in a clock, but atomics to the same dword of it in turns.
void Recorder::count_lines(const functions::MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
                           AccessKind kind) {
  std::array<std::uint64_t, eu::kMaxChannels> sorted;
  const std::size_t count = std::min(offsets.size(), sorted.size());
  for (std::size_t i = 0; i < count; ++i) sorted[i] = range.base + offsets[i];
  std::sort(sorted.begin(), sorted.begin() + static_cast<std::ptrdiff_t>(count));
  std::uint64_t next = 0;  // lines before have been counted
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t last = (sorted[i] + bytes - 1) / memory::kL3LineBytes;
    for (std::uint64_t line = std::max(sorted[i] / memory::kL3LineBytes, next); line <= last; ++line) {
      lines_.push_back({.line = line, .instruction = sender_, .client = client_});
      ++message_.lines;
      ++message_.l3_clocks;
      next = line + 1;
    }
  }
  if (kind != AccessKind::atomic) return;
  for (std::size_t i = 1; i < count; ++i) message_.l3_clocks += sorted[i] == sorted[i - 1] ? 1U : 0U;
}

// The last thread's arrival releases all.
void Recorder::arrive(std::uint64_t now) {
  last_arrival_ = std::max(last_arrival_, now);
  if (++arrived_ < thread_count_) return;
  released_ = std::exchange(last_arrival_, 0);
  arrived_ = 0;
}

void Recorder::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) {
  InstructionCounts& count = counts_[op.index];
  const InstructionModel& model = (*models_)[op.index];
  Clock& clock = clocks_[static_cast<std::size_t>(&thread - threads_)];
  ++count.executions;
  count.channels += channels;
  if (model.pipe == Pipe::branch && thread.running != 0) {
    if (const std::uint32_t parted = before & ~thread.running; parted != 0) {
      ++count.divergences;
      count.parted += static_cast<unsigned>(std::popcount(parted));
    }
  }
  std::uint64_t begin = clock.now;
  std::uint32_t maker = kNobody;
  for (const std::uint8_t name : model.waits) {
    if (clock.ready[name] <= begin) continue;
    begin = clock.ready[name];
    maker = clock.maker[name];
  }
  if (model.awaits && released_ > begin) {
    begin = released_;
    maker = kNobody;
  }
  count.stalled += begin - clock.now;
  if (maker != kNobody) counts_[maker].blamed += begin - clock.now;
  count.issue += model.issue;
  clock.now = begin + model.issue;
  if (model.arrives && channels != 0) arrive(clock.now);
  const std::uint64_t latency =
      std::max<std::uint64_t>(model.latency, op.action == eu::Action::send ? std::exchange(message_latency_, 0) : 0);
  for (const std::uint8_t name : model.changes) {
    clock.ready[name] = begin + latency;
    clock.maker[name] = op.index;
  }
}

}  // namespace eugene::profile
