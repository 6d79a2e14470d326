#include "check/sync/barriers.h"

#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "eu/analysis/message_roles.h"
#include "eu/port.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"

namespace eugene::check {

namespace {

using Roles = std::vector<eu::MessageRole>;

class BarrierObserver final : public eu::Observer {
 public:
  BarrierObserver(const isa::Program& program, const Roles& roles, RawFindings& found)
      : program_(&program), roles_(&roles), found_(&found) {}

  eu::Interest interest() const override { return kBarrierInterest; }

  bool takes_batches() const override { return true; }  // batches have no barriers
  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    barriers_.assign(group.count, 0);
    meetings_.clear();
  }

  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    if (threads_ == nullptr) return;
    const unsigned thread = threads_->find_index(request.thread);
    if (thread >= barriers_.size() || status != eu::SendStatus::done) return;
    const std::size_t index = isa::find_index(*program_, request.instruction);
    if ((*roles_)[index] != eu::MessageRole::barrier) return;
    const AccessSite side{.group = group_, .thread = thread, .instruction = program_->offset_at(index)};
    count_items(request.thread, side);
    meet(side);
  }

  void group_ends() override { threads_ = nullptr; }

 private:
  // The first thread that reached the group's n-th barrier; n is the index in meetings_.
  struct BarrierArrival {
    AccessSite first;
    bool is_told = false;
  };

  // Reports a barrier that some of the thread's channels do not reach. The thread itself executes the barrier once,
  // whichever of its channels run.
  void count_items(const eu::Thread& thread, AccessSite side) {
    const std::uint32_t missing = thread.dispatched & ~thread.running;
    if (missing == 0 || thread.running == 0) return;
    side.channel = static_cast<unsigned>(std::countr_zero(missing));
    found_->add({.id = "sync.barrier",
                 .what = "a barrier that " + std::to_string(std::popcount(thread.running)) + " of the " +
                         std::to_string(std::popcount(thread.dispatched)) +
                         " work-items of an EU thread reach, and this one does not",
                 .sides = {side},
                 .place = {},
                 .hint = "all work-items of a group must reach the same barriers"});
  }

  void meet(const AccessSite& side) {
    const unsigned number = barriers_[side.thread]++;
    if (number == meetings_.size()) return meetings_.push_back({.first = side});
    BarrierArrival& meeting = meetings_[number];
    if (meeting.first.instruction == side.instruction || std::exchange(meeting.is_told, true)) return;
    found_->add({.id = "sync.order",
                 .what = "threads of one group meet at two different barriers",
                 .sides = {meeting.first, side},
                 .place = {},
                 .hint = "all work-items of a group must reach the same barriers in the same order"});
  }

  const isa::Program* program_;
  const Roles* roles_;
  RawFindings* found_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group; null if no group_begins() was received
  std::uint64_t group_ = 0;
  std::vector<unsigned> barriers_;  // number of barriers that each thread has reached
  std::vector<BarrierArrival> meetings_;
};

}  // namespace

std::unique_ptr<DispatchCheck> barrier_check(const isa::Program& program) {
  return std::make_unique<ListedCheck<BarrierObserver, Roles>>(program, eu::message_roles(program));
}

}  // namespace eugene::check
