#include "profile/recorder.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "eu/analysis/cells.h"
#include "eu/prepared_op.h"
#include "isa/instruction_index.h"

namespace eugene::profile {

using eu::AccessKind;

Recorder::Recorder(DispatchRecord& dispatch)
    : dispatch_(&dispatch),
      counts_(dispatch.models().size()),
      models_(&dispatch.models()),
      parameters_(dispatch.parameters()),
      slm_(slm_shape(parameters_)),
      line_clocks_((parameters_.line + parameters_.bank_bytes - 1) / parameters_.bank_bytes),
      clocks_(eu::cell_count(dispatch.kernel().program())) {
  for (const isa::Instruction& each : dispatch.kernel().program().instructions)
    clients_.push_back(find_client(each.send.sfid));
}

Recorder::~Recorder() { dispatch_->add(counts_, groups_); }

void Recorder::program_ends(std::span<const eu::ExecutionCounts> counts) {
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    counts_[i].executions += counts[i].executions;
    counts_[i].channels += counts[i].channels;
    counts_[i].divergences += counts[i].divergences;
    counts_[i].parted += counts[i].parted;
  }
}

void Recorder::group_begins(const eu::StartedGroup& group) {
  group_ = group.index;
  threads_ = &group.threads;
  is_timed_ = dispatch_->is_timed(group.index);
  if (is_timed_) clocks_.begin(group.count);
  lines_.begin(group.count);
}

void Recorder::group_ends() {
  ++groups_.all;
  if (is_timed_) {
    ++groups_.timed;
    groups_.cycles += clocks_.last();
  }
  dispatch_->end_group(group_, lines_.take());
}

void Recorder::begin_message(const eu::Thread& thread, std::uint32_t index, std::uint64_t executed) {
  current_ = threads_->find_index(thread);
  sender_ = index;
  client_ = clients_[index];
  when_ = lines_.time(current_, executed);
}

void Recorder::message_begins(const eu::SendRequest& request) {
  const auto& program = dispatch_->kernel().program();
  begin_message(request.thread, isa::find_index(program, request.instruction), request.executed);
  unsent_ = {};
  message_ = &unsent_;
  message_latency_ = 0;
  reached_.clear();
  lines_before_ = lines_.count(current_);
}

void Recorder::message_ends(const eu::SendRequest& request, eu::SendStatus status) {
  if (status != eu::SendStatus::done && status != eu::SendStatus::end_of_thread)
    return message_restarts();  // will be sent later, or never
  end_message();
  if (unsent_.slm_clocks != 0) message_latency_ = parameters_.slm_latency + unsent_.slm_clocks;
  if (unsent_.lines != 0) message_latency_ = std::max(message_latency_, parameters_.l3_latency + unsent_.l3_clocks);
  counts_[sender_] += unsent_;
  if ((*models_)[sender_].arrives && request.channels != 0) lines_.arrive(current_);
}

void Recorder::message_restarts() {
  unsent_ = {};
  reached_.clear();
  lines_.cut(current_, lines_before_);
}

void Recorder::accessed_by_lanes(const eu::LaneAccess& access) {
  begin_message(access.thread, access.index, access.executed);
  message_ = &counts_[access.index];
  writes_ = access.kind == AccessKind::write;
  reached_.clear();
  if (access.elements == 1 && access.kind != AccessKind::atomic && count_run(access)) return;
  eu::Observer::accessed_by_lanes(access);
  end_message();
}

// Fast path for common messages: 8 or 16 channels, all enabled, that access one address or consecutive elements.
// Returns false, without counting anything, for other accesses.
bool Recorder::count_run(const eu::LaneAccess& lanes) {
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
  if (lanes.space.local != nullptr) {
    // Consecutive dwords, at most one for each array, are in different arrays, so the access takes one clock.
    if (lanes.bytes != 4 || first % 4 != 0 || slm_ != SlmShape()) return false;
    message_->slm_bytes += count * lanes.bytes;
    ++message_->slm_clocks;
    ++message_->slm_least;
  } else {
    const std::uint64_t begin = lanes.space.base + first;
    add_lines(begin / parameters_.line, (begin + extent - 1) / parameters_.line);
  }
  ++message_->accesses;
  message_->bytes += count * lanes.bytes;
  return true;
}

void Recorder::accessed(const eu::Access& access) {
  if (!reached_.empty() && access.space.local != local_) end_message();  // the message accesses two kinds of memory
  local_ = access.space.local;
  is_atomic_ = access.kind == AccessKind::atomic;
  writes_ = access.kind == AccessKind::write;
  for (const std::uint64_t offset : access.offsets)
    reached_.push_back({.place = access.space.base + offset, .bytes = access.bytes});
}

// Counts all elements of a message together. The order in which the shared function accesses them does not matter.
void Recorder::end_message() {
  if (reached_.empty()) return;
  std::uint64_t bytes = 0;
  for (const AccessedElement& each : reached_) bytes += each.bytes;
  ++message_->accesses;
  message_->bytes += bytes;
  if (is_atomic_) message_->atomics += reached_.size();
  if (local_ != nullptr) {
    const SlmClocks clocks = slm_clocks(reached_, is_atomic_, slm_);
    message_->slm_bytes += bytes;
    message_->slm_clocks += clocks.taken;
    message_->slm_least += clocks.least;
  } else {
    count_lines();
  }
  reached_.clear();
}

void Recorder::add_lines(std::uint64_t first, std::uint64_t last) {
  for (std::uint64_t line = first; line <= last; ++line)
    lines_.add(current_, {.line = line, .instruction = sender_, .client = client_, .writes = writes_}, when_);
  message_->lines += last - first + 1;
  message_->l3_clocks += (last - first + 1) * line_clocks_;
}

// Counts each line once. A bank handles a line at once, but atomics to the same dword one after the other.
void Recorder::count_lines() {
  if (!std::ranges::is_sorted(reached_, {}, &AccessedElement::place))
    std::ranges::sort(reached_, {}, &AccessedElement::place);
  std::uint64_t next = 0;  // lines below `next` have been counted
  for (const AccessedElement& each : reached_) {
    const std::uint64_t last = (each.place + each.bytes - 1) / parameters_.line;
    const std::uint64_t begin = std::max(each.place / parameters_.line, next);
    if (begin > last) continue;
    add_lines(begin, last);
    next = last + 1;
  }
  if (!is_atomic_) return;
  for (std::size_t i = 1; i < reached_.size(); ++i)
    message_->l3_clocks += reached_[i].place == reached_[i - 1].place ? 1U : 0U;
}

void Recorder::executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels,
                        std::uint32_t /*before*/) {
  if (!is_timed_) return;
  const InstructionModel& model = (*models_)[op.index];
  const bool is_send = op.action == eu::Action::send;
  const std::uint64_t latency =
      std::max<std::uint64_t>(model.latency, is_send ? std::exchange(message_latency_, 0) : 0);
  clocks_.follow({.thread = threads_->find_index(thread), .index = op.index, .runs = channels != 0, .latency = latency},
                 model, counts_);
}

}  // namespace eugene::profile
