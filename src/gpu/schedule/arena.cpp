#include "gpu/schedule/arena.h"

#include <fmt/format.h>

#include <algorithm>
#include <cfenv>
#include <utility>

#include "eu/host_rounding.h"

namespace eugene::gpu {
namespace {

constexpr unsigned kBarriers = 32;  // BarrierID has five bits

// sr0.0 15:0: which slice, subslice, EU and slot thread `id` of the device occupies.
std::uint16_t topology(const Device& device, unsigned id) {
  const unsigned slot = id % device.threads;
  const unsigned eu = id / device.threads % device.eus;
  const unsigned subslice = id / device.threads / device.eus % device.subslices;
  const unsigned slice = id / device.threads / device.eus / device.subslices % device.slices;
  return static_cast<std::uint16_t>((slice << 14) | (subslice << 12) | (eu << 8) | slot);
}

}  // namespace

void Arena::work(Job& job, unsigned worker, memory::PageSource& space) {
  const std::uint32_t slm_bytes = job.dispatch->descriptor.slm_bytes;
  if (threads.size() < job.threads) {
    threads.resize(job.threads);
    models.resize(job.threads);
    states.resize(job.threads);
  }
  if (slm_bytes != 0 && slm == nullptr) slm = std::make_unique<std::byte[]>(kSlmBytes);
  if (worker != 0) attach(space);  // the dispatch itself has used worker 0's
  if (!port) port.emplace(isa::kGen9, *view);
  port->begin_dispatch(job.environment);
  const eu::HostRounding restored;
  std::fesetround(FE_TONEAREST);  // as compiled code wants it
  port->begin_group({.slm = {slm.get(), slm_bytes}, .barrier = &barrier});
  job.begin_work();
  runner.start();
  run_groups(job, worker, space);
  tell(job);
  runner.end();
}

void Arena::run_groups(Job& job, unsigned worker, memory::PageSource& space) {
  while (true) {
    const std::uint64_t first = job.next.fetch_add(job.taken);
    if (first >= job.groups) return;
    if (!std::exchange(has_models_, true)) make_models(job, worker);
    const std::uint64_t end = first + std::min(job.taken, job.groups - first);
    GroupId group = job.dispatch->group(first);
    for (std::uint64_t index = first; index < end; ++index, job.dispatch->advance(group)) {
      if (job.dispatch->descriptor.slm_bytes == 0 && runner.runs_batches(models[0])) {
        if (!run_batch(job, index, end, group, space)) return;
        break;
      }
      if (!goes_on(job, index, space)) return;
      start_group(job, group);
      run_group(job, index, 0, space);
    }
  }
}

// Whether there is a point in starting a group.
bool Arena::goes_on(Job& job, std::uint64_t index, memory::PageSource& space) {
  if (index >= job.faulted || job.is_cancelled()) return false;
  if (instructions_untold_ < kLookInstructions && groups_untold_ < kLookGroups) return true;
  if (!is_late(job, space)) return true;
  fail(job, index, 0, {.what = "the dispatch did not end within the time limit"},
       fmt::format("{} of {} groups are done; use a larger --timeout SECONDS to let it go on", job.groups_done.load(),
                   job.groups));
  return false;
}

// Groups [first, end), of which the first is number `group`, without coming back for each thread. False: no more
// groups.
bool Arena::run_batch(Job& job, std::uint64_t first, std::uint64_t end, GroupId group, memory::PageSource& space) {
  numbers.clear();
  for (std::uint64_t index = first; index < end; ++index, job.dispatch->advance(group)) numbers.push_back(group);
  eu::Batch batch{.threads = threads.data(),
                  .models = models.data(),
                  .groups = numbers.data(),
                  .threads_of_group = job.threads,
                  .group_count = static_cast<std::uint32_t>(numbers.size())};
  while (batch.group != batch.group_count) {
    if (!goes_on(job, first + batch.group, space)) return false;
    if (!std::exchange(can_batch_, true)) start_group(job, numbers[batch.group]);
    const eu::Batch before = batch;
    batch.limit = batch.instructions + kLookInstructions;
    const eu::Outcome& outcome = runner.run_batch(batch, *port, {.instructions = kSlice});
    instructions_untold_ += batch.instructions - before.instructions;
    groups_untold_ += batch.group - before.group;
    if (outcome.stop == eu::Stop::end_of_thread) continue;
    // The rest of its group needs a closer look.
    can_batch_ = false;
    instructions_untold_ += threads[batch.thread].instructions_executed;
    start_group(job, numbers[batch.group], batch.thread + 1);
    if (settle(job, first + batch.group, batch.thread, outcome, space))
      run_group(job, first + batch.group, batch.thread + 1, space);
    batch.thread = 0;
    ++batch.group;
  }
  return true;
}

bool Arena::is_late(Job& job, memory::PageSource& space) {
  tell(job);
  return job.is_late(space);
}

// How far this worker is.
void Arena::tell(Job& job) {
  job.instructions.fetch_add(std::exchange(instructions_untold_, 0), std::memory_order_relaxed);
  job.groups_done.fetch_add(groups_untold_, std::memory_order_relaxed);
  groups += std::exchange(groups_untold_, 0);
}

// How the threads of each group start; each is then made from the one before in its place.
void Arena::make_models(const Job& job, unsigned worker) {
  const eu::Kernel& kernel = job.kernel->kernel();
  for (unsigned i = 0; i < job.threads; ++i) {
    const unsigned id = worker * job.threads + i;
    const Placement placement{.fixed_function_thread = static_cast<std::uint16_t>(id),
                              .barrier = static_cast<std::uint8_t>(worker % kBarriers),
                              .topology = topology(*job.device, id)};
    start_model(*job.dispatch, kernel, i, placement, models[i]);
    eu::start_as(threads[i], models[i], kernel);
  }
  can_batch_ = true;
}

// Starts the threads of a group, but for the first `started`: those a batch has started, all of which have ended there
// but the last, which stopped.
void Arena::start_group(const Job& job, const GroupId& group, unsigned started) {
  for (unsigned i = 0; i < job.threads; ++i) {
    states[i] = i + 1 < started ? eu::ThreadState::ended : eu::ThreadState::alive;
    if (i < started) continue;
    eu::start_again(threads[i], models[i], job.kernel->kernel());
    set_group(threads[i], group);
  }
  // What a group finds in shared local memory is undefined; zeros make it the same on every run.
  if (slm != nullptr) std::fill_n(slm.get(), job.dispatch->descriptor.slm_bytes, std::byte{0});
  barrier.begin(job.threads);
}

}  // namespace eugene::gpu
