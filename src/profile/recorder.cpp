#include "profile/recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "eu/analysis/cells.h"
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

std::uint32_t code_of(const eu::MemorySpace& space) {
  return space.bti | std::uint32_t{space.a64} << 8 | std::uint32_t{space.slm} << 9 | std::uint32_t{space.writes} << 10;
}

}  // namespace

Recorder::Recorder(DispatchRecord& dispatch, functions::Port& port)
    : dispatch_(&dispatch),
      port_(&port),
      counts_(dispatch.models().size()),
      executions_(dispatch.models().size()),
      models_(&dispatch.models()),
      clocks_(eu::cell_count(*dispatch.kernel().program().gen)) {
  for (const isa::Instruction& each : dispatch.kernel().program().instructions)
    clients_.push_back(client_of(each.send.sfid));
  port_->observe(this);
  port_->windows()->forget();  // so that the range of every space is observed again
}

Recorder::~Recorder() {
  port_->observe(nullptr);
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i].executions = executions_[i].executions;
    counts_[i].channels = executions_[i].channels;
    counts_[i].divergences = executions_[i].divergences;
    counts_[i].parted = executions_[i].parted;
  }
  dispatch_->add(counts_, groups_);
}

void Recorder::begin_group(std::uint64_t index, const eu::ThreadBlock& threads, unsigned count) {
  group_ = index;
  threads_ = &threads;
  is_timed_ = dispatch_->is_timed(index);
  if (is_timed_) clocks_.begin(count);
  lines_.begin(count);
}

void Recorder::end_group() {
  ++groups_.all;
  if (is_timed_) {
    ++groups_.timed;
    groups_.cycles += clocks_.last();
  }
  dispatch_->end_group(group_, lines_.take());
}

eu::Outcome Recorder::run(const eu::Kernel& kernel, eu::Thread& thread, const eu::RunLimits& limits) {
  return eu::run_watched(kernel, thread, *this, limits, *this);
}

void Recorder::begin_message(std::uint32_t index, std::uint64_t executed) {
  sender_ = index;
  client_ = clients_[index];
  when_ = lines_.time(current_, executed);
}

eu::SendStatus Recorder::send(const eu::SendRequest& request) {
  begin_turn(request.thread);
  const auto& program = dispatch_->kernel().program();
  begin_message(static_cast<std::uint32_t>(&request.instruction - program.instructions.data()),
                std::exchange(executed_, std::nullopt).value_or(request.thread.instructions_executed));
  unsent_ = {};
  message_ = &unsent_;
  message_latency_ = 0;
  has_range_ = false;
  lines_before_ = lines_.count(current_);
  const eu::SendStatus status = port_->send(request);
  if (status == eu::SendStatus::done || status == eu::SendStatus::end_of_thread) {
    if (unsent_.slm_clocks != 0) message_latency_ = timing::kSlmLatency + unsent_.slm_clocks;
    if (unsent_.lines != 0) message_latency_ = std::max(message_latency_, timing::kL3Latency + unsent_.l3_clocks);
    counts_[sender_] += unsent_;
    if ((*models_)[sender_].arrives && request.channels != 0) lines_.arrive(current_);
  } else {
    starts_again();  // later, or never
  }
  return status;
}

void Recorder::starts_again() {
  unsent_ = {};
  lines_.cut(current_, lines_before_);
}

// Remembers the range of the space: compiled code then accesses it without sending messages.
eu::MemoryWindow Recorder::window(const eu::MemorySpace& space, std::uint64_t offset) {
  if (!has_range_) return {};
  const std::uint32_t code = code_of(space);
  auto known = std::ranges::find(spaces_, code, &Space::code);
  if (known == spaces_.end()) known = spaces_.insert(known, {.code = code, .range = {}});
  known->range = last_range_;
  return port_->window(space, offset);
}

void Recorder::reached(std::uint32_t index, std::uint64_t executed, const eu::LaneReach& lanes) {
  begin_message(index, executed);
  message_ = &counts_[index];
  const functions::MemoryRange& range = std::ranges::find(spaces_, code_of(lanes.space), &Space::code)->range;
  const AccessKind kind = lanes.is_atomic      ? AccessKind::atomic
                          : lanes.space.writes ? AccessKind::write
                                               : AccessKind::read;
  if (lanes.chosen == 1 && !lanes.is_atomic && reach_run(range, lanes)) return;
  for (std::uint32_t elements = lanes.chosen; elements != 0; elements &= elements - 1) {
    const std::uint64_t ahead = static_cast<unsigned>(std::countr_zero(elements)) * lanes.bytes;
    std::array<std::uint64_t, eu::kMaxChannels> offsets;
    std::size_t count = 0;
    for (std::uint32_t left = lanes.channels; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      offsets[count++] = ahead + (lanes.wide != nullptr ? lanes.wide[lane] : lanes.offsets[lane]);
    }
    if (count != 0) reached(range, std::span(offsets).first(count), lanes.bytes, kind);
  }
}

// Fast path for the common messages: all channels, at a single address or at consecutive elements. False if it is
// another kind of access, of which nothing has been counted then.
bool Recorder::reach_run(const functions::MemoryRange& range, const eu::LaneReach& lanes) {
  const auto count = static_cast<unsigned>(std::popcount(lanes.channels));
  if (lanes.offsets == nullptr || (count != 8 && count != 16) || lanes.channels >> count != 0) return false;
  const std::uint32_t first = lanes.offsets[0];
  std::uint32_t from_row = 0;
  std::uint32_t from_one = 0;
  for (unsigned i = 0; i < count; ++i) {
    const std::uint32_t ahead = lanes.offsets[i] - first;
    from_row |= ahead ^ i * lanes.bytes;
    from_one |= ahead;
  }
  const bool is_one = from_one == 0;
  const std::uint64_t extent = (is_one ? 1 : count) * std::uint64_t{lanes.bytes};
  if ((!is_one && from_row != 0) || first + extent > std::uint64_t{1} << 32) return false;
  if (range.host != nullptr) {
    if (lanes.bytes != 4 || first % 4 != 0) return false;
    static_assert(kSlmArrays == 16);  // a row of as many dwords is in different arrays
    message_->slm_bytes += count * lanes.bytes;
    ++message_->slm_clocks;
    ++message_->slm_least;
  } else {
    const std::uint64_t begin = range.base + first;
    add_lines(begin / memory::kL3LineBytes, (begin + extent - 1) / memory::kL3LineBytes);
  }
  ++message_->accesses;
  message_->bytes += count * lanes.bytes;
  return true;
}

void Recorder::reached(const functions::MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
                       AccessKind kind) {
  last_range_ = range;
  has_range_ = true;
  ++message_->accesses;
  message_->bytes += offsets.size() * bytes;
  if (kind == AccessKind::atomic) message_->atomics += offsets.size();
  if (range.host == nullptr) return count_lines(range, offsets, bytes, kind);
  std::array<std::uint32_t, eu::kMaxChannels> local;
  const std::size_t count = std::min(offsets.size(), local.size());
  for (std::size_t i = 0; i < count; ++i) local[i] = static_cast<std::uint32_t>(offsets[i]);
  const SlmClocks clocks = slm_clocks(std::span(local).first(count), bytes, kind == AccessKind::atomic);
  message_->slm_bytes += offsets.size() * bytes;
  message_->slm_clocks += clocks.taken;
  message_->slm_least += clocks.least;
}

void Recorder::add_lines(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t line = first; line <= last; ++line)
    lines_.add(current_, {.line = line, .instruction = sender_, .client = client_}, when_);
  message_->lines += last - first + 1;
  message_->l3_clocks += last - first + 1;
}

// Each line once. A bank takes a line in a clock, but atomics to the same dword of it in turns.
void Recorder::count_lines(const functions::MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
                           AccessKind kind) {
  std::array<std::uint64_t, eu::kMaxChannels> sorted;
  const std::size_t count = std::min(offsets.size(), sorted.size());
  for (std::size_t i = 0; i < count; ++i) sorted[i] = range.base + offsets[i];
  const auto used = std::span(sorted).first(count);
  if (!std::ranges::is_sorted(used)) std::ranges::sort(used);
  std::uint64_t next = 0;  // lines before have been counted
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t last = (sorted[i] + bytes - 1) / memory::kL3LineBytes;
    const std::uint64_t begin = std::max(sorted[i] / memory::kL3LineBytes, next);
    if (begin > last) continue;
    add_lines(begin, last);
    next = last + 1;
  }
  if (kind != AccessKind::atomic) return;
  for (std::size_t i = 1; i < count; ++i) message_->l3_clocks += sorted[i] == sorted[i - 1] ? 1U : 0U;
}

void Recorder::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) {
  eu::ExecutionCounts& count = executions_[op.index];
  ++count.executions;
  count.channels += channels;
  if ((*models_)[op.index].pipe == Pipe::branch && thread.running != 0) {
    if (const std::uint32_t parted = before & ~thread.running; parted != 0) {
      ++count.divergences;
      count.parted += static_cast<unsigned>(std::popcount(parted));
    }
  }
  if (!is_timed_) return;
  const InstructionModel& model = (*models_)[op.index];
  const bool is_send = op.action == eu::Action::send;
  const std::uint64_t latency =
      std::max<std::uint64_t>(model.latency, is_send ? std::exchange(message_latency_, 0) : 0);
  clocks_.follow({.thread = threads_->index_of(thread), .index = op.index, .runs = channels != 0, .latency = latency},
                 model, counts_);
}

}  // namespace eugene::profile
