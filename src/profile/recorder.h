// One worker's part of a profiled dispatch. Observes every instruction, in the interpreter or in compiled code that
// counts, and keeps a clock for each thread of a timed group.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "eu/interpreter.h"
#include "eu/observer.h"
#include "eu/thread_block.h"
#include "profile/group_clocks.h"
#include "profile/group_lines.h"
#include "profile/profiler.h"
#include "profile/slm_arrays.h"

namespace eugene::profile {

class Recorder final : public eu::Observer {
 public:
  static constexpr eu::Interest kInterest{.instructions = true, .messages = false, .accesses = true, .texels = true};

  // The destructor adds the counts to `dispatch`, which must live longer.
  explicit Recorder(DispatchRecord& dispatch);
  ~Recorder() override;

  eu::Interest interest() const override { return kInterest; }
  void program_ends(std::span<const eu::ExecutionCounts> counts) override;
  void group_begins(const eu::StartedGroup& group) override;
  void group_ends() override;
  // Timed groups are interpreted.
  bool wants_interpreter() const override { return is_timed_; }
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;
  void message_begins(const eu::SendRequest& request) override;
  void message_ends(const eu::SendRequest& request, eu::SendStatus status) override;
  void message_restarts() override;
  void accessed(const eu::Access& access) override;
  void accessed_by_lanes(const eu::LaneAccess& access) override;

 private:
  void begin_message(const eu::Thread& thread, std::uint32_t index, std::uint64_t executed);
  // Counts the elements that the message has accessed.
  void end_message();
  // Adds lines [first, last] of the current message.
  void add_lines(std::uint64_t first, std::uint64_t last);
  bool count_run(const eu::LaneAccess& access);
  void count_lines();

  DispatchRecord* dispatch_;
  std::vector<InstructionCounts> counts_;
  const std::vector<InstructionModel>* models_;
  std::vector<L3Client> clients_;  // by instruction
  const Parameters& parameters_;
  SlmShape slm_;
  unsigned line_clocks_;  // clocks of a bank for a line
  GroupClocks clocks_;    // of a timed group
  GroupLines lines_;      // lines that the group has accessed so far
  const eu::ThreadBlock* threads_ = nullptr;
  std::uint64_t group_ = 0;
  bool is_timed_ = true;
  std::size_t current_ = 0;  // thread that sends the message
  DispatchRecord::Groups groups_;
  // State of the current message:
  std::uint64_t when_ = 0;
  InstructionCounts unsent_;              // counts of the message, which are discarded if the message restarts
  InstructionCounts* message_ = nullptr;  // `unsent_`, or the counts of the instruction
  std::vector<AccessedElement> reached_;  // elements that are not counted yet: offsets in SLM, else addresses
  const std::byte* local_ = nullptr;      // shared local memory of `reached_`; null: other memory
  bool is_atomic_ = false;
  bool writes_ = false;
  std::size_t lines_before_ = 0;
  L3Client client_ = L3Client::data;
  std::uint32_t sender_ = 0;
  std::uint64_t message_latency_ = 0;
};

}  // namespace eugene::profile
