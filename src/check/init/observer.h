// The observer of the check `init`, for the dispatch's only worker.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "check/init/init.h"
#include "check/init/message.h"
#include "check/init/origins.h"
#include "check/init/watched_memory.h"
#include "eu/port.h"
#include "eu/thread_block.h"
#include "eu/twin.h"
#include "isa/opcode.h"

namespace eugene::check {

class InitObserver final : public eu::Observer {
 public:
  explicit InitObserver(InitCheck& check);
  ~InitObserver() override;

  eu::Interest interest() const override { return InitCheck::kInterest; }
  void group_begins(const eu::StartedGroup& group) override;
  void group_ends() override { threads_ = nullptr; }
  void instruction_begins(const eu::PreparedOp& op, const eu::Thread& thread) override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;
  void message_begins(const eu::SendRequest& request) override;
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override;
  void message_restarts() override;
  void transferred(const eu::Access& access, const eu::AccessValues& values) override;
  void registers_written(const eu::Thread& thread, std::size_t begin, std::size_t end) override;

 private:
  // A use of a value.
  struct User {
    std::string_view words;
    std::string_view fidelity_id;
  };
  static constexpr User kAddress{"an address", "fidelity.address"};
  static constexpr User kBranch{"a branch", "fidelity.branch"};
  static constexpr User kComparison{"an atomic comparison", "fidelity.atomic"};
  static constexpr User kBarrier{"whether a barrier is reached", "fidelity.barrier"};
  static constexpr User kSent{"whether a message is sent", "fidelity.message"};
  static constexpr User kMessage{"what a message does", "fidelity.message"};
  // One access of a channel.
  struct Piece {
    WatchedMemory::Known known;
    MemoryRange place;
    std::optional<std::size_t> at;  // offset of the data in the Thread; nothing: unknown
    unsigned channel = 0;           // index in the thread
  };
  // Undefined data that the current message returns.
  struct Answer {
    std::size_t offset = 0;  // in the Thread
    std::vector<std::uint8_t> differences;
    OriginNumber origin = 0;
  };
  // Bits of the memory before an atomic, and of the atomic's operands.
  struct AtomicBits {
    std::uint64_t memory = 0;
    std::array<std::uint64_t, 2> operands{};
    bool any() const { return (memory | operands[0] | operands[1]) != 0; }
  };
  // An undefined byte of the payload.
  struct Datum {
    std::uint8_t difference = 0;
    OriginNumber origin = 0;
  };
  // The message that is being executed.
  struct CurrentMessage {
    const eu::Thread* thread = nullptr;  // null: no message
    std::uint32_t instruction = 0;
    unsigned first_channel = 0;
    std::uint32_t together = 0;  // channels that are elements of one work-item's value; 0: each channel is a work-item
    InitMessage layout;
    unsigned part = 0;  // index of the next part that transferred() reports
    OriginNumber data_origin = 0;
    std::map<std::size_t, Datum> data;                                       // undefined bytes, by offset in the Thread
    std::array<std::array<std::uint64_t, 2>, isa::kMaxChannels> operands{};  // of an atomic, by channel of the message
    std::vector<Answer> answers;
  };
  InitRegisters& find_registers(const eu::Thread& thread) { return registers_[threads_->find_index(thread)]; }
  AccessSite access_site(const eu::Thread& thread, std::uint32_t instruction, unsigned channel) const;
  OriginNumber origin_for(const eu::Thread& thread, std::uint32_t instruction, OriginNumber known);
  void report(const User& user, const AccessSite& side, OriginNumber number);

  // For inexact values: inexact.cpp.
  bool carries_inexact() const { return check_->carried_ == TrackedValues::inexact; }
  void mark_results(const eu::PreparedOp& op, const eu::Thread& thread, std::uint32_t before);
  void mark_answer(const eu::SendRequest& request);
  OriginNumber origin_of_maker(const eu::Thread& thread, std::uint32_t instruction, std::size_t maker);
  OriginNumber stored_origin(const Piece& piece, std::size_t ahead);
  StoreNumber find_store(OriginNumber number);
  void report_inexact(const User& user, const AccessSite& side, OriginNumber number);

  void compute(const eu::PreparedOp& op, const eu::Thread& thread, std::uint32_t before);
  void try_more(const eu::PreparedOp& op, const eu::Thread& thread);
  void branch(const eu::PreparedOp& op, const eu::Thread& thread, std::uint32_t before);
  bool is_barrier(const eu::PreparedOp& op) const;
  void check_predicate(const User& user, const eu::PreparedOp& op, const eu::Thread& thread, std::uint32_t running);
  void check_bytes(const User& user, const eu::Thread& thread, std::size_t offset, std::size_t bytes, unsigned channel);
  void check_addresses(const eu::SendRequest& request);
  void keep_data(const eu::SendRequest& request);
  void keep_operands(const eu::SendRequest& request);

  void transfer(const Piece& piece, eu::AccessKind kind, unsigned lane, std::span<const std::byte> moved);
  OriginNumber origin_in(const Piece& piece);
  void read(const Piece& piece, std::size_t to, std::span<const std::byte> moved);
  void write(const Piece& piece, unsigned lane, std::span<const std::byte> moved);
  bool is_value(const Piece& piece, unsigned lane) const;
  std::vector<bool> bytes_that_come_back(const Piece& piece, std::span<const std::byte> moved) const;
  OriginNumber counting_origin(const Piece& piece, const std::vector<bool>& come_back) const;
  void update(const Piece& piece, unsigned lane, std::span<const std::byte> before);
  // Returns the bits of an atomic's result that depend on the bits in `undefined`.
  std::uint64_t dependent_bits(const AtomicBits& values, const AtomicBits& undefined) const;
  void note_store(const Piece& piece, std::string_view verb, OriginNumber origin);
  std::optional<std::size_t> find_register(const eu::Access& access, const eu::AccessValues& values, std::size_t i,
                                           unsigned lane) const;
  Datum datum(std::size_t offset) const {
    const auto at = current_.data.find(offset);
    return at == current_.data.end() ? Datum{} : at->second;
  }

  InitCheck* check_;
  eu::Twin twin_;
  eu::Thread prior_;  // the thread before an instruction that overwrites undefined sources
  eu::Thread start_;  // the twin before the instruction
  eu::Thread third_;
  const eu::ThreadBlock* threads_ = nullptr;  // threads of the running group, or null
  std::uint64_t group_ = 0;
  std::vector<InitRegisters> registers_;  // by thread of the group
  WatchedMemory memory_;
  InitOrigins origins_;
  std::vector<std::optional<Inexact>> inexact_;  // by instruction; messages are added when sent
  std::map<StoreNumber, OriginNumber> own_stores_;
  // By thread of the group and instruction: the undefined bytes that the last message read, by address.
  std::map<std::pair<unsigned, std::uint32_t>, std::map<std::uint64_t, std::byte>> last_reads_;
  InitList found_;
  InitList stores_;
  CurrentMessage current_;
};

}  // namespace eugene::check
