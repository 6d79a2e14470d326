#include "checks/own_memory.h"

#include <algorithm>
#include <optional>
#include <string>

#include "checks/elements.h"
#include "eu/port.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"

namespace eugene::checks {

class OwnMemoryObserver final : public eu::Observer {
 public:
  explicit OwnMemoryObserver(OwnMemoryCheck& check) : check_(&check) {}

  eu::Interest interest() const override { return OwnMemoryCheck::kInterest; }

  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    count_ = group.count;
  }
  void group_ends() override { threads_ = nullptr; }

  eu::WatchedRange watched_around(const eu::AccessedSpace& space, eu::AccessKind /*kind*/,
                                  std::uint64_t offset) const override {
    eu::WatchedRange found;
    if (space.local != nullptr) return found;
    for (const ThreadMemory& each : check_->memories_) {
      const std::uint64_t end = each.begin + each.bytes * check_->threads_;
      if (space.base + offset >= end)
        found.offsets.begin = std::max(found.offsets.begin, end - std::min(end, space.base));
      else if (space.base + offset < each.begin)
        found.offsets.end = std::min(found.offsets.end, each.begin - space.base);
      else
        return {.watch = eu::Watch::told};
    }
    return found;
  }

  void message_begins(const eu::SendRequest& request) override {
    index_ = isa::index_of(*check_->program_, request.instruction);
    thread_ = &request.thread;
  }
  void accessed(const eu::Access& access) override {
    if (access.space.local != nullptr) return;
    for_each_element(access, [&](std::uint64_t offset, std::optional<unsigned> lane) {
      judge(access.space.base + offset, lane, access.kind);
    });
  }
  void accessed_by_lanes(const eu::LaneAccess& access) override {
    if (access.space.local != nullptr) return;
    index_ = access.index;
    thread_ = &access.thread;
    for_each_element(access, [&](std::uint64_t offset, unsigned lane, unsigned /*part*/) {
      judge(access.space.base + offset, lane, access.kind);
    });
  }

 private:
  // `lane`: of the message; nothing: it is not known which makes the access.
  void judge(std::uint64_t address, std::optional<unsigned> lane, eu::AccessKind kind) {
    for (const ThreadMemory& each : check_->memories_) {
      const std::uint64_t place = (address - each.begin) / each.bytes;
      if (address < each.begin || place >= check_->threads_) continue;
      if (place != eu::fixed_function_thread(*thread_)) add(lane, kind);
      return;
    }
  }

  void add(std::optional<unsigned> lane, eu::AccessKind kind) {
    if (threads_ == nullptr || threads_->index_of(*thread_) >= count_) return;
    const isa::Instruction& instruction = check_->program_->instructions[index_];
    const bool is_of_channel = lane && !instruction.no_mask && instruction.exec_size != 1;
    const Side side{.group = group_,
                    .thread = threads_->index_of(*thread_),
                    .channel = is_of_channel ? *lane + instruction.channel_offset : kUnknownChannel,
                    .instruction = check_->program_->offset_of(index_),
                    .kind = kind,
                    .verb = kind == eu::AccessKind::read ? "read" : "write"};
    check_->found_.add(
        {.id = "memory.private",
         .what = std::string(side.verb).append(" beyond the private memory of a work-item, in that of another"),
         .sides = {side},
         .place = {},
         .hint = "an index of an array of the work-item is out of its range"});
  }

  OwnMemoryCheck* check_;
  const eu::ThreadBlock* threads_ = nullptr;  // of the group that runs; null: none whose begin was told
  std::uint64_t group_ = 0;
  unsigned count_ = 0;  // of its threads
  // The message under way:
  std::size_t index_ = 0;
  const eu::Thread* thread_ = nullptr;
};

std::unique_ptr<eu::Observer> OwnMemoryCheck::worker_begins() { return std::make_unique<OwnMemoryObserver>(*this); }

}  // namespace eugene::checks
