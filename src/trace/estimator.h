// Counts for the launches of a trace as a profile does, with other parameters and without executing anything: lines
// and hits, clocks of shared local memory, and where the trace has instructions too, each thread's clock.
//
// A profile follows a thread's clock by the instructions that it executes, one after the other, and the latencies of
// its messages (profile/group_clocks.h). The trace has both, thread by thread; what threads do to each other's clocks
// goes through barriers alone. So threads of a group are followed each until it waits at a barrier at which others have
// yet to arrive.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "isa/program.h"
#include "profile/counts.h"
#include "profile/group_clocks.h"
#include "profile/group_lines.h"
#include "profile/instruction_model.h"
#include "profile/slm_arrays.h"
#include "trace/record.h"

namespace eugene::trace {

struct CodeModel {
  isa::Program program;
  std::vector<profile::InstructionModel> models;
};
// Null where the code is null, or is none.
std::shared_ptr<const CodeModel> model_of(const std::shared_ptr<const KernelCode>& code,
                                          const profile::Parameters& parameters);

class Estimator {
 public:
  // `launches` must live longer.
  Estimator(const profile::Parameters& parameters, std::span<const LaunchRun> launches)
      : parameters_(parameters), launches_(launches) {}

  // Rows go on where those before have ended.
  void add(const Rows& rows);
  // After all rows: the kernels, in the order in which they came first, for profile::estimate(). Launches whose code is
  // not known are not among them. Divergence is not in a trace.
  std::vector<profile::KernelCounts> end();

 private:
  struct Event {
    std::uint64_t executed = 0;
    std::uint32_t index = 0;  // of the instruction
    std::uint32_t phase = 0;
    std::uint32_t bytes = 0;
    std::uint32_t lanes = 0;
    std::size_t first = 0;  // of its addresses
    Kind kind = Kind::read;
    Path path = Path::data;
  };
  struct Thread {
    std::vector<Event> events;
    std::vector<std::uint64_t> places;
    std::size_t next = 0;
    std::uint64_t arrivals = 0;
    // The message under way:
    std::uint64_t latency = 0;
  };
  void begin_launch(std::uint64_t number);
  void end_launch();
  void end_group();
  // Follows a thread until it waits for others, or to its end. False: it had nothing to do.
  bool follow(std::size_t number, bool waits);
  void execute(std::size_t number, const Event& event);
  // All rows of the message at `next`.
  void count_message(std::size_t number);
  void count_part(const Event& event, bool is_local, Thread& thread);

  profile::Parameters parameters_;
  std::span<const LaunchRun> launches_;
  std::vector<profile::KernelCounts> kernels_;
  std::vector<std::pair<const KernelCode*, std::shared_ptr<const CodeModel>>> known_;
  std::unique_ptr<profile::L3Model> l3_;
  // The launch under way:
  std::pair<std::int64_t, std::int64_t> group_{-1, -1};  // it and its group
  std::shared_ptr<const CodeModel> code_;                // null: it is left out
  profile::KernelCounts counts_;
  std::unique_ptr<profile::GroupClocks> clocks_;
  // The group:
  std::vector<Thread> threads_;
  std::size_t thread_count_ = 0;
  std::uint64_t arrivals_ = 0;
  bool has_instructions_ = false;
  profile::GroupLines lines_;
  std::vector<profile::Reached> reached_;  // by the part of a message
};

}  // namespace eugene::trace
