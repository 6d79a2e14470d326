#include "check/sync/copies.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <utility>

#include "check/source_calls.h"
#include "eu/port.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"

namespace eugene::check {

bool is_copy(std::string_view line) {
  const std::string_view code = without_comment(line);
  if (!calls(code, "async_work_group_copy") && !calls(code, "async_work_group_strided_copy")) return false;
  return std::ranges::count(code, ';') <= 1 && !calls(code, "wait_group_events");
}

bool may_wait(std::string_view line) {
  const std::string_view code = without_comment(line);
  return calls(code, "wait_group_events") || !(calls(code, "barrier") || calls(code, "work_group_barrier"));
}

namespace {

struct CopyFacts {
  CopyRoles roles;
  bool are_compiled = false;  // compiled code reports the events
};

class CopyObserver final : public eu::Observer {
 public:
  CopyObserver(const isa::Program& program, const CopyFacts& facts, RawFindings& found)
      : program_(&program), facts_(&facts), found_(&found) {}

  eu::Interest interest() const override { return kCopyInterest; }
  bool wants_interpreter() const override { return !facts_->are_compiled; }

  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    copies_.assign(group.count, std::nullopt);
  }

  eu::WatchedRange watched_around(const eu::AccessedSpace& /*space*/, eu::AccessKind kind,
                                  std::uint64_t /*offset*/) const override {
    return {.watch = kind == eu::AccessKind::read ? eu::Watch::none : eu::Watch::told};
  }

  void message_begins(const eu::SendRequest& request) override {
    index_ = isa::find_index(*program_, request.instruction);
    thread_ = &request.thread;
  }
  void accessed(const eu::Access& access) override {
    if (!access.offsets.empty()) note(*thread_, index_, access.kind, access.channels);
  }
  void accessed_by_lanes(const eu::LaneAccess& access) override {
    note(access.thread, access.index, access.kind, access.channels);
  }
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override {
    if (status != eu::SendStatus::done || !facts_->roles.waits[index_]) return;
    if (std::optional<AccessSite>* const copy = copy_slot(request.thread)) copy->reset();
  }

  void group_ends() override {
    for (const std::optional<AccessSite>& each : copies_) {
      if (each) add(*each);
    }
    threads_ = nullptr;
    copies_.clear();
  }

 private:
  // Returns the entry for the last copy that `thread` has not waited for. Returns null if `thread` is not in the group.
  std::optional<AccessSite>* copy_slot(const eu::Thread& thread) {
    if (threads_ == nullptr) return nullptr;
    const unsigned number = threads_->find_index(thread);
    return number < copies_.size() ? &copies_[number] : nullptr;
  }

  void note(const eu::Thread& thread, std::size_t index, eu::AccessKind kind, std::uint32_t channels) {
    if (kind != eu::AccessKind::write || !facts_->roles.copies[index]) return;
    std::optional<AccessSite>* const copy = copy_slot(thread);
    if (copy == nullptr) return;
    const isa::Instruction& instruction = program_->instructions[index];
    const unsigned channel = channels == 0
                                 ? kUnknownChannel
                                 : static_cast<unsigned>(std::countr_zero(channels)) + instruction.channel_offset;
    *copy = AccessSite{.group = group_,
                       .thread = threads_->find_index(thread),
                       .channel = channel,
                       .instruction = program_->offset_at(index),
                       .kind = kind,
                       .verb = "copy"};
  }

  void add(const AccessSite& side) {
    found_->add({.id = "sync.event",
                 .what = "an asynchronous copy that its work-items do not wait for",
                 .sides = {side},
                 .place = {},
                 .hint = "call wait_group_events with its event before the kernel ends",
                 .reference = "OpenCL C 3.0, 6.15.11"});
  }

  const isa::Program* program_;
  const CopyFacts* facts_;
  RawFindings* found_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group; null if no group_begins() was received
  std::uint64_t group_ = 0;
  std::vector<std::optional<AccessSite>> copies_;  // by thread of the group
  // State of the current message:
  std::size_t index_ = 0;
  const eu::Thread* thread_ = nullptr;
};

}  // namespace

std::unique_ptr<DispatchCheck> copy_check(const isa::Program& program, CopyRoles roles, bool are_compiled) {
  return std::make_unique<ListedCheck<CopyObserver, CopyFacts>>(
      program, CopyFacts{.roles = std::move(roles), .are_compiled = are_compiled});
}

}  // namespace eugene::check
