// The thread that executes requests, in the order of their submission but for those that wait.
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
#include <thread>
#include <vector>

#include "gpu/device.h"
#include "gpu/report.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/worker_pool.h"
#include "i915/context.h"
#include "i915/fence.h"

namespace eugene::i915 {

struct Request {
  ContextPtr context;
  std::shared_ptr<EngineSlot> slot;
  std::shared_ptr<memory::HostRanges> space;
  std::uint64_t batch = 0;
  std::vector<FencePtr> after;  // all are of requests submitted before
  FencePtr done;
  bool started = false;
};

using InterruptTime = std::filesystem::file_time_type;

struct QueueOptions {
  const gpu::Device* device = &gpu::kDefaultDevice;
  unsigned threads = 0;  // host workers; 0: as many as the host has
  gpu::ExecutorOptions executor;
  std::function<void(gpu::Report&&)> report;
  std::function<void(const gpu::DispatchStats&)> dispatched;
  std::function<InterruptTime()> last_interrupt;  // when a signal for the program came
};

class Queue {
 public:
  Queue(QueueOptions options, const gpu::Clock& clock, Waiters& waiters);
  ~Queue();  // drops what has not finished
  Queue(const Queue&) = delete;
  Queue& operator=(const Queue&) = delete;

  void submit(Request request);
  // Drops the request that is being executed, without a report.
  void interrupt();

 private:
  void work(const std::stop_token& stop);
  bool step(std::deque<Request>& ready);
  bool run(Request& request);
  void finish(Request& request, gpu::StreamStatus status);
  void lose(Request& request);
  // Who is told of commands that are executed although they are wrong; null: nobody.
  std::function<void(const Diagnostic&)> suspect() const;
  std::chrono::steady_clock::time_point deadline() const { return executor_.deadline(); }

  QueueOptions options_;
  Waiters* waiters_;
  std::atomic<bool> cancelled_ = false;  // what is being executed
  std::atomic<bool> busy_ = false;       // a request has started and has not finished
  const gpu::Clock* clock_;
  std::atomic<bool> told_ = false;  // of commands that are skipped
  gpu::WorkerPool pool_;
  gpu::Executor executor_;
  GpuParts parts_;
  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::vector<Request> submitted_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace eugene::i915
