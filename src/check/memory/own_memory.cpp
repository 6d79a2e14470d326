#include "check/memory/own_memory.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "check/elements.h"
#include "eu/port.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "isa/instruction_index.h"

namespace eugene::check {

namespace {

struct OwnMemoryFacts {
  OwnMemory memory;
  bool reports_accesses = false;  // compiled code reports each access
};

class OwnMemoryObserver final : public eu::Observer {
 public:
  OwnMemoryObserver(const isa::Program& program, const OwnMemoryFacts& facts, RawFindings& found)
      : program_(&program), memory_(&facts.memory), reports_accesses_(facts.reports_accesses), found_(&found) {}

  eu::Interest interest() const override { return {.accesses = reports_accesses_, .unclear = !reports_accesses_}; }

  void group_begins(const eu::StartedGroup& group) override {
    threads_ = &group.threads;
    group_ = group.index;
    count_ = group.count;
    frames_.assign(count_, {});
  }
  void group_ends() override { threads_ = nullptr; }

  eu::WatchedRange watched_around(const eu::AccessedSpace& space, eu::AccessKind /*kind*/,
                                  std::uint64_t offset) const override {
    eu::WatchedRange found;
    if (space.local != nullptr) return found;
    for (const gpu::ThreadMemory& each : memory_->all) {
      const std::uint64_t end = each.begin + each.bytes * memory_->threads;
      if (space.base + offset >= end)
        found.offsets.begin = std::max(found.offsets.begin, end - std::min(end, space.base));
      else if (space.base + offset < each.begin)
        found.offsets.end = std::min(found.offsets.end, each.begin - space.base);
      else
        return {.watch = reports_accesses_ ? eu::Watch::told : eu::Watch::sent};
    }
    return found;
  }

  void message_begins(const eu::SendRequest& request) override {
    index_ = isa::find_index(*program_, request.instruction);
    thread_ = &request.thread;
  }
  void accessed(const eu::Access& access) override {
    if (access.space.local != nullptr) return;
    for_each_element(access, [&](std::uint64_t offset, std::optional<unsigned> lane) {
      judge(access.space.base + offset, access.bytes, lane, access.kind);
    });
  }
  void accessed_by_lanes(const eu::LaneAccess& access) override {
    if (access.space.local != nullptr) return;
    index_ = access.index;
    thread_ = &access.thread;
    for_each_element(access, [&](std::uint64_t offset, unsigned lane, unsigned /*part*/) {
      judge(access.space.base + offset, access.bytes, lane, access.kind);
    });
  }

 private:
  // `lane` is the channel of the message, or nothing if the accessing channel is unknown.
  void judge(std::uint64_t address, std::uint32_t bytes, std::optional<unsigned> lane, eu::AccessKind kind) {
    if (threads_ == nullptr || threads_->find_index(*thread_) >= count_) return;
    for (const gpu::ThreadMemory& each : memory_->all) {
      const std::uint64_t place = (address - each.begin) / each.bytes;
      if (address < each.begin || place >= memory_->threads) continue;
      if (place != eu::fixed_function_thread(*thread_))
        return add(lane, kind, "beyond the private memory of a work-item, in that of another");
      const auto& variables = memory_->variables;
      if (variables && variables->begin == each.begin && lane)
        judge_variable((address - each.begin) % each.bytes, bytes, *lane, kind);
      return;
    }
  }

  // `at` is an offset in the thread's private memory.
  void judge_variable(std::uint64_t at, std::uint32_t bytes, unsigned lane, eu::AccessKind kind) {
    const isa::Instruction& instruction = program_->instructions[index_];
    if (instruction.no_mask || instruction.exec_size == 1) return;
    const unsigned channel = lane + instruction.channel_offset;
    std::vector<PlacedFrame>& frames = frames_[threads_->find_index(*thread_)];
    enter_frame(frames, at, channel);
    auto wrong = judge_index(frames, at, bytes, channel);
    if (!wrong) wrong = judge_neighbours(frames, at, bytes, channel);
    if (wrong) add(lane, kind, "of " + std::to_string(bytes) + (bytes == 1 ? " byte " : " bytes ") + *wrong);
  }

  // Returns a description of the error if an index leads out of the variable from which the instruction computes its
  // address.
  std::optional<std::string> judge_index(const std::vector<PlacedFrame>& frames, std::uint64_t at, std::uint32_t bytes,
                                         unsigned channel) const {
    const PrivateLayout& layout = memory_->rules->layout();
    const PrivateVariable* const variable = layout.variable_at(index_);
    if (variable == nullptr || frames.empty() || frames.back().frame != layout.frame_at(index_)) return std::nullopt;
    const PlacedFrame& own = frames.back();
    return memory_->rules->judge_index(*own.frame, *variable, at - own.begin, bytes, channel);
  }

  // Returns a description of the error if the access is in another work-item's variable, or in none.
  std::optional<std::string> judge_neighbours(const std::vector<PlacedFrame>& frames, std::uint64_t at,
                                              std::uint32_t bytes, unsigned channel) const {
    const auto of =
        std::ranges::find_if(frames.rbegin(), frames.rend(), [&](const PlacedFrame& each) { return each.begin <= at; });
    if (of == frames.rend()) return std::nullopt;
    // A frame ends where the frame of the called function begins.
    const std::uint64_t end = of != frames.rbegin() ? std::prev(of)->begin - of->begin
                              : of->frame->bytes    ? *of->frame->bytes
                                                    : memory_->variables->bytes - of->begin;
    return memory_->rules->judge(*of->frame, end, at - of->begin, bytes, channel, index_);
  }

  // Follows the calls of the thread by the accesses of its instructions: an access without an index shows where the
  // frame of its function begins. Functions do not call themselves (OpenCL C 3.0, 6.11 i).
  void enter_frame(std::vector<PlacedFrame>& frames, std::uint64_t at, unsigned channel) const {
    const PrivateLayout& layout = memory_->rules->layout();
    const PrivateFrame* const frame = layout.frame_at(index_);
    const auto known = std::ranges::find(frames, frame, &PlacedFrame::frame);
    if (known != frames.end()) frames.erase(std::next(known), frames.end());
    const auto& access = layout.accesses[index_];
    if (frame == nullptr || (!access && !(frame->first == 0 && frames.empty()))) return;
    const std::uint64_t ahead = access ? access->begin + channel * access->stride : 0;
    const std::uint64_t begin = frame->first == 0 || at < ahead ? 0 : at - ahead;
    if (frames.empty() || frames.back().frame != frame)
      frames.push_back({.frame = frame, .begin = begin});
    else
      frames.back().begin = begin;
  }

  void add(std::optional<unsigned> lane, eu::AccessKind kind, const std::string& where) {
    const isa::Instruction& instruction = program_->instructions[index_];
    const bool is_of_channel = lane && !instruction.no_mask && instruction.exec_size != 1;
    const AccessSite side{.group = group_,
                          .thread = threads_->find_index(*thread_),
                          .channel = is_of_channel ? *lane + instruction.channel_offset : kUnknownChannel,
                          .instruction = program_->offset_at(index_),
                          .kind = kind,
                          .verb = kind == eu::AccessKind::read ? "read" : "write"};
    found_->add({.id = "memory.private",
                 .what = std::string(side.verb) + " " + where,
                 .sides = {side},
                 .place = {},
                 .hint = "an index of an array of the work-item is out of its range"});
  }

  const isa::Program* program_;
  const OwnMemory* memory_;
  bool reports_accesses_;
  RawFindings* found_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group; null if no group_begins() was received
  std::uint64_t group_ = 0;
  unsigned count_ = 0;  // threads of the group
  std::vector<std::vector<PlacedFrame>>
      frames_;  // by thread of the group: the kernel's frame, then the frames of called functions
  // State of the current message:
  std::size_t index_ = 0;
  const eu::Thread* thread_ = nullptr;
};

}  // namespace

std::unique_ptr<DispatchCheck> own_memory_check(const isa::Program& program, OwnMemory memory, bool reports_accesses) {
  return std::make_unique<ListedCheck<OwnMemoryObserver, OwnMemoryFacts>>(
      program, OwnMemoryFacts{.memory = std::move(memory), .reports_accesses = reports_accesses});
}

}  // namespace eugene::check
