// One worker of an executor: the threads it runs, what their groups have of their own, and how far it is.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "eu/barrier.h"
#include "eu/interpreter.h"
#include "eu/turns.h"
#include "functions/port.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/job.h"

namespace eugene::gpu {

// Kept from dispatch to dispatch.
struct Arena {
  static constexpr std::size_t kSlmBytes = std::size_t{64} * 1024;

  std::vector<eu::Thread> threads;
  std::vector<eu::Thread> models;  // how each of them starts, but for the number of its group
  std::vector<eu::ThreadState> states;
  std::vector<GroupId> numbers;  // of the groups of a batch
  std::unique_ptr<std::byte[]> slm;
  eu::Barrier barrier;
  std::optional<memory::View> view;
  std::optional<functions::Port> port;  // kept, for what it has decoded
  TierRunner runner;
  std::uint64_t groups = 0;          // done
  std::optional<KernelFault> fault;  // of the first group that had one here
  std::uint64_t fault_group = kNoGroup;
  // Faults that were passed, by the instruction, with the group they first were in here.
  std::map<std::uint32_t, std::pair<std::uint64_t, KernelFault>> passed;

  // Before a dispatch; the worker may never come to work on it.
  void begin(Job& job) {
    runner.begin(*job.tiers, *job.kernel, job.coverage, [&job] { return job.time_left(); });
    groups = 0;
    has_models_ = false;
    fault.reset();
    fault_group = kNoGroup;
    passed.clear();
  }
  // Translations are good for one dispatch: page tables may have changed.
  memory::View& attach(memory::PageSource& space) { return view.emplace(space); }
  void work(Job& job, unsigned worker, memory::PageSource& space);

 private:
  void run_groups(Job& job, unsigned worker, memory::PageSource& space);
  bool goes_on(Job& job, std::uint64_t index, memory::PageSource& space);
  bool run_batch(Job& job, std::uint64_t first, std::uint64_t end, GroupId group, memory::PageSource& space);
  void make_models(const Job& job, unsigned worker);
  void start_group(const Job& job, const GroupId& group, unsigned started = 0);
  void run_group(Job& job, std::uint64_t index, unsigned first, memory::PageSource& space);
  bool settle(Job& job, std::uint64_t index, unsigned i, const eu::Outcome& outcome, memory::PageSource& space);
  bool goes_on_with(Job& job, std::uint64_t index, unsigned i, memory::PageSource& space);
  bool is_late(Job& job, memory::PageSource& space);
  void tell(Job& job);
  bool pass(const Job& job, std::uint64_t index, unsigned thread, const eu::Outcome& outcome);
  void fail(Job& job, std::uint64_t index, unsigned thread, eu::Fault what, std::string hint = {});

  // A worker looks at the clock, and tells the others how far it is, after so many instructions or groups.
  static constexpr std::uint64_t kLookInstructions = std::uint64_t{1} << 16;
  static constexpr std::uint64_t kLookGroups = 256;
  // Instructions a thread runs before the others of its group get a turn, the clock is looked at, and compiled code
  // takes over where there is some by now: a few milliseconds interpreted.
  static constexpr std::uint64_t kSlice = std::uint64_t{1} << 17;

  std::uint64_t instructions_untold_ = 0;
  std::uint64_t groups_untold_ = 0;
  bool has_models_ = false;  // of this dispatch
  bool can_batch_ = false;   // threads are as a Batch wants them
};

}  // namespace eugene::gpu
