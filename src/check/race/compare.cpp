#include <algorithm>
#include <bit>
#include <cstring>
#include <string>
#include <string_view>

#include "check/race/observer.h"

namespace eugene::check {

using eu::AccessKind;

namespace {

// Whether two accesses of one thread are by the same channels. If several channels wrote together, each of them wrote
// the same value, so a later access by any of them is by the same channel. If several channels read together, some
// other channel read too.
bool is_same_channel(const Mark& before, AccessKind kind, const Mark& now) {
  if (before.channels == 0 || now.channels == 0) return true;
  if (std::has_single_bit(before.channels)) return before.channels == now.channels;
  return kind == AccessKind::write && (now.channels & ~before.channels) == 0;
}

// Whether every channel that made the old access makes the new one too.
bool is_covered(const Mark& old, const Mark& now) {
  return old.channels == 0 || now.channels == 0 || (old.channels & ~now.channels) == 0;
}

// Whether a result for the first bytes of a row holds for the whole row.
bool is_alike(const Mark& old, const Mark& now) {
  return !old.is_set || old.thread != now.thread || old.shift == now.shift;
}

constexpr std::string_view kCopyHint =
    "an asynchronous copy goes on until wait_group_events with its event: access its memory before a barrier, or after "
    "the wait";

std::string_view hint_for(const AccessSite& before, const AccessSite& now, bool is_local, bool is_opencl) {
  if (before.group != now.group) return "nothing orders the work-groups of a launch: use an atomic, or a second launch";
  if (before.thread == now.thread)
    return "the two run in one EU thread, whose order OpenCL does not promise: put a barrier between them";
  if (!is_opencl) return "put a barrier between them, and before it a memory barrier if the memory needs one";
  return is_local ? "put barrier(CLK_LOCAL_MEM_FENCE) between them" : "put barrier(CLK_GLOBAL_MEM_FENCE) between them";
}

}  // namespace

// Handles an access to a whole row. Returns false, and changes nothing, if the cells must be compared one by one.
bool RaceObserver::update_row(Row& row, const Span& now) {
  if (row.is_split() || now.kind == AccessKind::atomic) return false;
  if (!is_alike(row.write, now.mark) || !is_alike(row.reads[0], now.mark) || !is_alike(row.reads[1], now.mark))
    return false;
  if (counts(row.write, now.is_local) && !is_ordered(row.write, AccessKind::write, now)) {
    if (!now.writes() || std::memcmp(row.values.data(), now.values, Row::kBytes) != 0) return false;
  }
  if (!now.writes()) {
    keep(row.reads, now);
    return true;
  }
  for (const Mark& read : row.reads) {
    if (counts(read, now.is_local) && !is_ordered(read, AccessKind::read, now)) return false;
  }
  row.write = now.mark;
  row.reads = {};
  std::memcpy(row.values.data(), now.values, Row::kBytes);
  return true;
}

void RaceObserver::update_cells(Row& row, const Span& now) {
  const auto offset = static_cast<unsigned>(now.address % Row::kBytes);
  std::size_t more = 0;
  const unsigned piece = row.split(offset, now.bytes, now.mark.shift, more);
  if (more != 0 && !now.is_local) check_->global_->add(more);
  if (now.bytes == piece && now.mark.shift == Mark::kSameChannels) {  // as for most atomics
    std::uint32_t value = 0;
    if (now.values != nullptr) std::memcpy(&value, now.values, piece);
    return update(row.at(offset), now, value);
  }
  for (unsigned done = 0; done < now.bytes; done += piece) {
    Span part = now;
    part.mark = now.mark.at(done);
    part.mark.shift = Mark::kSameChannels;
    part.address += done;
    part.bytes = piece;
    std::uint32_t value = 0;
    if (now.values != nullptr) std::memcpy(&value, now.values + done, piece);
    update(row.at(offset + done), part, value);
  }
  if (now.kind != AccessKind::write || now.values == nullptr || now.bytes != Row::kBytes) return;
  Row::Values values;
  std::memcpy(values.data(), now.values, values.size());
  row.join(now.mark, values);
}

void RaceObserver::update(Cell& cell, const Span& now, std::uint32_t value) {
  compare(cell, now, now.kind == AccessKind::write && cell.value == value);
  if (now.kind == AccessKind::read) return keep(cell.reads, now);
  cell.value = value;
  // A write that is ordered before one atomic may not be ordered before another, so the write is kept.
  if (now.kind == AccessKind::atomic) return keep(cell.atomics, now);
  cell.write = now.mark;
  cell.reads = cell.atomics = {};
}

// `is_equal`: the access is a write, not an atomic, of the value that is already there.
void RaceObserver::compare(const Cell& cell, const Span& now, bool is_equal) {
  const auto is_race = [&](const Mark& before, AccessKind kind) {
    return counts(before, now.is_local) && !is_ordered(before, kind, now);
  };
  if (!is_equal && is_race(cell.write, AccessKind::write)) report(cell.write, AccessKind::write, now);
  if (now.kind != AccessKind::atomic) {
    for (const Mark& atomic : cell.atomics) {
      const bool is_expected = !now.writes() && is_exchange(atomic);
      if (!is_expected && is_race(atomic, AccessKind::atomic)) report(atomic, AccessKind::atomic, now);
    }
  }
  if (!now.writes() || (now.kind == AccessKind::atomic && is_exchange(now.mark))) return;
  // Work-items that read since the last write have read the same value.
  if (now.kind == AccessKind::write && is_equal && counts(cell.write, now.is_local)) return;
  for (const Mark& read : cell.reads) {
    if (is_race(read, AccessKind::read)) report(read, AccessKind::read, now);
  }
}

void RaceObserver::keep(std::array<Mark, 2>& kept, const Span& now) const {
  auto& [first, second] = kept;
  const auto is_replaced = [&](const Mark& old) {
    if (!counts(old, now.is_local) || is_earlier(old, now.is_local)) return true;
    if (old.is_copy != now.mark.is_copy) return false;
    return old.thread == now.mark.thread && (check_->facts_.channels_are_ordered || is_covered(old, now.mark));
  };
  if (is_replaced(first)) {
    if (second.is_set && is_replaced(second)) second = {};
    first = now.mark;
  } else if (is_replaced(second) ||
             (!is_of_group(first.thread) && find_group(first.thread) == find_group(second.thread))) {
    second = now.mark;
  }
}

bool RaceObserver::is_same_item(const Mark& before, AccessKind kind, const Mark& now) const {
  if (before.is_copy != 0 || now.is_copy != 0) return before.is_copy == 0 && is_alone();
  return before.thread == now.thread && (check_->facts_.channels_are_ordered || is_same_channel(before, kind, now));
}

bool RaceObserver::is_ordered(const Mark& before, AccessKind kind, const Span& now) const {
  if (is_earlier(before, now.is_local) || is_same_item(before, kind, now.mark)) return true;
  if (before.slot != 0 && before.slot == now.mark.slot) return true;
  if (sender_->known.is_empty() && group_known_.is_empty()) return false;
  const std::uint32_t group = find_group(before.thread);
  return sender_->known.knows(before.thread, group, before.epoch) ||
         group_known_.knows(before.thread, group, before.epoch);
}

AccessSite RaceObserver::access_site(const Mark& mark, AccessKind kind) const {
  return {.group = find_group(mark.thread),
          .thread = mark.thread % check_->facts_.threads,
          .channel = mark.channels == 0 ? 0U : static_cast<unsigned>(std::countr_zero(mark.channels)),
          .instruction = check_->program_->offset_at(mark.instruction),
          .kind = kind};
}

void RaceObserver::report(const Mark& before, AccessKind kind, const Span& now) {
  Mark other = before;  // must not be the work-item that accesses now
  const std::uint32_t lowest = now.mark.channels & -now.mark.channels;
  if (before.thread == now.mark.thread && !std::has_single_bit(before.channels)) other.channels &= ~lowest;
  const AccessSite first = access_site(other, kind), second = access_site(now.mark, now.kind);
  const MemoryRange place{.is_local = now.is_local, .address = now.address, .bytes = now.bytes};
  const auto barrier = is_of_group(before.thread) ? barrier_before(before.epoch.phase(), now.is_local) : std::nullopt;
  RawFinding* race = races_.count(place, first, second, barrier);
  if (race == nullptr) return;
  race->id = now.is_local ? "race.local" : "race.global";
  race->what = std::string(find_name(kind)) + " and " + std::string(find_name(now.kind)) + " of the same " +
               (now.is_local ? "local" : "global") + " memory by two work-items, in no order";
  race->sides = {first, second};
  race->place = place;
  const bool is_of_copy = before.is_copy != 0 || now.mark.is_copy != 0;
  race->hint = is_of_copy ? kCopyHint : hint_for(first, second, now.is_local, check_->facts_.is_opencl);
  if (race->count == 1 && check_->seen_by_ != nullptr) check_->seen_by_->seen(*race);
}

}  // namespace eugene::check
