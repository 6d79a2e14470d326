// Collects the values that several channels of a message move, for observers (eu::Observer::transferred).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "functions/memory_range.h"
#include "functions/message_call.h"

namespace eugene::functions {

class MovedValues {
 public:
  // Each channel has one element of `bytes` bytes, at most 8.
  MovedValues(const MessageCall& call, const MemoryRange& range, unsigned bytes, AccessKind kind)
      : call_(&call), range_(&range), bytes_(bytes), kind_(kind) {}

  // False if no observer wants values; add() need not be called then.
  bool wanted() const { return call_->reports_values(); }

  // Adds the element of channel `lane` at `offset`, if it is inside the range. `updated` is the new value, for atomics.
  // Channels must be added in ascending order.
  void add(unsigned lane, std::uint64_t offset, const void* moved, const void* updated = nullptr) {
    offset &= range_->offset_mask;
    if (!range_->contains(offset, bytes_)) return;
    std::memcpy(&moved_[std::size_t{count_} * bytes_], moved, bytes_);
    if (updated != nullptr) std::memcpy(&updated_[std::size_t{count_} * bytes_], updated, bytes_);
    offsets_[count_++] = offset;
    channels_ |= 1U << lane;
  }

  // Reports the values. Call it after the last add().
  void tell() const {
    if (count_ == 0) return;
    const std::size_t bytes = std::size_t{count_} * bytes_;
    const bool is_atomic = kind_ == AccessKind::atomic;
    call_->tell({.space = accessed_space(*range_),
                 .offsets = std::span(offsets_).first(count_),
                 .bytes = bytes_,
                 .kind = kind_,
                 .channels = channels_},
                {.moved = std::span(moved_).first(bytes), .updated = std::span(updated_).first(is_atomic ? bytes : 0)});
  }

 private:
  static constexpr unsigned kMaxBytes = 8;

  const MessageCall* call_;
  const MemoryRange* range_;
  unsigned bytes_;
  AccessKind kind_;
  unsigned count_ = 0;
  std::uint32_t channels_ = 0;
  std::array<std::uint64_t, isa::kMaxChannels> offsets_;
  std::array<std::byte, std::size_t{isa::kMaxChannels} * kMaxBytes> moved_;
  std::array<std::byte, std::size_t{isa::kMaxChannels} * kMaxBytes> updated_;
};

}  // namespace eugene::functions
