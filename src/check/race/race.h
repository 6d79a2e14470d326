// Data races in local and global memory: two work-items access the same bytes, at least one of them writes, not both by
// atomics, and nothing orders the accesses. docs/user/races.md says what counts as order.
//
// A RaceCheck watches a dispatch, and each worker has a RaceObserver. Each observer has its own shadow of local memory,
// because the groups of a worker run one after the other. All workers share one shadow of global memory. The order in
// which workers run groups can decide which pair of a race is seen. It does not decide whether a race is seen at a
// location, except for atomics and for reads that are forgotten (shadow.h).
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "check/dispatch_check.h"
#include "check/race/clock.h"
#include "check/race/fences.h"
#include "check/race/shadow.h"
#include "check/raw_finding.h"
#include "check/sync/marked_copies.h"
#include "eu/analysis/message_roles.h"
#include "eu/observer.h"
#include "eu/thread_block.h"
#include "isa/program.h"

namespace eugene::check {

// GPU addresses [begin, end).
struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct RaceFacts {
  unsigned threads = 1;               // threads of a group
  std::vector<AddressRange> ignored;  // scratch and private memory: belongs to one thread, whatever the address
  // Memory that the kernel may write, apart from scratch and local memory; nothing if unknown. Other memory cannot have
  // races, so its readers need not be watched.
  std::optional<std::vector<AddressRange>> written;
  // Drivers put private memory into a buffer of their own, which has a part for each thread slot of the EUs and is
  // accessed without a surface. If the buffer is unknown, accesses without a surface count as ordered if they come from
  // the same slot.
  bool has_hidden_private_memory = false;
  // Fences by instruction. Barriers that are not listed order all memory.
  std::map<std::uint32_t, Fences> barriers;
  // Places by instruction, if asynchronous copies leave marks: the accesses of a copy then belong to no work-item, and
  // only a wait for the copy's event orders them. Empty: copies are loops like others.
  SourcePlaces places;
  // True if the program uses sub-group functions, or may: the channels of a thread are then ordered by its
  // instructions.
  bool channels_are_ordered = true;
  bool is_opencl = true;  // for the hints of findings
};

// Races by kind of memory and pair of instructions. Each pair is reported at its lowest address, by the lowest
// work-items. So the report does not depend on the order of groups, unless the set of races seen does.
class RaceList {
 public:
  // Counts a race after `barrier` (Found::barrier). Returns the finding, to be filled in, if this race is to be
  // reported for its pair. Otherwise returns null.
  RawFinding* count(const MemoryRange& place, const AccessSite& first, const AccessSite& second,
                    std::optional<std::uint32_t> barrier);
  void add(RaceList&& other);
  void give(Sink& sink);

 private:
  using Key = std::tuple<bool, std::uint32_t, std::uint32_t>;  // local, lower and higher offset of an instruction
  std::map<Key, RawFinding> races_;
};

class RaceCheck : public DispatchCheck {
 public:
  static constexpr eu::Interest kInterest{.accesses = true, .order = true, .written = true};

  // `program` must outlive the check, and so must `seen_by`, which may be null. `shadows` is shared by the dispatches
  // of a process.
  RaceCheck(const isa::Program& program, RaceFacts facts, Sink* seen_by = nullptr,
            std::shared_ptr<Shadows> shadows = std::make_shared<Shadows>());
  ~RaceCheck() override { shadows_->give_back(std::move(global_)); }
  RaceCheck(const RaceCheck&) = delete;
  RaceCheck& operator=(const RaceCheck&) = delete;

  std::unique_ptr<eu::Observer> worker_begins() override;
  void report(Sink& sink) override { races_.give(sink); }
  // True if the launch accessed too much memory, so that some of it was not watched.
  bool is_incomplete() const { return global_->has_refused(); }

 private:
  friend class RaceObserver;
  // Clocks released by atomics, by address.
  struct ReleasedClocks {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, Clock> clocks;
  };

  const isa::Program* program_;
  Sink* seen_by_;
  RaceFacts facts_;
  std::vector<eu::MessageRole> roles_;
  std::vector<Fences> fences_;  // by instruction
  bool acquires_;               // some atomic returns a value, so threads may acquire; else nothing has to be released
  std::shared_ptr<Shadows> shadows_;
  std::unique_ptr<Shadow> global_ = shadows_->take();
  std::uint32_t dispatch_ = global_->begin_dispatch();
  ReleasedClocks released_;
  std::mutex mutex_;
  RaceList races_;
};

}  // namespace eugene::check
