// The accesses of a launch to the GPU's memory, for comparing launches that may run at the same time. The race check
// (race.h) watches one launch at a time and asks how its threads are ordered. Between two launches nothing is ordered,
// so every access counts. The last write and the last read of each dword are kept, which is enough to show a pair of
// instructions for each place where the two launches meet.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>
#include <vector>

#include "check/race/race.h"
#include "check/raw_finding.h"
#include "eu/observer.h"
#include "isa/program.h"

namespace eugene::check {

// The last access of some bytes of a dword.
struct Touch {
  static constexpr unsigned kUnknown = 63;  // unknown channel

  std::uint32_t thread = 0;            // index in the dispatch
  std::uint32_t instruction : 20 = 0;  // index in the program
  std::uint32_t channel : 6 = 0;
  std::uint32_t bytes : 4 = 0;  // bit b: byte b; 0: no access
  std::uint32_t is_atomic : 1 = 0;
};
static_assert(sizeof(Touch) == 8);

struct FootprintPage {
  static constexpr std::uint64_t kBytes = 4096;
  static constexpr std::size_t kDwords = kBytes / 4;
  std::array<Touch, kDwords> writes, reads;
  std::array<std::uint32_t, kDwords> values{};  // values written
};

// Thread-safe, except for pages().
class Footprint {
 public:
  struct Access {
    Touch touch;  // touch.bytes is ignored
    bool writes = false;
    std::uint64_t address = 0;
    unsigned bytes = 0;
    const std::byte* values = nullptr;  // values written; null: unknown
  };
  void add(const Access& access);
  using Pages = std::unordered_map<std::uint64_t, std::unique_ptr<FootprintPage>>;  // by page number
  const Pages& pages() const { return pages_; }
  // Accesses to further pages are dropped.
  static constexpr std::size_t kMaxPages = 4096;

 private:
  std::mutex mutex_;
  Pages pages_;
};

// A place where two launches, or a launch and the host, access the same bytes, and one of them writes.
struct AccessConflict {
  std::uint64_t address = 0;                     // address of the dword
  std::optional<Touch> first = {}, second = {};  // nothing: the host
  bool first_writes = false, second_writes = false;
  std::uint64_t count = 1;  // number of dwords
};

// Returns one meeting for each pair of instructions, at the lowest address. Writes of equal values do not count, as in
// the race check. Returns no meetings if both launches access the same bytes by atomics, because the atomics may order
// the launches.
std::vector<AccessConflict> meetings(const Footprint& first, const Footprint& second);
// Returns the meetings of a launch with the host, which accesses `range`.
std::vector<AccessConflict> meetings(const Footprint& launch, const AddressRange& range, bool host_writes);

// Records a dispatch. `footprint` and `program` must outlive the observer.
class FootprintObserver final : public eu::Observer {
 public:
  static constexpr eu::Interest kInterest{.accesses = true, .written = true};

  // `facts` must be the facts of this dispatch.
  FootprintObserver(const isa::Program& program, const RaceFacts& facts, Footprint& footprint)
      : program_(&program), facts_(&facts), footprint_(&footprint) {}

  eu::Interest interest() const override { return kInterest; }
  void group_begins(const eu::StartedGroup& group) override;
  void group_ends() override { threads_ = nullptr; }
  void message_begins(const eu::SendRequest& request) override;
  void accessed(const eu::Access& access) override;
  void accessed_by_lanes(const eu::LaneAccess& access) override;
  void transferred(const eu::Access& access, const eu::AccessValues& values) override;

 private:
  bool begin(const eu::Thread& thread, std::size_t index);
  bool is_kept(const eu::AccessedSpace& space, std::uint64_t address) const;
  struct Element {
    eu::AccessedSpace space;
    std::uint64_t offset = 0;
    std::optional<unsigned> lane = {};  // nothing: unknown
    unsigned bytes = 0;
    eu::AccessKind kind = eu::AccessKind::read;
    const std::byte* value = nullptr;  // value written; null: unknown
  };
  void add(const Element& element);
  void add(const eu::Access& access, const std::byte* values);

  const isa::Program* program_;
  const RaceFacts* facts_;
  Footprint* footprint_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group; null if no group_begins() was received
  std::uint32_t first_thread_ = 0;            // index in the dispatch of the group's first thread
  // State of the current message:
  bool is_of_group_ = false;
  unsigned first_channel_ = 0;
  Touch touch_;
};

}  // namespace eugene::check
