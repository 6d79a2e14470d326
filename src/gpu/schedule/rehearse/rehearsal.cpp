#include "gpu/schedule/rehearse/rehearsal.h"

#include <utility>

#include "gpu/instruction_text.h"
#include "gpu/schedule/rehearse/comparison.h"
#include "gpu/schedule/rehearse/trial_runs.h"
#include "gpu/schedule/work/payload.h"
#include "gpu/tiers/kernel_bytes.h"

namespace eugene::gpu {

void Rehearsal::try_out(Trial& trial, const Dispatch& dispatch) {
  trial.ends(agrees(trial, dispatch));
  trial_copies_.end();
  workers_->attach(dispatch.space);
}

bool Rehearsal::agrees(Trial& trial, const Dispatch& dispatch) {
  const ExecutedProgram& original = dispatch.program;
  if (original.substitute != nullptr || original.kernel->kernel().program().is_visa) return false;
  Tiers& tiers = *original.tiers->with_digests(trial.given_registers());
  const auto kernel = tiers.find(*device_->gen, original.kernel->bytes(), original.kernel->control());
  if (!kernel) return false;
  const auto [known, is_new] = digest_plans_.try_emplace(*kernel);
  if (is_new) known->second = eu::digest_plan((*kernel)->kernel(), trial.given_registers());
  if (known->second == nullptr) return false;
  const ExecutedProgram program{.kernel = *kernel, .tiers = &tiers, .max_workers = original.max_workers};
  const Dispatch rehearsed{.device = dispatch.device,
                           .program = program,
                           .work = dispatch.work,
                           .pools = dispatch.pools,
                           .space = dispatch.space};
  return TrialRuns(trial, rehearsed, known->second, *workers_, *options_, trial_copies_).agree();
}

// Runs a program on one worker, as two runs of several workers may differ. A program with an observer is interpreted.
Result<DispatchStats> Rehearsal::run_alone(ExecutedProgram program, memory::PageSource& copies, eu::Observer* observer,
                                           const Run& run) {
  program.max_workers = 1;
  program.observer = observer;
  if (observer != nullptr) {
    program.tiers = &interpreter_;
    program.kernel = interpreter_.add(program.kernel->kernel(), program.kernel->bytes(), program.kernel->control());
    program.counted = nullptr;
  }
  return run(program, copies);
}

Result<DispatchStats> Rehearsal::compare(const ComparedPrograms& programs, const Work& work, memory::PageSource& space,
                                         const Run& run) {
  const auto compared = [&](const ExecutedProgram& program) {
    return ComparedRuns::Run{.program = program.kernel->kernel().program(),
                             .run = [&](memory::PageSource& copies, eu::Observer* observer) {
                               return run_alone(program, copies, observer, run);
                             }};
  };
  Result<DispatchStats> done =
      gpu::compare({.visa = compared(programs.visa),
                    .machine_code = compared(programs.machine_code),
                    .find_group = [&](std::uint64_t index) { return work.payload->id(index); },
                    .ignored = {.first = work.bases.general + work.scratch_base,
                                .bytes = work.scratch_base == 0 ? 0 : work.scratch_bytes() * device_->total_threads()},
                    .locate = !programs.kernel.is_reported},
                   space, compared_copies_);
  compared_copies_.end();
  memory::View& view = workers_->attach(space);
  if (!done) return done;
  done->is_visa = true;
  if (done->difference) describe(*done->difference, programs.kernel, work, view);
  return done;
}

// Adds the kernel's code and the texts of instructions to a difference.
void Rehearsal::describe(Difference& difference, SubstituteKernel& visa, const Work& work, memory::View& view) const {
  const isa::Gen& gen = *device_->gen;
  difference.code = read_kernel(gen, work.kernel_address(), view);
  if (difference.visa_write)
    difference.visa_write->site.assembly = visa.substitute->text(difference.visa_write->site.instruction);
  if (difference.machine_write) {
    difference.machine_write->site.assembly =
        instruction_text(gen, work.kernel_address() + difference.machine_write->site.instruction, view);
  }
  difference.is_repeated = std::exchange(visa.is_reported, true);
}

}  // namespace eugene::gpu
