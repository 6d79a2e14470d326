// The registers of a LoopStep.
#include <algorithm>

#include "eu/analysis/loop_step.h"

namespace eugene::eu {
namespace {

constexpr unsigned kMaxElement = 8;  // bytes

}  // namespace

// Whether one of the bytes is still out of date.
bool LoopStep::is_stale(std::size_t place, unsigned bytes) const {
  for (auto at = stale_.bytes.lower_bound(place); at != stale_.bytes.end() && *at < place + bytes; ++at)
    if (cell(*at) == nullptr && !overlaps(*at, 1)) return true;
  return false;
}

// Whether a value has been written that overlaps the bytes but is not exactly these bytes.
bool LoopStep::overlaps(std::size_t place, unsigned bytes) const {
  for (std::size_t at = place - std::min<std::size_t>(place, kMaxElement - 1); at < place + bytes; ++at) {
    const Cell* found = cell(at);
    if (found != nullptr && at + found->bytes > place && (at != place || found->bytes != bytes)) return true;
  }
  return false;
}

Number LoopStep::read(std::size_t place, unsigned bytes, int channel) {
  const bool is_channel = channel != kUniform;
  return read_as(place, bytes, channel,
                 is_channel ? active_[static_cast<std::size_t>(channel)] : Truth::constant(true));
}

// Returns the value that the channel reads where it runs under the condition `active`.
Number LoopStep::read_as(std::size_t place, unsigned bytes, int channel, const Truth& active) {
  if (overlaps(place, bytes)) {
    bool stale = is_stale(place, bytes);
    for (std::size_t at = place - std::min<std::size_t>(place, kMaxElement - 1); at < place + bytes; ++at)
      if (const Cell* found = cell(at)) stale |= found->value.stale || found->otherwise.stale;
    return Number::unknown(stale);
  }
  const Cell* found = cell(place);
  if (found == nullptr) return is_stale(place, bytes) ? Number::unknown(true) : symbols(channel).input(place, bytes);
  const bool is_own = found->writer == channel || (found->writer == kUniform && found->value.is_constant());
  if (!found->condition) return is_own ? found->value : Number::unknown(found->value.stale);
  if (is_own && *found->condition == active) return found->value;
  return Number::unknown(found->value.stale || found->otherwise.stale);
}

// Forgets the values that overlaps() finds. Returns whether one of them was out of date.
bool LoopStep::split(std::size_t place, unsigned bytes) {
  if (!overlaps(place, bytes)) return false;
  bool any_stale = is_stale(place, bytes);
  for (std::size_t at = place - std::min<std::size_t>(place, kMaxElement - 1); at < place + bytes; ++at) {
    const auto found = cells_.find(at);
    if (found == cells_.end() || at + found->second.bytes <= place) continue;
    const Cell old = found->second;
    const bool stale = old.value.stale || old.otherwise.stale;
    any_stale |= stale;
    cells_.erase(found);
    for (std::size_t byte = at; byte < at + old.bytes; ++byte)
      if (byte < place || byte >= place + bytes)
        cells_[byte] = {.value = Number::unknown(stale), .bytes = 1, .writer = old.writer};
  }
  return any_stale;
}

void LoopStep::write(std::size_t place, unsigned bytes, const Lane& lane, const Number& value) {
  const bool is_mixed = overlaps(place, bytes);
  Cell before{.value = Number::unknown(is_mixed ? split(place, bytes) : is_stale(place, bytes)), .bytes = bytes};
  if (const Cell* found = cell(place)) before = *found;
  Cell now{.value = value, .bytes = bytes, .writer = lane.channel};
  if (lane.channel == kUniform) {
    if (joins_at_ && !all_wait_) overwritten_.push_back({place, bytes, before});
    if (!value.is_constant()) now.value = Number::unknown(value.stale);
  } else if (!lane.enabled.is(true)) {
    const bool is_again =
        before.writer == lane.channel && before.condition && *before.condition == lane.enabled && lane.enabled.known;
    if (is_again)
      now.otherwise = before.otherwise;
    else
      now.otherwise = is_mixed ? before.value : read_as(place, bytes, lane.channel, Truth::constant(true));
    now.condition = lane.enabled;
    if (now.value == now.otherwise && now.value.known != 0) now.condition.reset();
    if (!lane.enabled.known) {
      now.value = Number::unknown(value.stale || now.otherwise.stale || lane.enabled.stale);
      now.condition.reset();
    }
  }
  cells_[place] = now;
}

void LoopStep::write_flag(const PreparedOp& op, const Lane& lane, const Truth& truth) {
  const unsigned index = (op.flag_shift + lane.index) % 32;
  FlagBit& flag = flags_[op.flag_nr][index];
  if (lane.channel == kUniform) {
    if (joins_at_ && !all_wait_) overwritten_flags_.push_back({op.flag_nr, index, flag});
    flag = {truth.is_constant() ? truth : Truth::unknown(truth.stale), kUniform, true};
    return;
  }
  const bool is_own = flag.writer == lane.channel || flag.truth.is_constant();
  const Truth before = is_own ? flag.truth : Truth::unknown(flag.truth.stale);
  flag = {either(both(lane.enabled, truth), both(inverse(lane.enabled), before)), lane.channel, true};
}

LoopWrites LoopStep::written() const {
  LoopWrites result;
  for (const auto& [place, cell] : cells_)
    for (unsigned i = 0; i < cell.bytes; ++i) result.bytes.insert(place + i);
  for (unsigned number = 0; number < flags_.size(); ++number)
    for (unsigned i = 0; i < 32; ++i)
      if (flags_[number][i].is_written) result.flags[number] |= 1U << i;
  return result;
}

LoopWrites LoopStep::stale() const {
  LoopWrites result = stale_;
  for (const auto& [place, cell] : cells_) {
    const bool is_stale = cell.value.stale || cell.otherwise.stale;
    for (unsigned i = 0; i < cell.bytes; ++i) {
      if (is_stale)
        result.bytes.insert(place + i);
      else
        result.bytes.erase(place + i);
    }
  }
  for (unsigned number = 0; number < flags_.size(); ++number) {
    for (unsigned i = 0; i < 32; ++i) {
      const FlagBit& flag = flags_[number][i];
      if (!flag.is_written) continue;
      result.flags[number] &= ~(1U << i);
      if (flag.truth.stale) result.flags[number] |= 1U << i;
    }
  }
  return result;
}

}  // namespace eugene::eu
