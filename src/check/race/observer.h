// One worker's part of the race check. race_observer.cpp receives messages, race_spans.cpp and race_moved.cpp find the
// memory that each channel accesses, race_copies.cpp finds the accesses of asynchronous copies, and race_compare.cpp
// compares accesses with the shadow memory.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "check/race/race.h"
#include "check/sync/mark_reader.h"
#include "eu/port.h"

namespace eugene::check {

class RaceObserver final : public eu::Observer {
 public:
  explicit RaceObserver(RaceCheck& check) : check_(&check) {}
  ~RaceObserver() override;

  eu::Interest interest() const override { return RaceCheck::kInterest; }
  eu::WatchedRange watched_around(const eu::AccessedSpace& space, eu::AccessKind kind,
                                  std::uint64_t offset) const override;
  void group_begins(const eu::StartedGroup& group) override;
  void group_ends() override { threads_ = nullptr; }
  void message_begins(const eu::SendRequest& request) override;
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override;
  void message_restarts() override { moved_.clear(); }
  void accessed(const eu::Access& access) override;
  void accessed_by_lanes(const eu::LaneAccess& access) override;
  void transferred(const eu::Access& access, const eu::AccessValues& values) override;

 private:
  // The phases before which all accesses of the group to local or global memory are ordered.
  struct Phases {
    std::uint32_t local = 0, global = 0;
    std::uint32_t of(bool is_local) const { return is_local ? local : global; }
  };
  // State of a thread of the group.
  struct Sender {
    Epoch epoch;
    std::uint32_t begun = 0;  // valid phase of `ordered`
    Phases ordered;
    bool has_fenced = false;             // executed a fence since its last barrier
    std::uint32_t astray = 0;            // channels that missed a barrier, so that their order is unknown
    Clock known;                         // happens before the thread's current access
    Clock acquired;                      // acquired by atomics of global memory; joined to `known` at the next fence
    std::uint32_t copying = 0;           // place of the asynchronous copy in progress; 0: none
    std::vector<std::uint32_t> awaited;  // events of copies that the next barrier waits for
  };
  // An asynchronous copy of the group.
  struct Copy {
    std::uint32_t place = 0, phase = 0, event = 0;
    std::uint32_t end = kNever;  // first phase after the end of the copy
  };
  static constexpr std::uint32_t kNever = ~0U;
  // The end of a phase of the group.
  struct PhaseEnd {
    Fences fences{.local = false, .global = false};
    std::optional<std::uint32_t> local, global;  // offsets of the last barriers so far that order this memory
  };
  // The clocks that atomics at a dword of local memory have released, by thread of the group.
  struct LocalSyncClock {
    std::uint64_t group = 0;  // value of groups_ when the epochs were recorded
    std::vector<Epoch> epochs;
    Clock known;  // joined from the threads that released
  };
  // Elements that a message accesses, one for each channel, in channel order.
  struct Elements {
    static constexpr std::size_t kMax = 64;
    std::array<std::uint64_t, kMax> addresses;
    std::array<std::uint32_t, kMax> channels;  // channels of the thread that access the element; 0: unknown
    unsigned count = 0;
    unsigned bytes = 0;
    const std::byte* values = nullptr;  // element after element, as in memory; null for reads
    eu::AccessKind kind = eu::AccessKind::read;
    bool is_local = false;
  };
  // One element of each channel, as the port reports them.
  struct Moved {
    eu::AccessedSpace space;
    eu::AccessKind kind = eu::AccessKind::read;
    unsigned bytes = 0;
    std::uint32_t channels = 0;
    std::vector<std::uint64_t> offsets;
    std::vector<std::byte> values;  // only for writes
  };
  // Consecutive bytes that are accessed.
  struct Span {
    Mark mark;  // mark of the first byte
    std::uint64_t address = 0;
    unsigned bytes = 0;
    const std::byte* values = nullptr;
    eu::AccessKind kind = eu::AccessKind::read;
    bool is_local = false;

    bool writes() const { return kind != eu::AccessKind::read; }
  };

  // race_observer.cpp
  bool begin(const eu::Thread& thread, std::uint32_t index);
  std::uint32_t sending_channels(const eu::Thread& thread) const;
  void arrive(std::uint32_t instruction, const eu::Thread& thread);
  void begin_phase(Sender& sender) const;
  // Returns the offset of the last barrier before `phase` that orders local or global memory.
  std::optional<std::uint32_t> barrier_before(std::uint32_t phase, bool is_local) const;
  void tell(std::uint64_t address);
  void acquire(std::uint64_t address);
  LocalSyncClock& sync_clock_at(std::uint64_t address);
  void release_to_group(std::uint64_t address);
  void acquire_from_group(std::uint64_t address);

  // race_copies.cpp
  void note_marks(std::uint32_t index, const std::vector<ChannelMark>& marks);
  void finish_copies(Sender& sender);
  void find_copy();
  bool is_alone() const;
  std::uint32_t find_place(std::uint32_t instruction) const {
    return instruction < check_->facts_.places.size() ? check_->facts_.places[instruction] : 0;
  }
  std::uint32_t end_of_copy(const Mark& copy) const;

  // race_moved.cpp
  void touch(const eu::Access& access, const std::byte* values);
  bool touch_local_atomics(const eu::Access& access, const std::byte* values);
  void keep_moved(const eu::Access& access, const eu::AccessValues& values);
  void touch_moved();
  bool are_each_contiguous() const;
  void touch_together();

  // race_spans.cpp
  // Returns the thread's channels for a lane; 0 if unknown. A compiler reads values that all channels use once for all
  // of them, even several values at once, and accesses a single value once. Other messages of a whole thread write data
  // of the thread, or of a channel that they choose.
  std::uint32_t find_channels(unsigned lane, eu::AccessKind kind) const {
    if (!is_of_thread_) return 1U << lane << first_channel_;
    return has_one_channel_ || kind == eu::AccessKind::read ? running_ : 0;
  }
  bool record_bulk_access(const eu::LaneAccess& access);
  bool touch_one_place(const eu::LaneAccess& access);
  void touch(const eu::LaneAccess& access, unsigned element, unsigned part, unsigned parts);
  void touch(const Elements& all);
  unsigned extend_at_one_place(Span& span, const Elements& all, unsigned from) const;
  unsigned extend(Span& span, const Elements& all, unsigned from) const;
  void touch(const Span& span);
  void compare_channels(const Elements& all);
  void compare_channel(const Elements& all, unsigned element);
  bool is_watched(const Elements& all, unsigned element) const;
  void hide(const eu::AccessedSpace& space, const eu::Thread& thread);
  ShadowPage* hold(std::uint64_t number, bool is_local);
  void release();

  // race_compare.cpp
  bool update_row(Row& row, const Span& now);
  void update_cells(Row& row, const Span& now);
  void update(Cell& cell, const Span& now, std::uint32_t value);
  void compare(const Cell& cell, const Span& now, bool is_equal);
  void keep(std::array<Mark, 2>& kept, const Span& now) const;
  // Whether `mark` counts: each group has its own local memory, so marks of other groups there do not.
  bool counts(const Mark& mark, bool is_local) const { return mark.is_set && (!is_local || is_of_group(mark.thread)); }
  bool is_ordered(const Mark& before, eu::AccessKind kind, const Span& now) const;
  bool is_same_item(const Mark& before, eu::AccessKind kind, const Mark& now) const;
  // Whether a barrier of the group orders the access `before` before the current one.
  bool is_earlier(const Mark& before, bool is_local) const {
    if (!is_of_group(before.thread)) return false;
    const std::uint32_t end = before.is_copy != 0 ? end_of_copy(before) : before.epoch.phase() + 1;
    return end <= sender_->ordered.of(is_local);
  }
  // Whether the thread is in the running group, without the division of find_group().
  bool is_of_group(std::uint32_t thread) const { return thread - first_thread_ < check_->facts_.threads; }
  // Compare-and-swap loops first read the old value without an atomic. A stale value only costs one more iteration, so
  // such reads are not reported.
  bool is_exchange(const Mark& mark) const {
    return check_->roles_[mark.instruction] == eu::MessageRole::compare_exchange;
  }
  std::uint32_t find_group(std::uint32_t thread) const { return thread / check_->facts_.threads; }
  void report(const Mark& before, eu::AccessKind kind, const Span& now);
  AccessSite access_site(const Mark& mark, eu::AccessKind kind) const;

  RaceCheck* check_;
  std::vector<std::unique_ptr<ShadowPage>> local_;
  std::vector<LocalSyncClock> local_released_;  // releases by atomics, by dword of local memory
  std::uint64_t groups_ = 0;                    // groups that have begun
  RaceList races_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group; null if no group_begins() was received
  std::uint32_t first_thread_ = 0;            // index in the dispatch of the group's first thread
  std::vector<Sender> senders_;
  std::vector<PhaseEnd> phase_ends_;  // by barrier of the group
  std::vector<Copy> copies_;          // copies of the group
  Clock group_known_;                 // what the group's threads knew when they reached barriers
  // State of the current message:
  Sender* sender_ = nullptr;
  const eu::Thread* thread_ = nullptr;
  Mark mark_;                   // without its channels
  unsigned first_channel_ = 0;  // first channel of the message's instruction
  bool is_of_thread_ = false;   // sent for the whole thread, so that its lanes are not channels
  bool has_one_channel_ = false;
  std::uint32_t running_ = 0;  // channels of a whole thread's message; 0: unknown
  MarkReader reader_;
  std::vector<Moved> moved_;  // reads or writes of the message so far
  bool has_response_ = false;
  // A cache of the pages of global memory used last.
  struct Known {
    std::uint64_t number = ~std::uint64_t{0};
    ShadowPage* page = nullptr;
  };
  std::array<Known, 256> pages_;
  ShadowPage* held_ = nullptr;  // locked page, or null
  std::uint64_t held_number_ = 0;
};

}  // namespace eugene::check
