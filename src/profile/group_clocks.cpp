#include "profile/group_clocks.h"

#include <algorithm>
#include <utility>

namespace eugene::profile {

void GroupClocks::begin(unsigned threads) {
  clocks_.resize(threads);
  for (Clock& clock : clocks_) {
    clock.now = 0;
    clock.ready.assign(registers_, 0);
    clock.maker.assign(registers_, 0);
  }
  arrived_ = 0;
  last_arrival_ = released_ = 0;
}

std::uint64_t GroupClocks::last() const {
  std::uint64_t last = 0;
  for (const Clock& clock : clocks_) last = std::max(last, clock.now);
  return last;
}

// The last thread to arrive at the barrier releases all threads.
void GroupClocks::arrive(std::uint64_t now) {
  last_arrival_ = std::max(last_arrival_, now);
  if (++arrived_ < clocks_.size()) return;
  released_ = std::exchange(last_arrival_, 0);
  arrived_ = 0;
}

void GroupClocks::follow(const Step& step, const InstructionModel& model, std::span<InstructionCounts> counts) {
  constexpr std::uint32_t kNobody = ~0U;
  InstructionCounts& count = counts[step.index];
  Clock& clock = clocks_[step.thread];
  ++count.timed;
  std::uint64_t begin = clock.now;
  std::uint32_t maker = kNobody;
  for (const std::uint16_t name : model.waits) {
    if (clock.ready[name] <= begin) continue;
    begin = clock.ready[name];
    maker = clock.maker[name];
  }
  if (model.awaits && released_ > begin) {
    begin = released_;
    maker = kNobody;
  }
  count.stalled += begin - clock.now;
  if (maker != kNobody) counts[maker].blamed += begin - clock.now;
  clock.now = begin + model.issue;
  if (model.arrives && step.runs) arrive(clock.now);
  for (const std::uint16_t name : model.changes) {
    clock.ready[name] = begin + step.latency;
    clock.maker[name] = step.index;
  }
}

}  // namespace eugene::profile
