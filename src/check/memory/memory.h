// The check `memory`: compares every access of a kernel with the memory that the program requested. The check is exact
// to the byte, although a surface state is rounded up to dwords and a page to its end.
//
// A missed error is better than a wrong report, so unknown cases are not judged: memory that the driver uses for
// itself, and blocks that the compiler reads beyond what the source reads, as it may within a page.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "check/memory/launch_memory.h"
#include "check/raw_finding.h"
#include "eu/analysis/helper_pixels.h"
#include "eu/kernel.h"
#include "eu/observer.h"

namespace eugene::check {

class DispatchCheck;

// Elements accessed at once.
struct MemoryAccessed {
  eu::AccessedSpace space;
  std::uint64_t offset = 0;
  std::uint32_t bytes = 0;  // 0: a pixel that does not exist
  eu::AccessKind kind = eu::AccessKind::read;
  // Alignment that the access needs, in bytes, if less than the elements' alignment. 0: the elements' alignment.
  std::uint32_t alignment = 0;
};

inline constexpr std::string_view kBounds = "memory.bounds";
inline constexpr std::string_view kLocal = "memory.local";
inline constexpr std::string_view kWriteOnly = "memory.writeonly";
inline constexpr std::uint64_t kNullEnd = 0x1'0000;  // no driver places memory below this

// The largest scalar. A larger access is a block, which a compiler may make larger than the source's accesses.
inline constexpr std::uint32_t kScalarBytes = 8;

inline std::uint32_t needed_alignment(std::uint32_t of_access, std::uint32_t bytes) {
  return of_access == 0 ? bytes : std::min(of_access, bytes);
}

// An access that is not allowed.
struct MemoryViolation {
  std::string_view id;
  std::string what;
  MemoryRange place;
  std::string hint;
  std::uint32_t inside = 0;  // bytes of the access that are within bounds
};

// Judges accesses of one launch.
class MemoryRules {
 public:
  MemoryRules(LaunchMemory memory, MemoryKinds kinds)
      : memory_(std::move(memory)), kinds_(kinds), bases_(memory_.arguments.size()) {}

  std::optional<MemoryViolation> judge(const MemoryAccessed& access) const;
  // Returns the offsets around `offset` where judge() accepts accesses of any size, apart from their alignment.
  // Nothing: each access must be judged. ranges.cpp.
  std::optional<eu::OffsetRange> allowed_around(const eu::AccessedSpace& space, std::uint64_t offset,
                                                eu::AccessKind kind) const;
  bool judges_memory() const { return kinds_.memory; }
  bool judges_alignment() const { return kinds_.align; }
  // Returns MemoryAccessed::alignment for the instruction at `index`.
  std::uint32_t alignment_at(std::size_t index) const {
    return index < memory_.alignments.size() ? memory_.alignments[index] : 0;
  }
  const LaunchMemory& memory() const { return memory_; }
  // Whether `address` was computed from a null pointer.
  bool is_null(std::uint64_t address) const {
    return address >= memory_.null_pointer && address - memory_.null_pointer < kNullEnd;
  }
  // Returns the size of the vector that the accessed argument points to, in bytes. Returns 0 if the argument is unknown
  // or does not point to a vector.
  std::uint32_t vector_bytes(const eu::AccessedSpace& space, std::uint64_t offset) const;
  // Calls describe() of launch_memory.h, with the argument addresses that were found while errors were judged.
  std::string describe(const MemoryRange& place) const;
  // Describes the argument or variable, without the place in it.
  std::string describe_whole(const MemoryRange& place) const;

 private:
  LaunchMemory known_memory() const;
  std::optional<MemoryViolation> judge_local(const MemoryAccessed& access) const;
  static std::optional<MemoryViolation> judge_pixel(const ArgumentMemory* image, const MemoryAccessed& access);
  std::optional<MemoryViolation> judge_argument(const ArgumentMemory& argument, std::uint64_t address,
                                                const MemoryAccessed& access) const;
  std::optional<MemoryViolation> judge_address(const MemoryAccessed& access) const;
  const ArgumentMemory* bound(unsigned binding) const;
  bool is_private(const eu::AccessedSpace& space, std::uint64_t address) const;
  const ArgumentMemory* argument_after(std::uint64_t address) const;
  std::optional<eu::OffsetRange> allowed_in_local(std::uint64_t offset) const;
  std::optional<eu::OffsetRange> allowed_addresses(std::uint64_t address, eu::AccessKind kind) const;
  std::optional<eu::OffsetRange> driver_memory(std::uint64_t address) const;

  LaunchMemory memory_;
  MemoryKinds kinds_;
  mutable std::vector<std::atomic<std::uint64_t>> bases_;  // base addresses of arguments; 0: unknown
};

// Returns the check of a dispatch. `kernel` is the kernel that runs, and must outlive the check.
std::unique_ptr<DispatchCheck> memory_check(std::shared_ptr<const MemoryRules> rules, const eu::Kernel& kernel,
                                            Sink& sink);

// Watches one worker.
class Memory final : public eu::Observer {
 public:
  // `kernel` is the kernel that runs, and must outlive the observer.
  Memory(std::shared_ptr<const MemoryRules> rules, const eu::Kernel& kernel, Sink& sink)
      : rules_(std::move(rules)), kernel_(&kernel), sink_(&sink) {
    if (rules_->memory().has_helper_pixels) helpers_ = eu::HelperPixels(kernel.program());
  }
  ~Memory() override;

  eu::Interest interest() const override {
    return {.unclear = rules_->judges_memory(), .misaligned = rules_->judges_alignment()};
  }
  eu::WatchedRange watched_around(const eu::AccessedSpace& space, eu::AccessKind kind,
                                  std::uint64_t offset) const override;
  std::uint32_t watched_alignment(std::size_t index) const override;
  bool takes_batches() const override { return true; }
  void group_begins(const eu::StartedGroup& group) override;
  void message_begins(const eu::SendRequest& request) override;
  void message_restarts() override { part_ = 0; }
  void accessed(const eu::Access& access) override;
  void accessed_by_lanes(const eu::LaneAccess& access) override;
  void recovers(const eu::Thread& thread, const eu::Recovery& recovery) override;

 private:
  using Key = std::pair<std::uint32_t, std::string>;  // offset of an instruction, and ID of its error

  bool is_allowed(const eu::LaneAccess& access) const;
  // Whether only helper pixels may make the access. `lane` is empty for accesses of all lanes, and if it is unknown.
  bool may_be_of_helpers(eu::AccessKind kind, std::optional<unsigned> lane) const {
    return helpers_.may_make(*thread_, kernel_->program().instructions[index_], kind, lane);
  }
  // Place of the data in the answer of the message: element `part` of `lane`, or an offset in a block.
  struct Answer {
    unsigned part = 0, lane = 0;
    std::optional<std::uint32_t> of_block = {};
  };
  // `answer`: nothing if unknown.
  void judge(MemoryAccessed access, unsigned channel, const std::optional<Answer>& answer);
  bool is_mistake(const MemoryViolation& mistake, const MemoryAccessed& access, const std::optional<Answer>& answer);
  bool is_read_used();
  bool is_named(const MemoryAccessed& access, const Answer& answer) const;
  bool is_used(const Answer& answer, std::uint32_t inside, std::uint32_t bytes, bool is_named);
  unsigned find_channel(unsigned lane) const;
  void add(MemoryViolation mistake, eu::AccessKind kind, unsigned channel);

  std::shared_ptr<const MemoryRules> rules_;
  const eu::Kernel* kernel_;
  Sink* sink_;
  eu::HelperPixels helpers_;
  eu::ThreadBlock* threads_ = nullptr;
  std::uint64_t group_ = 0;
  const eu::Thread* thread_ = nullptr;     // thread that sends the current message
  std::size_t index_ = 0;                  // index of the message's instruction
  std::uint32_t instruction_ = 0;          // byte offset of the message's instruction
  std::uint32_t channels_ = 0;             // channels of the message
  unsigned part_ = 0;                      // index in each channel of the next element that accessed() receives
  std::map<Key, RawFinding> found_;        // each key is reported once
  std::map<std::size_t, bool> read_used_;  // by index of the instruction: read_use.h
  // By index of the instruction, first byte, number of bytes, and whether the source names these bytes.
  std::map<std::tuple<std::size_t, std::size_t, std::size_t, bool>, bool> answer_used_;
};

}  // namespace eugene::check
