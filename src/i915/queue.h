// The thread that executes requests. Requests of one engine slot run in order of submission, requests of different
// slots in time slices.
//
// Scheduling is strict by priority, and round-robin among equals: at the end of a time slice the walker is preempted
// (gpu/schedule/job/preemption.h) if another request of at least that priority can run. A request of higher
// priority preempts at once. Priority inheritance: a request that a more urgent one waits for runs at the more urgent
// priority. A request that polls a semaphore gives up its time slice, and lower priorities may run meanwhile.
//
// Waking the thread takes longer than a small kernel. If nothing else runs or waits, the thread that submits a request
// executes it instead (submit(), execute()), within limits: the program may write what a kernel waits for only after
// the submission. So the request stops before work that is not known to be short or cannot be preempted, and a walker
// that takes longer than expected is preempted. The queue's thread then executes the rest, before anything else.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "gpu/commands/command_layout.h"
#include "gpu/device.h"
#include "gpu/gpu.h"
#include "gpu/report.h"
#include "gpu/schedule/workers/worker_pool.h"
#include "i915/context.h"
#include "i915/fence.h"
#include "i915/late_writes.h"

namespace eugene::i915 {

struct Request {
  ContextPtr context;
  std::shared_ptr<EngineSlot> slot;
  std::shared_ptr<memory::HostRanges> space;
  std::uint64_t batch = 0;
  std::vector<FencePtr> after;  // fences of earlier requests that must be done before this one runs
  FencePtr done;
  int priority = 0;
  bool started = false;
  bool waiting = false;  // polls a semaphore
};

// Returns whether contexts of the device can be preempted. GPUs without execlists cannot.
inline bool has_scheduler(const gpu::Device& device) { return gpu::command_layout(*device.gen).has_process_tables; }

using InterruptTime = std::filesystem::file_time_type;

struct QueueOptions {
  const gpu::Device* device = &gpu::kDefaultDevice;
  unsigned threads = 0;  // host workers; 0: one per processor of the host
  gpu::ExecutorOptions executor;
  std::function<void(gpu::Report&&)> report;
  std::function<void(const gpu::DispatchStats&)> dispatched;
  std::function<void(const gpu::DrawStats&)> drawn = {};
  std::function<InterruptTime()> last_interrupt;  // time of the last signal for the program
  std::function<void()> started = {};             // called before the queue's threads start, with signals blocked
};

class Queue {
 public:
  // `lost` counts abandoned requests that have late writes.
  Queue(QueueOptions options, const gpu::Clock& clock, Waiters& waiters, std::atomic<std::uint64_t>& lost);
  ~Queue();  // drops unfinished requests
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  // Returns true if the calling thread must then call execute(), with nothing in between that could fail: until then,
  // no request is executed. This is so if nothing else is executed or waits, so that a short request ends sooner than
  // another thread could wake up.
  bool submit(Request request);
  // Executes the request as long as its work is expected to be short, and for about kBriefShare at most, because the
  // program may write what a kernel waits for after the submission. The queue's thread executes the rest, directly
  // afterwards. The calling thread must be a BorrowedThread and hold no locks.
  void execute() noexcept;
  // Drops the running request and all that have started, without a report.
  void interrupt();
  // Makes all late writes now.
  void make_late_writes();

 private:
  void work(const std::stop_token& stop);
  // A request that could run now, or that polls a semaphore.
  struct Contender {
    const EngineSlot* slot;
    int priority;
    bool waiting = false;
  };

  void raise();
  bool is_urgent();
  bool can_lend(const Request& submitted);
  bool step();
  bool step(int priority);
  bool run_rest();
  bool keeps_first(gpu::StreamStatus status);
  gpu::StreamStatus run(Request& request);
  void drop_started();
  void find_contenders();
  void begin_turn(const Request& request);
  void contend(const Contender& other);
  void contend(const Request& submitted);
  void finish(Request& request, gpu::StreamStatus status);
  void lose(Request& request);
  void give_up(Request& request);
  void report(Request& request);
  void wait_for_work(const std::stop_token& stop, std::chrono::microseconds pause);
  bool is_stopping() const { return thread_.get_stop_token().stop_requested(); }

  QueueOptions options_;
  Waiters* waiters_;
  std::atomic<std::uint64_t>* lost_;
  std::atomic<unsigned> busy_ = 0;  // requests that have started and have not finished
  gpu::WorkerPool pool_;
  gpu::Gpu gpu_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Request> submitted_;
  bool is_idle_ = false;  // the queue's thread waits for a request; guarded by mutex_
  bool is_lent_ = false;  // a thread of the program is in execute(), or is about to call it; guarded by mutex_
  // The members down to `contenders_` are used by the thread that executes requests: the queue's, or execute().
  std::deque<Request> ready_;
  bool has_rest_ = false;  // execute() has left the rest of the first request
  std::vector<Contender> contenders_;
  LateWrites late_;                                  // guarded by mutex_
  Contender running_{};                              // guarded by mutex_
  std::chrono::steady_clock::time_point turn_ends_;  // end of the time slice of `running_`; guarded by mutex_
  std::jthread thread_;                              // last member, because the thread uses all others
};

}  // namespace eugene::i915
