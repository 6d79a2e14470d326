#include "gpu/schedule/workers/group_threads.h"

#include <span>

#include "eu/thread_model.h"
#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/workers/worker.h"

namespace eugene::gpu {

void GroupThreads::make_models() {
  if (held_ != Held::nothing) return;
  const Job& job = run_.job;
  Worker& worker = run_.worker;
  for (unsigned i = 0; i < job.threads; ++i) {
    eu::Thread& model = worker.models[i];
    eu::make_model(model, job.kernel(), job.work->payload->channels(i));
    fill(model, i);
    write_header(*job.device->gen, *job.work, find_placement(job.pools, run_.number, job.threads, i), model);
    job.work->payload->write_model(i, model);
    eu::copy_model(worker.threads[i], model, job.kernel());
  }
  ++worker.models_id;
  held_ = Held::batch;
}

// Fills the registers of a model that neither the header nor the constants occupy.
void GroupThreads::fill(eu::Thread& model, unsigned thread) const {
  const Job& job = run_.job;
  if (!job.options->fill.is_there() || !job.work->payload->writes_whole_registers()) return;
  const auto registers = std::as_writable_bytes(std::span(model.grf).subspan(kHeaderRegisters));
  job.options->fill.write(registers, mixed_seed(job.seed, ~std::uint64_t{thread}));
}

void GroupThreads::begin_batch() {
  if (held_ != Held::batch) begin();
  held_ = Held::batch;
}

void GroupThreads::begin(unsigned first, unsigned counted) {
  const Job& job = run_.job;
  Worker& worker = run_.worker;
  held_ = Held::group;
  run_.counted = counted;
  run_.order.reset();
  if (job.shuffled) run_.order.emplace(mixed_seed(job.seed, run_.position.index()), job.threads);
  for (unsigned i = 0; i < job.threads; ++i) {
    worker.states[i] = i < first ? ThreadState::ended : ThreadState::alive;
    if (i < first) continue;
    eu::restore_model(worker.threads[i], worker.models[i], job.kernel());
    if (differs_in_dwords_alone_) {
      set_group(worker.threads[i], run_.group);
    } else {
      job.work->payload->start({run_.position.index(), run_.group}, i, worker.threads[i], *worker.port);
    }
  }
  // The initial contents of shared local memory are undefined. Filling it makes every run the same.
  if (worker.slm != nullptr)
    job.options->fill.write({worker.slm.get(), job.work->slm_bytes}, mixed_seed(job.seed, run_.position.index()));
  worker.barrier.begin(job.threads, run_.number % eu::Barrier::kIds, job.device->gen->barrier_id_bits);
  if (!job.kernel().program().is_visa) return;
  worker.fused_threads.begin(job.threads, worker.threads[0]);
  worker.named_barriers.begin();
}

void GroupThreads::end() {
  Worker& worker = run_.worker;
  for (unsigned i = run_.counted; i < run_.job.threads; ++i)
    worker.runner.count(worker.threads[i], worker.states[i] == ThreadState::ended);
}

}  // namespace eugene::gpu
