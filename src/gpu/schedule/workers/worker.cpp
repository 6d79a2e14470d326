#include "gpu/schedule/workers/worker.h"

#include <algorithm>

#include "base/float_modes.h"
#include "gpu/schedule/workers/group_runner.h"

namespace eugene::gpu {

WorkerResult Worker::work(Job& job, unsigned number) {
  const std::uint32_t slm_bytes = job.work->slm_bytes;
  const unsigned variables = job.kernel().program().variable_registers;
  if (threads.size() < job.threads || threads.variable_registers() != variables)
    threads = eu::ThreadBlock(std::max(job.threads, threads.size()), variables);
  if (models.size() < job.threads) {
    models.resize(job.threads);
    states.resize(job.threads);
  }
  if (slm_bytes != 0 && slm == nullptr) slm = std::make_unique<std::byte[]>(kSlmBytes);
  if (number != 0) attach(*job.space);  // worker 0 is attached already, to read the kernel
  if (!port) port.emplace(*job.device->gen, *view);
  port->begin_dispatch(job.environment);
  port->begin_group({.slm = {slm.get(), slm_bytes},
                     .barrier = &barrier,
                     .fused_threads = &fused_threads,
                     .named_barriers = &named_barriers});
  const DefaultFloatModes modes;  // compiled code requires them
  WorkerRun run(job, *this, number);
  std::vector<std::unique_ptr<eu::Observer>> owned;
  for (const auto& each : job.observers) owned.push_back(each->worker_begins());
  observers.clear();
  observers.add(run);
  for (const auto& each : owned) observers.add(*each);
  if (job.program.observer != nullptr) observers.add(*job.program.observer);
  observers.begin_program(job.kernel().program().instructions.size());
  runner.observe(job.is_observed() ? &observers : nullptr);
  port->observe(&observers);
  WorkerResult result = GroupRunner(run).run();
  port->observe(nullptr);
  observers.end_program();
  return result;
}

}  // namespace eugene::gpu
