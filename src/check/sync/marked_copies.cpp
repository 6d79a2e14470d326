#include "check/sync/marked_copies.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <string_view>
#include <utility>

#include "check/sync/mark_reader.h"
#include "eu/port.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"

namespace eugene::check {
namespace {

constexpr std::string_view kReference = "OpenCL C 3.0, 6.15.11";
constexpr const char* kSameForAll = "all work-items of a group must make the same copies, with the same arguments";

struct MarkedCopyFacts {
  SourcePlaces places;
  bool are_compiled = false;  // compiled code reports the events
};

class MarkedCopyObserver final : public eu::Observer {
 public:
  MarkedCopyObserver(const isa::Program& program, const MarkedCopyFacts& facts, RawFindings& found)
      : program_(&program), facts_(&facts), found_(&found) {}

  eu::Interest interest() const override { return kMarkedCopyInterest; }
  bool wants_interpreter() const override { return !facts_->are_compiled; }

  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    items_.assign(std::size_t{group.count} * eu::kMaxChannels, {});
    calls_.clear();
  }

  eu::WatchedRange watched_around(const eu::AccessedSpace& space, eu::AccessKind kind,
                                  std::uint64_t /*offset*/) const override {
    const bool may_be_mark = kind == eu::AccessKind::write && space.local == nullptr;
    return {.watch = may_be_mark ? eu::Watch::told : eu::Watch::none};
  }

  void message_begins(const eu::SendRequest& /*request*/) override { reader_.begin(); }
  void message_restarts() override { reader_.begin(); }
  void transferred(const eu::Access& access, const eu::AccessValues& values) override { reader_.add(access, values); }
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    if (status != eu::SendStatus::done) return;
    const std::size_t index = isa::find_index(*program_, request.instruction);
    for (const ChannelMark& each : reader_.marks()) note(request.thread, index, each);
  }
  void accessed_by_lanes(const eu::LaneAccess& access) override {
    for (const ChannelMark& each : marks_in(access)) note(access.thread, access.index, each);
  }

  void group_ends() override {
    for (std::size_t i = 0; i < items_.size() && !calls_.empty(); ++i) end(i);
    threads_ = nullptr;
    items_.clear();
  }

 private:
  // A copy that a work-item has made.
  struct StartedCopy {
    std::uint32_t event = 0;
    unsigned number = 0;  // index among the calls of its work-item
    AccessSite side;
    bool is_waited_for = false;
  };

  // A call of a copy or a wait, as made by the first work-item of the group that reached the call.
  struct Call {
    bool is_copy = false;
    std::uint32_t place = 0;  // place in the source
    std::uint32_t count = 0, where = 0;
    std::vector<unsigned> waited;  // indices of the calls that the wait waits for
    AccessSite side;
  };

  struct Item {
    std::vector<StartedCopy> made;
    unsigned calls = 0;
    std::vector<unsigned> waited;  // waited for so far by the current wait
    CopyMark mark;                 // last mark, and the instruction that wrote it
    std::size_t instruction = 0;
  };

  void note(const eu::Thread& thread, std::size_t index, const ChannelMark& noted) {
    const unsigned number = threads_ == nullptr ? ~0U : threads_->find_index(thread);
    const unsigned channel = noted.channel + program_->instructions[index].channel_offset;
    const std::size_t item = std::size_t{number} * eu::kMaxChannels + channel;
    if (item >= items_.size()) return;
    const AccessSite side{.group = group_,
                          .thread = number,
                          .channel = channel,
                          .instruction = program_->offset_at(index),
                          .kind = eu::AccessKind::write,
                          .verb = noted.mark.kind == kCopyMade ? "copy" : "wait"};
    const std::uint32_t place = find_place(index);
    if (is_again(items_[item], noted.mark, index)) return;
    if (noted.mark.kind == kCopyMade)
      copy(items_[item], noted.mark, place, side);
    else
      wait(items_[item], noted.mark, place, side);
  }

  std::uint32_t find_place(std::size_t index) const {
    return index < facts_->places.size() ? facts_->places[index] : 0;
  }

  // Whether `mark` is the last mark again: without optimisation, a compiler stores each mark twice.
  bool is_again(Item& item, const CopyMark& mark, std::size_t index) const {
    const bool is_same =
        item.mark == mark && item.instruction != index && find_place(item.instruction) == find_place(index);
    item.mark = is_same ? CopyMark() : mark;
    item.instruction = index;
    return is_same;
  }

  void copy(Item& item, const CopyMark& mark, std::uint32_t place, const AccessSite& side) {
    item.made.push_back({.event = mark.event, .number = item.calls, .side = side});
    compare(item,
            {.is_copy = true, .place = place, .count = mark.count, .where = mark.where, .waited = {}, .side = side});
  }

  // Called for each event that the wait waits for.
  void wait(Item& item, const CopyMark& mark, std::uint32_t place, const AccessSite& side) {
    bool is_known = false;
    for (StartedCopy& each : item.made) {
      if (each.event != mark.event) continue;
      is_known = each.is_waited_for = true;
      item.waited.push_back(each.number);
    }
    if (!is_known) add({side}, "a wait for an event that is of no asynchronous copy", "wait for the event of a copy");
    if (mark.where + 1 != mark.count) return;
    std::erase_if(item.made, [](const StartedCopy& each) { return each.is_waited_for; });  // their events are released
    std::ranges::sort(item.waited);
    compare(item, {.place = place, .waited = std::exchange(item.waited, {}), .side = side});
  }

  // Compares the next call of a work-item with the first work-item's call of the same index.
  void compare(Item& item, Call call) {
    const unsigned number = item.calls++;
    if (number == calls_.size()) return calls_.push_back(std::move(call));
    const Call& first = calls_[number];
    if (first.is_copy != call.is_copy || first.place != call.place) {
      add({first.side, call.side}, "work-items of one group that make different asynchronous copies or waits",
          kSameForAll);
    } else if (!call.is_copy) {
      if (first.waited == call.waited) return;
      found_->add({.id = "sync.barrier",
                   .what = "a wait for asynchronous copies to which work-items of one group come with different events",
                   .sides = {first.side, call.side},
                   .place = {},
                   .hint = "all work-items of a group must wait for the same events",
                   .reference = std::string(kReference)});
    } else if (first.count != call.count) {
      add({first.side, call.side}, "an asynchronous copy whose size differs between work-items of one group",
          kSameForAll);
    } else if (first.where != call.where) {
      add({first.side, call.side}, "an asynchronous copy whose places differ between work-items of one group",
          kSameForAll);
    }
  }

  void end(std::size_t number) {
    const auto thread = static_cast<unsigned>(number / eu::kMaxChannels);
    const auto channel = static_cast<unsigned>(number % eu::kMaxChannels);
    if (((*threads_)[thread].dispatched >> channel & 1) == 0) return;
    const Item& item = items_[number];
    for (const StartedCopy& each : item.made)
      add({each.side}, "an asynchronous copy that its work-items do not wait for",
          "call wait_group_events with its event before the kernel ends");
    if (item.calls >= calls_.size()) return;
    const Call& missing = calls_[item.calls];
    AccessSite absent = missing.side;
    absent.thread = thread;
    absent.channel = channel;
    absent.verb = "absent";
    if (missing.is_copy)
      add({missing.side, absent}, "an asynchronous copy that only some work-items of a group make", kSameForAll);
    else
      add({missing.side, absent}, "a wait for asynchronous copies that only some work-items of a group make",
          "all work-items of a group must wait for the same events");
  }

  void add(std::vector<AccessSite> sides, const char* what, const char* hint) {
    found_->add({.id = "sync.event",
                 .what = what,
                 .sides = std::move(sides),
                 .place = {},
                 .hint = hint,
                 .reference = std::string(kReference)});
  }

  const isa::Program* program_;
  const MarkedCopyFacts* facts_;
  RawFindings* found_;
  eu::ThreadBlock* threads_ = nullptr;  // threads of the running group; null if no group_begins() was received
  std::uint64_t group_ = 0;
  std::vector<Item> items_;  // by thread and channel
  std::vector<Call> calls_;  // calls of the group
  MarkReader reader_;        // reads the current message
};

}  // namespace

std::unique_ptr<DispatchCheck> marked_copy_check(const isa::Program& program, SourcePlaces places, bool are_compiled) {
  return std::make_unique<ListedCheck<MarkedCopyObserver, MarkedCopyFacts>>(
      program, MarkedCopyFacts{.places = std::move(places), .are_compiled = are_compiled});
}

}  // namespace eugene::check
