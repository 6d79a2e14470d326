// One worker's part of the race check.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "checks/race.h"

namespace eugene::checks {

class RaceObserver final : public eu::Observer {
 public:
  explicit RaceObserver(RaceCheck& check) : check_(&check) {}
  ~RaceObserver() override;

  eu::Interest interest() const override { return RaceCheck::kInterest; }
  void group_begins(const eu::StartedGroup& group) override;
  void group_ends() override { threads_ = nullptr; }
  void message_begins(const eu::SendRequest& request) override;
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override;
  void accessed(const eu::Access& access) override;
  void transferred(const eu::Access& access, const eu::AccessValues& values) override;

 private:
  // Phases of the group before which all its accesses to a memory are ordered.
  struct Phases {
    std::uint32_t local = 0, global = 0;
    std::uint32_t of(bool is_local) const { return is_local ? local : global; }
  };
  // A thread of the group.
  struct Sender {
    Moment moment;
    std::uint32_t begun = 0;  // phase for which `ordered` is right
    Phases ordered;
    bool has_fenced = false;   // since its last barrier
    std::uint32_t astray = 0;  // channels that have missed a barrier: what they are ordered with is not known
    Clock known;               // ordered before what it does now
    Clock heard;               // from atomics of global memory: known from its next fence on
  };
  // One access of a channel, in pieces.
  struct Piece {
    Mark mark;
    eu::AccessKind kind;
    bool is_local;
    std::uint64_t address;
    std::uint32_t bytes;
    std::uint32_t value;
  };

  bool is_watched(const eu::Access& access, std::uint64_t address) const;
  void touch(const eu::Access& access, std::uint64_t address, std::uint32_t channels, const std::byte* value,
             Shadow::Locked& page);
  void update(Cell& cell, const Piece& piece);
  void keep_read(Cell& cell, const Piece& piece) const;
  void arrive(std::uint32_t instruction, const eu::Thread& thread);
  std::uint32_t sending_channels(const eu::SendRequest& request) const;
  void begin_phase(Sender& sender) const;
  // By a barrier of the group.
  bool is_earlier(const Mark& before, bool is_local) const {
    return is_of_group(before.thread) && before.moment.phase() < sender_->ordered.of(is_local);
  }
  bool is_ordered(const Mark& before, eu::AccessKind kind, const Piece& now) const;
  bool is_same_item(const Mark& before, const Mark& now, eu::AccessKind kind) const;
  void report(const Mark& before, eu::AccessKind kind, const Piece& now);
  Side side_of(const Mark& mark, eu::AccessKind kind) const;
  void tell(bool is_local, std::uint64_t address);
  void hear(bool is_local, std::uint64_t address);
  void compare_channels(const eu::Access& access, std::span<const std::byte> values);
  // The lowest of `channels` of the message, as one of the thread.
  std::uint32_t channel_at(std::uint32_t channels) const { return (channels & -channels) << first_channel_; }
  // Of the group that runs: without the division of group_of().
  bool is_of_group(std::uint32_t thread) const { return thread - first_thread_ < check_->facts_.threads; }
  // Loops of compare and swap read the old value without an atomic first, which only costs a turn if it is stale.
  bool is_exchange(const Mark& mark) const { return check_->roles_[mark.instruction] == MessageRole::compare_exchange; }
  std::uint32_t group_of(std::uint32_t thread) const { return thread / check_->facts_.threads; }

  RaceCheck* check_;
  Shadow local_;
  std::unordered_map<std::uint64_t, Clock> local_told_;  // by atomics of local memory
  RaceList races_;
  const eu::ThreadBlock* threads_ = nullptr;  // of the group that runs; null: none whose begin was told
  std::uint32_t first_thread_ = 0;            // of the group, in the dispatch
  std::vector<Sender> senders_;
  std::vector<Fences> phase_ends_;  // the barriers of the group so far
  Clock group_known_;               // what its threads knew when they came to barriers
  // The message under way:
  Sender* sender_ = nullptr;
  Mark mark_;                         // but for the channels
  unsigned first_channel_ = 0;        // of its instruction
  bool is_of_thread_ = false;         // as a whole: its channels mean nothing,
  std::uint32_t senders_of_one_ = 0;  // but it is one access of these; 0: not known
};

}  // namespace eugene::checks
