// Data races in local and global memory: two work-items access the same bytes, at least one of them writes, not both
// by atomics, and nothing orders them. docs/races.md says what counts as order.
//
// A RaceCheck watches a dispatch; each worker has a RaceObserver. Local memory has a shadow in each observer, because
// the groups of a worker run one after the other. Global memory has one that all workers share. Which of the pairs of
// a race is seen can depend on the order in which workers run groups; whether a location has one does not, atomics
// apart, except for reads that are forgotten (race_shadow.h).
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

#include "checks/fences.h"
#include "checks/found.h"
#include "checks/marked_copies.h"
#include "checks/message_roles.h"
#include "checks/race_clock.h"
#include "checks/race_shadow.h"
#include "eu/observer.h"
#include "eu/thread_block.h"
#include "isa/program.h"

namespace eugene::checks {

// Addresses [begin, end) of the GPU.
struct AddressRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

struct RaceFacts {
  unsigned threads = 1;               // of a group
  std::vector<AddressRange> ignored;  // scratch and private memory: of one thread, whatever its address
  // Memory that the kernel may write, beside scratch and local memory; nothing: not known. What is elsewhere cannot
  // have races, so that its readers need not be watched.
  std::optional<std::vector<AddressRange>> written;
  // Drivers put private memory into a buffer of their own, which has a place for each thread of the EUs and is reached
  // without a surface. Where it is not known which, such accesses are taken as ordered if they are made in the same
  // place of the EUs.
  bool has_hidden_private_memory = false;
  // By instruction; others order all memory.
  std::map<std::uint32_t, Fences> barriers;
  // By instruction, where asynchronous copies leave marks: what a copy accesses is not its work-items', and no barrier
  // but a wait for its event orders it. Empty: copies are loops like others.
  SourcePlaces places;
  // The program uses sub-group functions, or may: the channels of a thread are ordered by its instructions.
  bool channels_are_ordered = true;
  bool is_opencl = true;  // for what findings advise
};

// Races by kind of memory and pair of instructions. Of each pair the one at the lowest address is told of, by the
// lowest work-items, so that it does not depend on the order of groups as far as the races that are seen do not.
class RaceList {
 public:
  // Counts a race after `barrier` (Found::barrier). Not null: its finding, to be filled in for this race.
  Found* count(const Place& place, const Side& first, const Side& second, std::optional<std::uint32_t> barrier);
  void add(RaceList&& other);
  void give(Sink& sink);

 private:
  using Key = std::tuple<bool, std::uint32_t, std::uint32_t>;  // local, lower and higher offset of an instruction
  std::map<Key, Found> races_;
};

class RaceCheck {
 public:
  static constexpr eu::Interest kInterest{.accesses = true, .order = true, .written = true};

  // `program` must outlive it, and so must `seen_by`, which may be null. `shadows`: shared by the dispatches of a
  // process.
  RaceCheck(const isa::Program& program, RaceFacts facts, Sink* seen_by = nullptr,
            std::shared_ptr<Shadows> shadows = std::make_shared<Shadows>());
  ~RaceCheck() { shadows_->give_back(std::move(global_)); }
  RaceCheck(const RaceCheck&) = delete;
  RaceCheck& operator=(const RaceCheck&) = delete;

  std::unique_ptr<eu::Observer> worker_begins();
  // All workers have ended.
  void dispatch_ends(Sink& sink) { races_.give(sink); }
  // Some of the memory that the launch has accessed was not watched: it was too much.
  bool is_incomplete() const { return global_->has_refused(); }

 private:
  friend class RaceObserver;
  // What atomics have told of the threads that made them, by address.
  struct Told {
    std::mutex mutex;
    std::unordered_map<std::uint64_t, Clock> clocks;
  };

  const isa::Program* program_;
  Sink* seen_by_;
  RaceFacts facts_;
  std::vector<MessageRole> roles_;
  std::vector<Fences> fences_;  // by instruction
  bool hears_;                  // some thread may: else nothing has to be told
  std::shared_ptr<Shadows> shadows_;
  std::unique_ptr<Shadow> global_ = shadows_->take();
  std::uint32_t dispatch_ = global_->begin_dispatch();
  Told told_;
  std::mutex mutex_;
  RaceList races_;
};

}  // namespace eugene::checks
