#include "checks/barriers.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string>
#include <utility>

#include "eu/port.h"
#include "eu/thread_block.h"

namespace eugene::checks {

void BarrierList::add(Found found) {
  const Key key(found.id, found.sides.front().instruction, found.sides.back().instruction);
  const auto [at, is_new] = all_.try_emplace(key, found);
  if (is_new) return;
  const std::uint64_t count = at->second.count + found.count;
  if (found.sides.front().group < at->second.sides.front().group) at->second = std::move(found);
  at->second.count = count;
}

void BarrierList::give(Sink& sink) {
  for (auto& [key, found] : all_) sink.add(std::move(found));
  all_.clear();
}

class BarrierObserver final : public eu::Observer {
 public:
  explicit BarrierObserver(BarrierCheck& check) : check_(&check) {}

  eu::Interest interest() const override { return BarrierCheck::kInterest; }

  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    comers_.assign(group.count, {});
    for (unsigned i = 0; i < group.count; ++i)
      comers_[i].items = static_cast<unsigned>(std::popcount(group.threads[i].dispatched));
    meetings_.clear();
  }

  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    if (threads_ == nullptr) return;
    const unsigned thread = threads_->index_of(request.thread);
    if (thread >= comers_.size()) return;
    if (status == eu::SendStatus::end_of_thread) comers_[thread].has_ended = true;
    const auto index = static_cast<std::size_t>(&request.instruction - check_->program_->instructions.data());
    const bool is_barrier = check_->roles_[index] == MessageRole::barrier;
    if (is_barrier && status == eu::SendStatus::done) arrive(thread, check_->program_->offset_of(index));
  }

  void group_ends() override {
    if (threads_ != nullptr) find_missing();
    threads_ = nullptr;
  }

 private:
  struct Comer {
    unsigned items = 0;     // channels that the thread was started with
    unsigned barriers = 0;  // that it has reached
    bool has_ended = false;
  };
  // The first thread at a barrier, in the order of the group's barriers.
  struct Meeting {
    Side first;
    bool is_told = false;
  };

  void arrive(unsigned thread, std::uint32_t instruction) {
    const Side side{.group = group_, .thread = thread, .instruction = instruction};
    const unsigned number = comers_[thread].barriers++;
    if (number == meetings_.size()) return meetings_.push_back({.first = side});
    Meeting& meeting = meetings_[number];
    if (meeting.first.instruction == instruction || std::exchange(meeting.is_told, true)) return;
    add({.id = "sync.order",
         .what = "threads of one group meet at two different barriers",
         .sides = {meeting.first, side},
         .place = {},
         .hint = "all work-items of a group must reach the same barriers in the same order"});
  }

  // Threads that have ended before a barrier at which all others wait. A group that is left for another reason has
  // threads that do neither.
  void find_missing() {
    unsigned most = 0, waiting = 0, items = 0;
    for (const Comer& each : comers_) most = std::max(most, each.barriers);
    for (const Comer& each : comers_) {
      const bool waits = each.barriers == most && !each.has_ended;
      if (!waits && (!each.has_ended || each.barriers == most)) return;
      waiting += waits ? each.items : 0;
      items += each.items;
    }
    if (waiting == 0 || waiting == items || meetings_.empty()) return;
    add({.id = "sync.barrier",
         .what = "a barrier that " + std::to_string(waiting) + " of " + std::to_string(items) +
                 " work-items of the group reach: the others have ended",
         .sides = {meetings_.back().first},
         .place = {},
         .hint = "all work-items of a group must reach the same barriers"});
  }

  void add(Found found) {
    const std::scoped_lock lock(check_->mutex_);
    check_->found_.add(std::move(found));
  }

  BarrierCheck* check_;
  const eu::ThreadBlock* threads_ = nullptr;  // of the group that runs; null: none whose begin was told
  std::uint64_t group_ = 0;
  std::vector<Comer> comers_;
  std::vector<Meeting> meetings_;
};

std::unique_ptr<eu::Observer> BarrierCheck::worker_begins() { return std::make_unique<BarrierObserver>(*this); }

}  // namespace eugene::checks
