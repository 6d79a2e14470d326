// Asynchronous copies in the race check. Intel's compiler makes a loop of a copy: each work-item copies some elements
// at once. But any agent may copy any element at any time until the group has waited for the copy's event. So the
// accesses of the loop belong to no work-item. They are recognised by their place in the source, which is also the
// place of the mark that the copy has left (base/copy_marks.h).
#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "check/race/observer.h"
#include "eu/thread.h"

namespace eugene::check {

void RaceObserver::note_marks(std::uint32_t index, const std::vector<ChannelMark>& marks) {
  for (const ChannelMark& each : marks) {
    if (each.mark.kind == kWaitMade) {
      sender_->copying = 0;
      sender_->awaited.push_back(each.mark.event);
      continue;
    }
    sender_->copying = find_place(index);
    const Copy copy{.place = sender_->copying, .phase = sender_->epoch.phase(), .event = each.mark.event};
    const auto is_same = [&](const Copy& known) {
      return known.place == copy.place && known.phase == copy.phase && known.event == copy.event;
    };
    if (copy.place != 0 && std::ranges::none_of(copies_, is_same)) copies_.push_back(copy);
  }
}

// Called at each barrier. A wait is a barrier after the marks of its events. Copies that ended at an earlier barrier
// are forgotten, because everything before that barrier is ordered.
void RaceObserver::finish_copies(Sender& sender) {
  sender.copying = 0;
  std::erase_if(copies_, [&](const Copy& each) { return each.end <= sender.epoch.phase(); });
  const std::uint32_t next = sender.epoch.phase() + 1;
  for (const std::uint32_t event : std::exchange(sender.awaited, {})) {
    for (Copy& each : copies_) {
      if (each.event == event) each.end = std::min(each.end, next);
    }
  }
}

// Sets whether the current message belongs to a copy.
void RaceObserver::find_copy() {
  const bool is_copy = sender_->copying != 0 && sender_->copying == find_place(mark_.instruction);
  mark_.is_copy = is_copy ? 1U : 0U;
}

// Returns the first phase after the end of the copy that made an access. If one call made several copies in a phase,
// the copy of an access is unknown, so the first copy that ends counts.
std::uint32_t RaceObserver::end_of_copy(const Mark& copy) const {
  const std::uint32_t place = find_place(copy.instruction), phase = copy.epoch.phase();
  std::optional<std::uint32_t> end;
  for (const Copy& each : copies_) {
    if (each.place == place && each.phase == phase) end = std::min(end.value_or(kNever), each.end);
  }
  return end.value_or(phase + 1);
}

// Whether the group is one work-item: then its earlier accesses are ordered before its copies.
bool RaceObserver::is_alone() const { return senders_.size() == 1 && std::has_single_bit(thread_->dispatched); }

}  // namespace eugene::check
