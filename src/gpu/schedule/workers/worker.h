// The state of a host thread that runs dispatches. Its buffers are kept from dispatch to dispatch, because allocating
// them takes longer than many dispatches.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "eu/barrier.h"
#include "eu/fused_threads.h"
#include "eu/named_barriers.h"
#include "eu/thread.h"
#include "eu/thread_block.h"
#include "functions/port.h"
#include "gpu/schedule/job/job.h"
#include "gpu/schedule/job/worker_result.h"
#include "gpu/schedule/turns/turns.h"
#include "gpu/tiers/tier_runner.h"

namespace eugene::gpu {

struct Worker {
  static constexpr std::size_t kSlmBytes = std::size_t{64} * 1024;

  eu::ThreadBlock threads{0, 0};   // threads of the current group
  std::vector<eu::Thread> models;  // models of the dispatch: eu/thread_model.h
  std::uint32_t models_id = 0;     // counts how often models were made
  std::vector<ThreadState> states;
  std::vector<GroupId> batch_groups;
  std::unique_ptr<std::byte[]> slm;
  eu::Barrier barrier;
  eu::FusedThreads fused_threads;  // only for vISA, like `named_barriers`
  eu::NamedBarriers named_barriers;
  std::optional<memory::View> view;
  std::optional<functions::Port> port;  // keeps the messages that it has decoded
  TierRunner runner;
  eu::Observers observers;  // observers of the current dispatch

  // Must be called before a dispatch: drops cached translations, as page tables may have changed.
  memory::View& attach(memory::PageSource& space) { return view.emplace(space); }
  // Takes groups of `job` and runs them until none is left. `number` is this worker's number, unique in the dispatch.
  WorkerResult work(Job& job, unsigned number);
};

}  // namespace eugene::gpu
