// Executes the vISA of a kernel instead of its machine code, or both to compare them.
#include <utility>

#include "gpu/instruction_text.h"
#include "gpu/schedule/executor.h"
#include "gpu/schedule/rehearse/compare.h"
#include "gpu/schedule/work/payload.h"
#include "gpu/schedule/workers/worker.h"
#include "gpu/tiers/kernel_bytes.h"

namespace eugene::gpu {

Executor::SubstituteKernel& Executor::ensure_substitute(const std::shared_ptr<TieredKernel>& kernel) {
  const auto [at, is_new] = substitutes_.try_emplace(kernel);
  SubstituteKernel& found = at->second;
  if (is_new) found.substitute = options_.find_substitute(kernel->bytes());
  if (is_new && found.substitute != nullptr)
    found.kernel = tiers_->add(found.substitute->kernel, found.substitute->bytes, kernel->control());
  return found;
}

Result<DispatchStats> Executor::compare_programs(const ExecutedProgram& machine_code, SubstituteKernel& visa,
                                                 const Work& work, memory::PageSource& space,
                                                 memory::StateCache* states) {
  const auto run = [&](ExecutedProgram program, memory::PageSource& on, eu::Observer* observer) {
    program.max_workers = 1;
    program.observer = observer;
    if (observer != nullptr) {
      program.tiers = &interpreter_;
      program.kernel = interpreter_.add(program.kernel->kernel(), program.kernel->bytes(), program.kernel->control());
      program.counted = nullptr;
    }
    return run_program(program, work, on, states);
  };
  const ExecutedProgram other{.kernel = visa.kernel, .tiers = tiers_.get(), .substitute = visa.substitute.get()};
  auto done = compare(
      {.visa = {.program = other.kernel->kernel().program(),
                .run = [&](memory::PageSource& on, eu::Observer* observer) { return run(other, on, observer); }},
       .machine_code = {.program = machine_code.kernel->kernel().program(),
                        .run = [&](memory::PageSource& on,
                                   eu::Observer* observer) { return run(machine_code, on, observer); }},
       .find_group = [&](std::uint64_t index) { return work.payload->id(index); },
       .ignored = {.first = work.bases.general + work.scratch_base,
                   .bytes = work.scratch_base == 0 ? 0 : work.scratch_bytes() * device_->total_threads()},
       .locate = !visa.is_reported},
      space);
  if (!done) return done;
  done->is_visa = true;
  if (!done->difference) return done;
  Difference& difference = *done->difference;
  memory::View& view = workers_[0]->attach(space);
  difference.code = read_kernel(*device_->gen, work.kernel_address(), view);
  if (difference.visa_write) difference.visa_write->instruction = visa.substitute->text(difference.visa_write->ip);
  if (difference.machine_write) {
    difference.machine_write->instruction =
        instruction_text(*device_->gen, work.kernel_address() + difference.machine_write->ip, view);
  }
  difference.is_repeated = std::exchange(visa.is_reported, true);
  return done;
}

}  // namespace eugene::gpu
