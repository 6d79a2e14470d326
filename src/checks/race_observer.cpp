#include "checks/race_observer.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <utility>

#include "eu/port.h"
#include "isa/message/binding.h"

namespace eugene::checks {
namespace {

using eu::AccessKind;

bool is_in(const std::vector<AddressRange>& ranges, std::uint64_t address) {
  return std::ranges::any_of(ranges, [&](const AddressRange& r) { return r.begin <= address && address < r.end; });
}

// Of one thread. What several channels have accessed together each of them has, and if they have written, all the same
// value; but each has also accessed what the others have.
bool is_same_channel(const Mark& before, AccessKind kind, const Mark& now) {
  if (before.channels == 0 || now.channels == 0) return true;
  if (std::has_single_bit(before.channels)) return before.channels == now.channels;
  return kind == AccessKind::write && !before.is_atomic && (now.channels & ~before.channels) == 0;
}

// Reads: whoever has made the one has made the other too.
bool is_covered(const Mark& old, const Mark& now) {
  return old.channels == 0 || now.channels == 0 || (old.channels & ~now.channels) == 0;
}

std::string_view hint_for(const Side& before, const Side& now, bool is_local) {
  if (before.group != now.group) return "nothing orders the work-groups of a launch: use an atomic, or a second launch";
  if (before.thread == now.thread)
    return "the two run in one EU thread, whose order OpenCL does not promise: put a barrier between them";
  return is_local ? "put barrier(CLK_LOCAL_MEM_FENCE) between them" : "put barrier(CLK_GLOBAL_MEM_FENCE) between them";
}

std::string_view noun_of(AccessKind kind) {
  switch (kind) {
    case AccessKind::read: return "read";
    case AccessKind::write: return "write";
    case AccessKind::atomic: return "atomic";
  }
  return {};
}

}  // namespace

RaceObserver::~RaceObserver() {
  const std::scoped_lock lock(check_->mutex_);
  check_->races_.add(std::move(races_));
}

void RaceObserver::group_begins(const eu::StartedGroup& group) {
  threads_ = &group.threads;
  first_thread_ = static_cast<std::uint32_t>(group.index) * check_->facts_.threads;
  senders_.assign(group.count, {});
  phase_ends_.clear();
  group_known_.clear();
  local_told_.clear();
}

void RaceObserver::message_begins(const eu::SendRequest& request) {
  sender_ = nullptr;
  if (threads_ == nullptr) return;
  const unsigned thread = threads_->index_of(request.thread);
  if (thread >= senders_.size()) return;
  const isa::Instruction& instruction = request.instruction;
  const auto index = static_cast<std::uint32_t>(&instruction - check_->program_->instructions.data());
  sender_ = &senders_[thread];
  begin_phase(*sender_);
  // Messages of a whole thread, as compilers make them for values that all channels share.
  is_of_thread_ = instruction.no_mask || instruction.exec_size == 1;
  senders_of_one_ = sending_channels(request);
  first_channel_ = instruction.channel_offset;
  // A fence makes what the thread did before known to whom its later atomics tell of it, and what earlier atomics have
  // heard known to the thread. A barrier is a fence too.
  if (check_->roles_[index] == MessageRole::fence) {
    sender_->moment = sender_->moment.next_step();
    sender_->known.join(std::exchange(sender_->heard, {}));
    sender_->has_fenced = true;
  }
  mark_ = {.thread = first_thread_ + thread,
           .moment = sender_->moment,
           .instruction = index,
           .slot = eu::fixed_function_thread(request.thread),
           .is_set = true};
}

// Of a message of one element it is known which channels it is for: those that run.
std::uint32_t RaceObserver::sending_channels(const eu::SendRequest& request) const {
  const bool is_for_all =
      request.instruction.exec_size == 1 && request.instruction.pred_control == isa::PredControl::none;
  return is_for_all ? request.thread.running : 0;
}

void RaceObserver::message_ends(const eu::SendRequest& request, eu::SendStatus status) {
  if (sender_ == nullptr || status != eu::SendStatus::done) return;
  if (check_->roles_[mark_.instruction] == MessageRole::barrier) arrive(mark_.instruction, request.thread);
}

void RaceObserver::arrive(std::uint32_t instruction, const eu::Thread& thread) {
  sender_->astray |= thread.dispatched & ~thread.running;
  const std::uint32_t phase = sender_->moment.phase();
  if (phase >= phase_ends_.size()) phase_ends_.resize(phase + 1, {.local = false, .global = false});
  const Fences& fences = check_->fences_[instruction];
  const bool has_fenced = std::exchange(sender_->has_fenced, false);
  phase_ends_[phase] |= {.local = fences.local, .global = fences.global || has_fenced};
  sender_->moment = sender_->moment.next_phase();
  sender_->known.join(std::exchange(sender_->heard, {}));
  group_known_.join(sender_->known);
}

// After a barrier, when all threads have come to it.
void RaceObserver::begin_phase(Sender& sender) const {
  const std::uint32_t phase = sender.moment.phase();
  if (phase == sender.begun) return;
  sender.begun = phase;
  const Fences& fences = phase_ends_[phase - 1];
  if (fences.local) sender.ordered.local = phase;
  if (fences.global) sender.ordered.global = phase;
}

// Before an atomic: what the thread has published becomes known to later atomics of the same place. It must not be
// later, when another worker may have seen the value.
void RaceObserver::accessed(const eu::Access& access) {
  if (access.kind != AccessKind::atomic || sender_ == nullptr) return;
  const bool is_local = access.space.local != nullptr;
  // Compilers leave out fences of local memory, which is in order for a group: each atomic is one.
  if (is_local) sender_->moment = sender_->moment.next_step();
  mark_.moment = sender_->moment;
  if (sender_->moment == Moment()) return;  // no fence yet
  for (const std::uint64_t offset : access.offsets) tell(is_local, access.space.base + offset);
}

void RaceObserver::tell(bool is_local, std::uint64_t address) {
  const auto add_to = [&](Clock& clock) {
    clock.join(sender_->known);
    clock.join(group_known_);
    clock.hear(mark_.thread, group_of(mark_.thread), sender_->moment.published(), sender_->ordered.of(is_local));
  };
  if (is_local) return add_to(local_told_[address]);
  const std::scoped_lock lock(check_->told_.mutex);
  add_to(check_->told_.clocks[address]);
}

void RaceObserver::hear(bool is_local, std::uint64_t address) {
  if (is_local) {
    if (const auto told = local_told_.find(address); told != local_told_.end()) sender_->known.join(told->second);
    return;
  }
  const std::scoped_lock lock(check_->told_.mutex);
  const auto told = check_->told_.clocks.find(address);
  if (told != check_->told_.clocks.end()) sender_->heard.join(told->second);
}

bool RaceObserver::is_watched(const eu::Access& access, std::uint64_t address) const {
  if (access.space.local != nullptr) return true;
  return !is_in(check_->facts_.ignored, address);
}

void RaceObserver::transferred(const eu::Access& access, const eu::AccessValues& values) {
  if (sender_ == nullptr) return;
  const bool is_atomic = access.kind == AccessKind::atomic;
  const std::byte* value = (is_atomic ? values.updated : values.moved).data();
  if (check_->facts_.channels_are_ordered && access.kind == AccessKind::write) compare_channels(access, values.moved);
  std::uint32_t channels = is_of_thread_ ? 0 : access.channels;
  mark_.is_atomic = is_atomic;
  mark_.may_be_private = check_->facts_.has_hidden_private_memory && access.space.local == nullptr &&
                         access.space.bti == isa::kBtiStateless;
  Shadow::Locked page;
  for (const std::uint64_t offset : access.offsets) {
    std::uint32_t by = senders_of_one_;
    if (channels != 0) {
      by = channel_at(channels);
      channels &= channels - 1;
    }
    const std::uint64_t address = access.space.base + offset;
    const bool is_astray = sender_->astray != 0 && (by == 0 || (by & sender_->astray) != 0);
    if (!is_astray && is_watched(access, address)) touch(access, address, by, value, page);
    value += access.bytes;
  }
  page = {};
  if (!is_atomic) return;
  for (const std::uint64_t offset : access.offsets) hear(access.space.local != nullptr, access.space.base + offset);
}

// Where channels are ordered by instructions, those that write the same bytes at once are not.
void RaceObserver::compare_channels(const eu::Access& access, std::span<const std::byte> values) {
  if (is_of_thread_ || access.channels == 0) return;
  std::array<std::uint32_t, eu::kMaxChannels> channel{};
  std::uint32_t left = access.channels;
  for (std::size_t i = 0; i < access.offsets.size(); ++i, left &= left - 1) channel[i] = channel_at(left);
  for (std::size_t i = 1; i < access.offsets.size(); ++i) {
    const std::uint64_t offset = access.offsets[i], address = access.space.base + offset;
    if (!is_watched(access, address)) continue;
    for (std::size_t before = 0; before < i; ++before) {
      if (access.offsets[before] != offset) continue;
      if (std::memcmp(&values[before * access.bytes], &values[i * access.bytes], access.bytes) == 0) continue;
      Mark first = mark_;
      first.channels = channel[before];
      Piece now{.mark = mark_,
                .kind = AccessKind::write,
                .is_local = access.space.local != nullptr,
                .address = address,
                .bytes = access.bytes,
                .value = 0};
      now.mark.channels = channel[i];
      report(first, AccessKind::write, now);
      break;
    }
  }
}

// `bytes` at `address` have been accessed. `value`: what they hold.
void RaceObserver::touch(const eu::Access& access, std::uint64_t address, std::uint32_t channels,
                         const std::byte* value, Shadow::Locked& page) {
  const bool is_local = access.space.local != nullptr;
  Piece piece{.mark = mark_, .kind = access.kind, .is_local = is_local, .address = 0, .bytes = 0, .value = 0};
  piece.mark.channels = channels;
  for (std::uint64_t done = 0; done < access.bytes;) {
    const std::uint64_t at = address + done, in_page = at % ShadowPage::kBytes;
    const std::uint64_t count = std::min(access.bytes - done, ShadowPage::kBytes - in_page);
    const bool has_page = (is_local ? local_ : check_->global_).lock(page, at / ShadowPage::kBytes);
    piece.bytes = has_page ? page->divide(in_page, count) : 0;
    for (std::uint64_t i = 0; has_page && i < count; i += piece.bytes) {
      piece.address = at + i;
      std::memcpy(&piece.value, value + done + i, piece.bytes);
      update(page->at(in_page + i), piece);
    }
    done += count;
  }
}

void RaceObserver::update(Cell& cell, const Piece& piece) {
  const Mark& mark = piece.mark;
  const bool is_current = !piece.is_local || is_of_group(cell.write.thread);
  const bool writes = piece.kind != AccessKind::read;
  if (cell.write.is_set && is_current && !is_ordered(cell.write, AccessKind::write, piece)) {
    const bool are_atomic = cell.write.is_atomic && mark.is_atomic;
    const bool are_equal = writes && cell.value == piece.value;
    const bool is_expected = !writes && is_exchange(cell.write);
    if (!are_atomic && !are_equal && !is_expected)
      report(cell.write, cell.write.is_atomic ? AccessKind::atomic : AccessKind::write, piece);
  }
  if (!writes) return keep_read(cell, piece);
  for (Mark& read : cell.reads) {
    const bool counts = read.is_set && (!piece.is_local || is_of_group(read.thread));
    if (counts && !is_ordered(read, AccessKind::read, piece) && !is_exchange(mark))
      report(read, AccessKind::read, piece);
    read = {};
  }
  cell.write = mark;
  cell.value = piece.value;
}

void RaceObserver::keep_read(Cell& cell, const Piece& piece) const {
  const Mark& mark = piece.mark;
  auto& [first, second] = cell.reads;
  const auto is_replaced = [&](const Mark& old) {
    return !old.is_set ||
           (old.thread == mark.thread && (check_->facts_.channels_are_ordered || is_covered(old, mark))) ||
           is_earlier(old, piece.is_local);
  };
  if (is_replaced(first)) {
    if (second.is_set && is_replaced(second)) second = {};
    first = mark;
  } else if (is_replaced(second) || (!is_of_group(first.thread) && group_of(first.thread) == group_of(second.thread))) {
    second = mark;
  }
}

bool RaceObserver::is_same_item(const Mark& before, const Mark& now, AccessKind kind) const {
  return before.thread == now.thread && (check_->facts_.channels_are_ordered || is_same_channel(before, kind, now));
}

bool RaceObserver::is_ordered(const Mark& before, AccessKind kind, const Piece& now) const {
  if (is_same_item(before, now.mark, kind)) return true;
  if (before.may_be_private && now.mark.may_be_private && before.slot == now.mark.slot) return true;
  if (is_earlier(before, now.is_local)) return true;
  if (sender_->known.is_empty() && group_known_.is_empty()) return false;
  const std::uint32_t group = group_of(before.thread);
  return sender_->known.knows(before.thread, group, before.moment) ||
         group_known_.knows(before.thread, group, before.moment);
}

Side RaceObserver::side_of(const Mark& mark, AccessKind kind) const {
  return {.group = group_of(mark.thread),
          .thread = mark.thread % check_->facts_.threads,
          .channel = mark.channels == 0 ? 0U : static_cast<unsigned>(std::countr_zero(mark.channels)),
          .instruction = check_->program_->offset_of(mark.instruction),
          .kind = kind};
}

void RaceObserver::report(const Mark& before, AccessKind kind, const Piece& now) {
  Mark other = before;  // not the work-item that accesses it now
  if (before.thread == now.mark.thread && !std::has_single_bit(before.channels))
    other.channels &= ~(now.mark.channels & -now.mark.channels);
  const Side first = side_of(other, kind), second = side_of(now.mark, now.kind);
  const Place place{.is_local = now.is_local, .address = now.address, .bytes = now.bytes};
  Found* race = races_.count(place, first, second);
  if (race == nullptr) return;
  race->id = now.is_local ? "race.local" : "race.global";
  race->what = std::string(noun_of(kind)) + " and " + std::string(noun_of(now.kind)) + " of the same " +
               (now.is_local ? "local" : "global") + " memory by two work-items, in no order";
  race->sides = {first, second};
  race->place = place;
  race->hint = hint_for(first, second, now.is_local);
  if (race->count == 1 && check_->seen_by_ != nullptr) check_->seen_by_->seen(*race);
}

}  // namespace eugene::checks
