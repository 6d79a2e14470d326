#include <algorithm>
#include <bit>
#include <cstring>
#include <thread>

#include "check/race/observer.h"
#include "eu/thread.h"
#include "isa/message/binding.h"

namespace eugene::check {

using eu::AccessKind;

namespace {

// Puts the values of a write in memory order: for each channel, its elements one after the other.
void interleave(const eu::LaneAccess& access, unsigned first_part, unsigned parts, std::byte* to) {
  const unsigned slot = std::max(access.bytes, 4U);
  for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    for (unsigned part = first_part; part < first_part + parts; ++part, to += access.bytes)
      std::memcpy(to, access.values + (part * access.lanes + lane) * std::size_t{slot}, access.bytes);
  }
}

bool is_in(const std::vector<AddressRange>& ranges, std::uint64_t address) {
  return std::ranges::any_of(ranges, [&](const AddressRange& r) { return r.begin <= address && address < r.end; });
}

}  // namespace

// Called for an access that compiled code is about to make.
void RaceObserver::accessed_by_lanes(const eu::LaneAccess& access) {
  if (!begin(access.thread, access.index)) return;
  if (!check_->facts_.places.empty()) note_marks(access.index, marks_in(access));
  hide(access.space, access.thread);
  const auto parts = static_cast<unsigned>(std::popcount(access.elements));
  if (record_bulk_access(access)) return release();
  const auto first = static_cast<unsigned>(std::countr_zero(access.elements));
  const bool is_run = std::has_single_bit((access.elements >> first) + 1);
  if (is_run) {
    touch(access, first, 0, parts);
  } else {
    std::uint32_t left = access.elements;
    for (unsigned part = 0; part < parts; ++part, left &= left - 1)
      touch(access, static_cast<unsigned>(std::countr_zero(left)), part, 1);
  }
  release();
}

bool RaceObserver::touch_one_place(const eu::LaneAccess& access) {
  const auto offset = [&](std::uint32_t channels) -> std::uint64_t {
    const auto lane = static_cast<unsigned>(std::countr_zero(channels)) & 31U;
    return access.wide != nullptr ? access.wide[lane] : access.offsets[lane];
  };
  const std::uint64_t place = offset(access.channels);
  for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
    if (offset(left) != place) return false;
  }
  Span span{.mark = mark_,
            .address = access.space.base + place,
            .bytes = access.bytes,
            .kind = access.kind,
            .is_local = access.space.local != nullptr};
  if (!span.is_local && is_in(check_->facts_.ignored, span.address)) return true;
  span.mark.channels = access.channels << first_channel_;
  touch(span);
  return true;
}

// Fast path for channels that read one place, and for consecutive channels that access consecutive memory, as most do.
// Returns false for other accesses.
bool RaceObserver::record_bulk_access(const eu::LaneAccess& access) {
  if (access.kind == AccessKind::atomic || access.elements != 1 || is_of_thread_ || sender_->astray != 0) return false;
  if (access.kind == AccessKind::read && touch_one_place(access)) return true;
  const auto first = static_cast<unsigned>(std::countr_zero(access.channels));
  const std::uint32_t run = access.channels >> first;
  if (access.bytes < sizeof(std::uint32_t) || (run & (run + 1)) != 0) return false;
  const auto count = static_cast<unsigned>(std::countr_one(run));
  const auto offset = [&](unsigned lane) -> std::uint64_t {
    return access.wide != nullptr ? access.wide[lane] : access.offsets[lane];
  };
  for (unsigned i = 1; i < count; ++i) {
    if (offset(first + i) != offset(first) + std::uint64_t{i} * access.bytes) return false;
  }
  Span span{.mark = mark_,
            .address = access.space.base + offset(first),
            .bytes = access.bytes * count,
            .values = access.values == nullptr ? nullptr : access.values + std::size_t{first} * access.bytes,
            .kind = access.kind,
            .is_local = access.space.local != nullptr};
  if (count == 1 || span.address % access.bytes != 0) return false;
  if (!span.is_local && is_in(check_->facts_.ignored, span.address)) return true;
  span.mark.channels = find_channels(first, access.kind);
  span.mark.set_shift(static_cast<unsigned>(std::countr_zero(access.bytes)));
  touch(span);
  return true;
}

// Handles `parts` elements of each channel, from `element` on.
void RaceObserver::touch(const eu::LaneAccess& access, unsigned element, unsigned part, unsigned parts) {
  std::array<std::byte, eu::kMaxChannels * 4 * sizeof(std::uint64_t)> values;
  Elements all{.bytes = access.bytes * parts, .kind = access.kind, .is_local = access.space.local != nullptr};
  const std::uint64_t first = access.space.base + std::uint64_t{element} * access.bytes;
  for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
    const auto lane = static_cast<unsigned>(std::countr_zero(left));
    all.channels[all.count] = find_channels(lane, access.kind);
    all.addresses[all.count++] = first + (access.wide != nullptr ? access.wide[lane] : access.offsets[lane]);
  }
  if (access.values != nullptr) {
    interleave(access, part, parts, values.data());
    all.values = values.data();
  }
  touch(all);
}

// Marks accesses to memory that may be private with their thread slot.
void RaceObserver::hide(const eu::AccessedSpace& space, const eu::Thread& thread) {
  const bool is_hidden = check_->facts_.has_hidden_private_memory && space.local == nullptr;
  mark_.slot = is_hidden && space.bti == isa::kBtiStateless ? 1U + eu::fixed_function_thread(thread) : 0U;
}

bool RaceObserver::is_watched(const Elements& all, unsigned element) const {
  const std::uint32_t channels = all.channels[element], astray = sender_->astray;
  if (astray != 0 && (channels == 0 || (channels & astray) != 0)) return false;
  return all.is_local || !is_in(check_->facts_.ignored, all.addresses[element]);
}

void RaceObserver::touch(const Elements& all) {
  if (check_->facts_.channels_are_ordered && all.kind == AccessKind::write) compare_channels(all);
  for (unsigned i = 0; i < all.count;) {
    Span span{.mark = mark_,
              .address = all.addresses[i],
              .bytes = all.bytes,
              .values = all.values == nullptr ? nullptr : all.values + std::size_t{i} * all.bytes,
              .kind = all.kind,
              .is_local = all.is_local};
    span.mark.channels = all.channels[i];
    unsigned count = extend_at_one_place(span, all, i);
    if (count == 1) count = extend(span, all, i);
    if (is_watched(all, i)) touch(span);
    i += count;
  }
}

// Merges reads of one place by several channels, and writes of one value. Returns the number of elements merged.
unsigned RaceObserver::extend_at_one_place(Span& span, const Elements& all, unsigned from) const {
  unsigned count = 1;
  if (all.kind == AccessKind::atomic || span.mark.channels == 0 || sender_->astray != 0) return count;
  const auto is_same = [&](unsigned i) {
    if (all.addresses[i] != span.address) return false;
    return span.values == nullptr || std::memcmp(span.values, all.values + std::size_t{i} * all.bytes, all.bytes) == 0;
  };
  for (; from + count < all.count && is_same(from + count); ++count) span.mark.channels |= all.channels[from + count];
  return count;
}

// Merges consecutive elements of consecutive channels, or of the same channels. An element whose place the next channel
// accesses too is left to extend_at_one_place().
unsigned RaceObserver::extend(Span& span, const Elements& all, unsigned from) const {
  if (all.kind == AccessKind::atomic || sender_->astray != 0) return 1;
  const std::uint32_t channels = span.mark.channels;
  const bool is_of_same = is_of_thread_ || channels == 0;
  const bool has_shift = std::has_single_bit(all.bytes) && all.bytes <= Row::kBytes && span.address % all.bytes == 0;
  if (!is_of_same && !has_shift) return 1;
  unsigned count = 1;
  const auto follows = [&](unsigned i) {
    const bool is_next = is_of_same ? all.channels[from + i] == channels : all.channels[from + i] == channels << i;
    const bool is_shared = from + i + 1 < all.count && all.addresses[from + i + 1] == all.addresses[from + i];
    return is_next && !is_shared && all.addresses[from + i] == span.address + std::uint64_t{i} * all.bytes;
  };
  while (from + count < all.count && follows(count)) ++count;
  span.bytes *= count;
  if (!is_of_same && count > 1) span.mark.set_shift(static_cast<unsigned>(std::countr_zero(all.bytes)));
  return count;
}

void RaceObserver::touch(const Span& span) {
  Span part = span;
  if (Row::kBytes >> part.mark.shift <= 1) part.mark.shift = Mark::kSameChannels;  // an element fills the row
  for (unsigned done = 0; done < span.bytes; done += part.bytes) {
    part.address = span.address + done;
    const std::uint64_t in_row = part.address % Row::kBytes;
    part.bytes = std::min(span.bytes - done, static_cast<unsigned>(Row::kBytes - in_row));
    if (done != 0) part.mark.channels = span.mark.at(done).channels;
    if (span.values != nullptr) part.values = span.values + done;
    ShadowPage* page = hold(part.address / ShadowPage::kBytes, span.is_local);
    if (page == nullptr) continue;
    Row& row = page->rows[part.address % ShadowPage::kBytes / Row::kBytes];
    if (!span.is_local) row.begin(check_->dispatch_);
    if (part.bytes != Row::kBytes || !update_row(row, part)) update_cells(row, part);
  }
}

// Returns the page, locked until release() or until another page is held. Returns null if no such page exists.
ShadowPage* RaceObserver::hold(std::uint64_t number, bool is_local) {
  if (is_local) {
    if (number >= local_.size()) local_.resize(number + 1);
    if (local_[number] == nullptr) local_[number] = std::make_unique<ShadowPage>();
    return local_[number].get();
  }
  if (held_ != nullptr && held_number_ == number) return held_;
  release();
  Known& known = pages_[number % pages_.size()];
  if (known.number != number) {
    ShadowPage* page = check_->global_->page(number);
    if (page == nullptr) return nullptr;
    known = {number, page};
  }
  held_ = known.page;
  held_number_ = number;
  while (held_->is_locked.test_and_set(std::memory_order_acquire)) std::this_thread::yield();
  return held_;
}

void RaceObserver::release() {
  if (held_ != nullptr) held_->is_locked.clear(std::memory_order_release);
  held_ = nullptr;
}

// Finds channels of one message that write different values to the same bytes: even if instructions order channels,
// these writes are unordered.
void RaceObserver::compare_channels(const Elements& all) {
  if (is_of_thread_) return;
  std::uint64_t end = 0;  // end of the elements so far
  for (unsigned i = 0; i < all.count; ++i) {
    const std::uint64_t address = all.addresses[i];
    if (address < end) compare_channel(all, i);
    end = std::max(end, address + all.bytes);
  }
}

// Compares an element with the earlier elements, up to the first that differs.
void RaceObserver::compare_channel(const Elements& all, unsigned element) {
  if (!is_watched(all, element)) return;
  const std::uint64_t address = all.addresses[element];
  for (unsigned before = 0; before < element; ++before) {
    const std::uint64_t other = all.addresses[before], begin = std::max(address, other);
    const std::uint64_t end = std::min(address, other) + all.bytes;
    if (begin >= end || all.channels[before] == 0) continue;
    const auto values = [&](unsigned of) {
      return all.values + std::size_t{of} * all.bytes + begin - all.addresses[of];
    };
    if (std::memcmp(values(before), values(element), end - begin) == 0) continue;
    Span now{.mark = mark_,
             .address = begin,
             .bytes = static_cast<unsigned>(end - begin),
             .kind = all.kind,
             .is_local = all.is_local};
    Mark first = mark_;
    now.mark.channels = all.channels[element];
    first.channels = all.channels[before];
    return report(first, AccessKind::write, now);
  }
}

}  // namespace eugene::check
