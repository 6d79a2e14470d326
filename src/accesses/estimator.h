// Counts the launches of a trace like a profile, with other parameters and without executing anything: lines, hits,
// clocks of shared local memory, and, if the trace has instructions, the clock of each thread.
//
// In a profile, a thread's clock follows from the sequence of its instructions and the latencies of its messages
// (profile/group_clocks.h). The trace has both for each thread. Threads affect each other's clocks only through
// barriers. So the estimator follows each thread of a group until the thread waits at a barrier for others.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "accesses/record.h"
#include "isa/program.h"
#include "profile/counts.h"
#include "profile/group_clocks.h"
#include "profile/group_lines.h"
#include "profile/instruction_model.h"
#include "profile/slm_arrays.h"

namespace eugene::accesses {

struct CodeModel {
  isa::Program program;
  std::vector<profile::InstructionModel> models;
};
// Returns null if `code` is null, or not valid code.
std::shared_ptr<const CodeModel> build_model(const std::shared_ptr<const KernelCode>& code,
                                             const profile::Parameters& parameters);

class Estimator {
 public:
  // `launches` must live longer.
  Estimator(const profile::Parameters& parameters, std::span<const LaunchRun> launches)
      : parameters_(parameters), launches_(launches) {}

  // Adds the next rows of the trace.
  void add(const Rows& rows);
  // Call after all rows. Returns the kernels for profile::estimate(), in order of their first launch. Leaves out
  // launches whose code is unknown. Divergences are not counted, because a trace does not have them.
  std::vector<profile::KernelCounts> end();

 private:
  struct Event {
    std::uint64_t executed = 0;
    std::uint32_t index = 0;  // index of the instruction
    std::uint32_t phase = 0;
    std::uint32_t bytes = 0;
    std::uint32_t lanes = 0;
    std::size_t first = 0;  // index of the first address in Thread::places
    Kind kind = Kind::read;
    Path path = Path::data;
  };
  struct Thread {
    std::vector<Event> events;
    std::vector<std::uint64_t> places;
    std::size_t next = 0;
    std::uint64_t arrivals = 0;
    std::uint64_t latency = 0;  // of the current message
  };
  void begin_launch(std::uint64_t number);
  void end_launch();
  void end_group();
  // Follows a thread until it waits at a barrier, or to its end. Without `waits`, does not wait at the next
  // instruction. Returns false if the thread has not moved.
  bool follow(std::size_t number, bool waits);
  void execute(std::size_t number, const Event& event);
  // Counts all rows of the message at `next` of the thread.
  void count_message(std::size_t number);
  void count_part(const Event& event, bool is_local, Thread& thread);

  profile::Parameters parameters_;
  std::span<const LaunchRun> launches_;
  std::vector<profile::KernelCounts> kernels_;
  std::vector<std::pair<const KernelCode*, std::shared_ptr<const CodeModel>>> known_;
  std::unique_ptr<profile::L3Model> l3_;
  // State of the current launch:
  std::pair<std::int64_t, std::int64_t> group_{-1, -1};  // launch and group
  std::shared_ptr<const CodeModel> code_;                // null: the launch is left out
  profile::KernelCounts counts_;
  std::unique_ptr<profile::GroupClocks> clocks_;
  // State of the current group:
  std::vector<Thread> threads_;
  std::size_t thread_count_ = 0;
  std::uint64_t arrivals_ = 0;
  bool has_instructions_ = false;
  profile::GroupLines lines_;
  std::vector<profile::AccessedElement> reached_;  // elements of the current part of a message
};

}  // namespace eugene::accesses
