#include "machine/history.h"

#include <algorithm>
#include <utility>

namespace eugene::web {

std::size_t Checkpoint::bytes() const {
  std::size_t sum = at.state == nullptr ? 0 : at.state->bytes();
  for (const KeptMemory& each : memory) sum += each.bytes.size();
  return sum;
}

void History::begin(std::string_view text) {
  if (text == text_) return;
  text_ = text;
  states_.clear();
  bytes_ = 0;
  distance_ = limits_.distance;
}

const Checkpoint* History::before(std::uint64_t step) const {
  const auto after = std::ranges::upper_bound(states_, step, {}, &Checkpoint::step);
  return after == states_.begin() ? nullptr : &*(after - 1);
}

bool History::wants(std::uint64_t step) const {
  return step >= distance_ + (states_.empty() ? 0 : states_.back().step);
}

void History::add(Checkpoint state) {
  bytes_ += state.bytes();
  states_.push_back(std::move(state));
  while (!states_.empty() && (states_.size() > limits_.states || bytes_ > limits_.bytes)) {
    std::vector<Checkpoint> fewer;
    for (std::size_t n = 1; n < states_.size(); n += 2) fewer.push_back(std::move(states_[n]));
    states_ = std::move(fewer);
    bytes_ = 0;
    for (const Checkpoint& each : states_) bytes_ += each.bytes();
    distance_ *= 2;
  }
}

}  // namespace eugene::web
