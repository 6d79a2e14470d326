#include "eu/observer.h"

#include <algorithm>
#include <array>
#include <bit>

#include "eu/prepared_op.h"
#include "eu/thread.h"

namespace eugene::eu {

void Observer::accessed_by_lanes(const LaneAccess& access) {
  if (!interest().accesses) return;
  std::array<std::uint64_t, kMaxChannels> offsets;
  for (std::uint32_t elements = access.elements; elements != 0; elements &= elements - 1) {
    const std::uint64_t ahead = static_cast<unsigned>(std::countr_zero(elements)) * access.bytes;
    std::size_t count = 0;
    for (std::uint32_t left = access.channels; left != 0; left &= left - 1) {
      const auto lane = static_cast<unsigned>(std::countr_zero(left));
      offsets[count++] = ahead + (access.wide != nullptr ? access.wide[lane] : access.offsets[lane]);
    }
    if (count == 0) return;
    accessed({.space = access.space,
              .offsets = std::span(offsets).first(count),
              .bytes = access.bytes,
              .kind = access.kind,
              .channels = access.channels});
  }
}

void Observers::add(Observer& observer) {
  all_.push_back(&observer);
  interest_ |= observer.interest();
  if (digest_plan_ == nullptr) digest_plan_ = observer.digest_plan();
}

void Observers::clear() {
  all_.clear();
  interest_ = {};
  digest_plan_ = nullptr;
  counts_.clear();
}

void Observers::begin_program(std::size_t instructions) {
  counts_.assign(interest_.instructions ? instructions : 0, ExecutionCounts());
}

bool Observers::want_interpreter() const {
  return interest_.before || std::ranges::any_of(all_, [](const Observer* each) { return each->wants_interpreter(); });
}

bool Observers::take_batches() const {
  return interest_.allow_batches() &&
         std::ranges::all_of(all_, [](const Observer* each) { return each->takes_batches(); });
}

WatchedRange Observers::watched_around(const AccessedSpace& space, AccessKind kind, std::uint64_t offset) const {
  WatchedRange all;
  for (const Observer* each : all_) {
    const WatchedRange range = each->watched_around(space, kind, offset);
    all = {.offsets = {.begin = std::max(all.offsets.begin, range.offsets.begin),
                       .end = std::min(all.offsets.end, range.offsets.end)},
           .watch = std::max(all.watch, range.watch)};
  }
  return all;
}

std::uint32_t Observers::watched_alignment(std::size_t index) const {
  std::uint32_t largest = 1;
  for (const Observer* each : all_) largest = std::max(largest, each->watched_alignment(index));
  return largest;
}

const Return* Observers::goes_back_to() const {
  if (!interest_.before) return nullptr;
  for (const Observer* each : all_) {
    if (const Return* to = each->goes_back_to()) return to;
  }
  return nullptr;
}

bool Observers::want_state() const {
  return interest_.before && std::ranges::any_of(all_, [](const Observer* each) { return each->wants_state(); });
}

void Observers::executed(const PreparedOp& op, const Thread& thread, unsigned channels, std::uint32_t before) {
  if (!interest_.instructions) return;
  ExecutionCounts& count = counts_[op.index];
  ++count.executions;
  count.channels += channels;
  const bool is_branch = op.action == Action::branch || op.action == Action::jump;
  if (const std::uint32_t parted = before & ~thread.running; is_branch && thread.running != 0 && parted != 0) {
    ++count.divergences;
    count.parted += static_cast<unsigned>(std::popcount(parted));
  }
  tell(&Observer::executed, op, thread, channels, before);
}

}  // namespace eugene::eu
