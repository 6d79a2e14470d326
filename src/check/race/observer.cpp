#include "check/race/observer.h"

#include <algorithm>
#include <utility>

#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"

namespace eugene::check {

using eu::AccessKind;

RaceObserver::~RaceObserver() {
  const std::scoped_lock lock(check_->mutex_);
  check_->races_.add(std::move(races_));
}

// Reads of memory that the kernel does not write cannot race, so they are not watched.
eu::WatchedRange RaceObserver::watched_around(const eu::AccessedSpace& space, AccessKind kind,
                                              std::uint64_t offset) const {
  const auto& written = check_->facts_.written;
  eu::WatchedRange found{.watch = eu::Watch::told};
  if (kind != AccessKind::read || space.local != nullptr || !written) return found;
  eu::OffsetRange unwritten = found.offsets;  // holds addresses
  const std::uint64_t address = space.base + offset;
  for (const AddressRange& each : *written) {
    if (each.begin <= address && address < each.end) return found;
    if (each.end <= address) unwritten.begin = std::max(unwritten.begin, each.end);
    if (each.begin > address) unwritten.end = std::min(unwritten.end, each.begin);
  }
  return {
      .offsets = {.begin = unwritten.begin - std::min(unwritten.begin, space.base), .end = unwritten.end - space.base},
      .watch = eu::Watch::none};
}

void RaceObserver::group_begins(const eu::StartedGroup& group) {
  threads_ = &group.threads;
  first_thread_ = static_cast<std::uint32_t>(group.index) * check_->facts_.threads;
  senders_.assign(group.count, {});
  phase_ends_.clear();
  copies_.clear();
  group_known_.clear();
  ++groups_;
}

// Begins the accesses of a message. Returns false if `thread` is not in this group.
bool RaceObserver::begin(const eu::Thread& thread, std::uint32_t index) {
  sender_ = nullptr;
  if (threads_ == nullptr || index >= Mark::kMaxInstructions) return false;
  const unsigned number = threads_->find_index(thread);
  if (number >= senders_.size()) return false;
  sender_ = &senders_[number];
  thread_ = &thread;
  begin_phase(*sender_);
  const isa::Instruction& instruction = check_->program_->instructions[index];
  mark_ = {.thread = first_thread_ + number, .epoch = sender_->epoch, .is_set = true};
  mark_.instruction = index & (Mark::kMaxInstructions - 1);
  // Compilers send messages for a whole thread to access values that all channels share.
  is_of_thread_ = instruction.no_mask || instruction.exec_size == 1;
  has_one_channel_ = instruction.exec_size == 1;
  running_ = is_of_thread_ ? sending_channels(thread) : 0;
  first_channel_ = instruction.channel_offset;
  if (!copies_.empty()) find_copy();
  return true;
}

// Returns the channels that a message of a whole thread is for: the running channels if the message has no predicate,
// else 0 for unknown.
std::uint32_t RaceObserver::sending_channels(const eu::Thread& thread) const {
  const isa::Instruction& instruction = check_->program_->instructions[mark_.instruction];
  return instruction.pred_control == isa::PredControl::none ? thread.running : 0;
}

void RaceObserver::message_begins(const eu::SendRequest& request) {
  moved_.clear();
  reader_.begin();
  const std::uint32_t index = isa::find_index(*check_->program_, request.instruction);
  has_response_ = !request.response.empty();
  if (!begin(request.thread, index)) return;
  // A fence lets later atomics of the thread release what it did before, and lets the thread acquire what its earlier
  // atomics have acquired. A barrier is a fence too.
  if (check_->roles_[mark_.instruction] != eu::MessageRole::fence) return;
  sender_->epoch = sender_->epoch.next_step();
  mark_.epoch = sender_->epoch;
  sender_->known.join(std::exchange(sender_->acquired, {}));
  sender_->has_fenced = true;
}

void RaceObserver::message_ends(const eu::SendRequest& request, eu::SendStatus status) {
  if (sender_ == nullptr) return;
  touch_moved();
  if (!check_->facts_.places.empty()) note_marks(mark_.instruction, reader_.marks());
  if (status != eu::SendStatus::done) return;
  if (check_->roles_[mark_.instruction] == eu::MessageRole::barrier) arrive(mark_.instruction, request.thread);
}

void RaceObserver::arrive(std::uint32_t instruction, const eu::Thread& thread) {
  sender_->astray |= thread.dispatched & ~thread.running;
  const std::uint32_t phase = sender_->epoch.phase();
  if (phase >= phase_ends_.size()) phase_ends_.resize(phase + 1);
  const Fences& fences = check_->fences_[instruction];
  finish_copies(*sender_);
  const bool has_fenced = std::exchange(sender_->has_fenced, false);
  PhaseEnd& end = phase_ends_[phase];
  end.fences |= {.local = fences.local, .global = fences.global || has_fenced};
  const std::uint32_t offset = check_->program_->offset_at(instruction);
  end.local = end.fences.local ? offset : barrier_before(phase, true);
  end.global = end.fences.global ? offset : barrier_before(phase, false);
  sender_->epoch = sender_->epoch.next_phase();
  sender_->known.join(std::exchange(sender_->acquired, {}));
  group_known_.join(sender_->known);
}

// Updates `ordered` after a barrier, when all threads have reached it.
void RaceObserver::begin_phase(Sender& sender) const {
  const std::uint32_t phase = sender.epoch.phase();
  if (phase == sender.begun) return;
  sender.begun = phase;
  const Fences& fences = phase_ends_[phase - 1].fences;
  if (fences.local) sender.ordered.local = phase;
  if (fences.global) sender.ordered.global = phase;
}

std::optional<std::uint32_t> RaceObserver::barrier_before(std::uint32_t phase, bool is_local) const {
  if (phase == 0) return std::nullopt;
  const PhaseEnd& end = phase_ends_[phase - 1];
  return is_local ? end.local : end.global;
}

// Called before an atomic: releases what the thread has published to later atomics at the same address. A release after
// the atomic would be too late, because another worker may have seen the value.
void RaceObserver::accessed(const eu::Access& access) {
  if (access.kind != AccessKind::atomic || sender_ == nullptr) return;
  const bool is_local = access.space.local != nullptr;
  // Compilers leave out fences of local memory, which is in order for a group, so each atomic counts as a fence.
  if (is_local) sender_->epoch = sender_->epoch.next_step();
  mark_.epoch = sender_->epoch;
  if (!check_->acquires_ || sender_->epoch == Epoch()) return;  // no thread acquires, or there was no fence yet
  for (const std::uint64_t offset : access.offsets) {
    if (is_local)
      release_to_group(offset);
    else
      tell(access.space.base + offset);
  }
}

void RaceObserver::tell(std::uint64_t address) {
  const std::scoped_lock lock(check_->released_.mutex);
  Clock& clock = check_->released_.clocks[address];
  clock.join(sender_->known);
  clock.join(group_known_);
  clock.acquire(mark_.thread, find_group(mark_.thread), sender_->epoch.published(), sender_->ordered.global);
}

void RaceObserver::acquire(std::uint64_t address) {
  const std::scoped_lock lock(check_->released_.mutex);
  const auto released = check_->released_.clocks.find(address);
  if (released != check_->released_.clocks.end()) sender_->acquired.join(released->second);
}

RaceObserver::LocalSyncClock& RaceObserver::sync_clock_at(std::uint64_t address) {
  const std::size_t dword = address / sizeof(std::uint32_t);
  if (dword >= local_released_.size()) local_released_.resize(dword + 1);
  LocalSyncClock& released = local_released_[dword];
  if (released.group != groups_) {
    released.group = groups_;
    released.epochs.assign(senders_.size(), {});
    if (!released.known.is_empty()) released.known.clear();
  }
  return released;
}

// Releases to the group. Every thread already knows what the group did or learned before the last barrier, so only this
// thread's progress since then is published.
void RaceObserver::release_to_group(std::uint64_t address) {
  LocalSyncClock& released = sync_clock_at(address);
  Epoch& epoch = released.epochs[mark_.thread - first_thread_];
  epoch = std::max(epoch, sender_->epoch.published());
  if (!sender_->known.is_empty()) released.known.join(sender_->known);
}

void RaceObserver::acquire_from_group(std::uint64_t address) {
  const LocalSyncClock& released = sync_clock_at(address);
  for (std::uint32_t i = 0; i < released.epochs.size(); ++i) {
    if (released.epochs[i] != Epoch()) sender_->known.acquire(first_thread_ + i, released.epochs[i]);
  }
  if (!released.known.is_empty()) sender_->known.join(released.known);
}

}  // namespace eugene::check
