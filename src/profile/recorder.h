// One worker's part of a profiled dispatch: hears what every instruction does, from the interpreter or from compiled
// code that counts, and keeps a clock for each thread of the groups that are timed.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "eu/thread_block.h"
#include "eu/watch.h"
#include "functions/access_observer.h"
#include "functions/port.h"
#include "profile/group_clocks.h"
#include "profile/group_lines.h"
#include "profile/profiler.h"
#include "profile/slm_arrays.h"

namespace eugene::profile {

class Recorder final : public eu::MessagePort, public functions::AccessObserver, public eu::InstructionWatch {
 public:
  // `dispatch` receives the counts when the recorder ends; it and `port` must live longer.
  Recorder(DispatchRecord& dispatch, functions::Port& port);
  ~Recorder() override;

  // Group `index` of the walk, whose threads, the first `count`, have been started.
  void begin_group(std::uint64_t index, const eu::ThreadBlock& threads, unsigned count);
  void end_group();
  // Whether the current group is timed: its threads are to be interpreted.
  bool is_timed() const { return is_timed_; }
  // Before one of these threads is run on compiled code.
  void begin_turn(const eu::Thread& thread) { current_ = threads_->index_of(thread); }
  // As eu::run(), of one of these threads.
  eu::Outcome run(const eu::Kernel& kernel, eu::Thread& thread, const eu::RunLimits& limits);

  eu::SendStatus send(const eu::SendRequest& request) override;
  eu::Fault take_fault() override { return port_->take_fault(); }
  eu::MemoryWindow window(const eu::MemorySpace& space, std::uint64_t offset) override;
  eu::WindowTable* windows() override { return port_->windows(); }
  eu::FusedThreads* fused_threads() override { return port_->fused_threads(); }
  eu::NamedBarriers* named_barriers() override { return port_->named_barriers(); }
  void reached(const functions::MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
               functions::AccessKind kind) override;
  void starts_again() override;
  void executed(const eu::PreparedOp& op, const eu::Thread& thread, unsigned channels, std::uint32_t before) override;
  eu::ExecutionCounts* execution_counts() override { return executions_.data(); }
  void before_message(std::uint64_t executed) override { executed_ = executed; }
  void reached(std::uint32_t index, std::uint64_t executed, const eu::LaneReach& lanes) override;

 private:
  // The memory range of a message space.
  struct Space {
    std::uint32_t code = ~0U;
    functions::MemoryRange range;
  };

  void begin_message(std::uint32_t index, std::uint64_t executed);
  // Lines [first, last].
  void add_lines(std::uint64_t first, std::uint64_t last);
  bool reach_run(const functions::MemoryRange& range, const eu::LaneReach& lanes);
  void count_lines(const functions::MemoryRange& range, std::span<const std::uint64_t> offsets, unsigned bytes,
                   functions::AccessKind kind);

  DispatchRecord* dispatch_;
  functions::Port* port_;
  std::vector<InstructionCounts> counts_;
  std::vector<eu::ExecutionCounts> executions_;
  const std::vector<InstructionModel>* models_;
  std::vector<L3Client> clients_;  // by instruction
  GroupClocks clocks_;             // of a group that is timed
  GroupLines lines_;               // that the group has reached so far
  const eu::ThreadBlock* threads_ = nullptr;
  std::uint64_t group_ = 0;
  bool is_timed_ = true;
  std::size_t current_ = 0;  // thread
  DispatchRecord::Groups groups_;
  std::vector<Space> spaces_;
  functions::MemoryRange last_range_;  // that a message has reached
  bool has_range_ = false;
  // The message under way:
  std::optional<std::uint64_t> executed_;  // instructions before it, if compiled code sends it
  std::uint64_t when_ = 0;
  InstructionCounts unsent_;              // its counts, until it is certain that it is not sent again
  InstructionCounts* message_ = nullptr;  // this, or the counts of its instruction
  std::size_t lines_before_ = 0;
  L3Client client_ = L3Client::data;
  std::uint32_t sender_ = 0;
  std::uint64_t message_latency_ = 0;
};

}  // namespace eugene::profile
