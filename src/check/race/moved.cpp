// Messages that the port reports element by element. Compiled code reports all elements of a channel at once, so
// consecutive elements of a channel are merged here too: the accesses kept, and so the races found, depend on the sizes
// of accesses.
#include <algorithm>
#include <bit>
#include <cstring>

#include "check/race/observer.h"

namespace eugene::check {

using eu::AccessKind;

void RaceObserver::transferred(const eu::Access& access, const eu::AccessValues& values) {
  if (sender_ == nullptr) return;
  if (!check_->facts_.places.empty()) reader_.add(access, values);
  const bool is_atomic = access.kind == AccessKind::atomic, is_local = access.space.local != nullptr;
  if (!is_atomic && !is_of_thread_ && access.channels != 0) return keep_moved(access, values);
  if (!is_atomic || !touch_local_atomics(access, values.updated.data())) {
    hide(access.space, *thread_);
    touch(access, access.kind == AccessKind::read ? nullptr : (is_atomic ? values.updated : values.moved).data());
    release();
  }
  // An atomic that returns nothing acquires nothing.
  if (!is_atomic || !has_response_) return;
  for (const std::uint64_t offset : access.offsets) {
    if (is_local)
      acquire_from_group(offset);
    else
      acquire(access.space.base + offset);
  }
}

// Fast path of touch() for atomics on aligned dwords of local memory, for example in histograms. Returns false, and
// changes nothing, for other atomics.
bool RaceObserver::touch_local_atomics(const eu::Access& access, const std::byte* values) {
  constexpr unsigned kDword = sizeof(std::uint32_t);
  const auto is_aligned = [](std::uint64_t offset) { return offset % kDword == 0; };
  if (access.space.local == nullptr || access.bytes != kDword || is_of_thread_ || sender_->astray != 0) return false;
  if (access.channels == 0 || !std::ranges::all_of(access.offsets, is_aligned)) return false;
  Span now{.mark = mark_, .bytes = kDword, .kind = AccessKind::atomic, .is_local = true};
  std::uint32_t left = access.channels;
  for (const std::uint64_t offset : access.offsets) {
    now.mark.channels = find_channels(static_cast<unsigned>(std::countr_zero(left)) & 31U, now.kind);
    now.address = access.space.base + offset;
    now.values = values;
    Row& row = hold(now.address / ShadowPage::kBytes, true)->rows[now.address % ShadowPage::kBytes / Row::kBytes];
    std::size_t more = 0;
    const auto in_row = static_cast<unsigned>(now.address % Row::kBytes);
    if (row.split(in_row, kDword, Mark::kSameChannels, more) == kDword) {
      std::uint32_t value = 0;
      std::memcpy(&value, values, kDword);
      update(row.at(in_row), now, value);
    } else {
      update_cells(row, now);
    }
    values += kDword;
    left &= left - 1;
  }
  return true;
}

void RaceObserver::touch(const eu::Access& access, const std::byte* values) {
  Elements all{.bytes = access.bytes, .values = values, .kind = access.kind, .is_local = access.space.local != nullptr};
  std::uint32_t left = access.channels;
  for (const std::uint64_t offset : access.offsets) {
    if (all.count == Elements::kMax) {
      touch(all);
      if (all.values != nullptr) all.values += std::size_t{all.count} * all.bytes;
      all.count = 0;
    }
    const bool is_known = is_of_thread_ || left != 0;
    all.channels[all.count] =
        is_known ? find_channels(static_cast<unsigned>(std::countr_zero(left)) & 31U, all.kind) : 0;
    all.addresses[all.count++] = access.space.base + offset;
    left &= left - 1;
  }
  touch(all);
}

void RaceObserver::keep_moved(const eu::Access& access, const eu::AccessValues& values) {
  Moved& more = moved_.emplace_back(Moved{.space = access.space,
                                          .kind = access.kind,
                                          .bytes = access.bytes,
                                          .channels = access.channels,
                                          .offsets = {access.offsets.begin(), access.offsets.end()},
                                          .values = {}});
  if (access.kind == AccessKind::write) more.values.assign(values.moved.begin(), values.moved.end());
}

void RaceObserver::touch_moved() {
  if (moved_.empty()) return;
  hide(moved_.front().space, *thread_);
  if (moved_.size() > 1 && are_each_contiguous()) {
    touch_together();
  } else {
    for (const Moved& each : moved_) {
      touch({.space = each.space,
             .offsets = each.offsets,
             .bytes = each.bytes,
             .kind = each.kind,
             .channels = each.channels},
            each.values.empty() ? nullptr : each.values.data());
    }
  }
  release();
  moved_.clear();
}

// Whether each channel's elements are consecutive.
bool RaceObserver::are_each_contiguous() const {
  const Moved& first = moved_.front();
  const std::size_t parts = moved_.size(), count = first.offsets.size();
  for (std::size_t part = 1; part < parts; ++part) {
    const Moved& each = moved_[part];
    if (each.bytes != first.bytes || each.channels != first.channels || each.offsets.size() != count) return false;
    for (std::size_t i = 0; i < count; ++i) {
      if (each.offsets[i] != first.offsets[i] + part * first.bytes) return false;
    }
  }
  return count <= Elements::kMax && parts <= 4;
}

void RaceObserver::touch_together() {
  const Moved& first = moved_.front();
  const std::size_t parts = moved_.size(), count = first.offsets.size(), bytes = first.bytes;
  Elements all{.count = static_cast<unsigned>(count),
               .bytes = static_cast<unsigned>(bytes * parts),
               .kind = first.kind,
               .is_local = first.space.local != nullptr};
  std::uint32_t left = first.channels;
  std::vector<std::byte> values(first.values.empty() ? 0 : count * parts * bytes);
  for (std::size_t i = 0; i < count; ++i, left &= left - 1) {
    all.channels[i] = find_channels(static_cast<unsigned>(std::countr_zero(left)) & 31U, all.kind);
    all.addresses[i] = first.space.base + first.offsets[i];
    for (std::size_t part = 0; part < parts && !values.empty(); ++part)
      std::memcpy(&values[(i * parts + part) * bytes], &moved_[part].values[i * bytes], bytes);
  }
  if (!values.empty()) all.values = values.data();
  touch(all);
}

}  // namespace eugene::check
