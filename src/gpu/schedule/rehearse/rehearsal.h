// Runs a Work several times on private copies of memory, so that the program that owns the memory sees one run: to find
// out whether the Work depends on undefined values (trial_runs.h), and whether a kernel's vISA and its machine code
// give the same results (comparison.h).
#pragma once

#include <functional>
#include <map>
#include <memory>

#include "base/diagnostic.h"
#include "eu/analysis/digest_plan.h"
#include "gpu/device.h"
#include "gpu/schedule/job/executor_options.h"
#include "gpu/schedule/job/job.h"
#include "gpu/schedule/rehearse/private_copies.h"
#include "gpu/schedule/substitute/substitutes.h"
#include "gpu/schedule/workers/workers.h"
#include "gpu/stats.h"
#include "gpu/tiers/tiers.h"
#include "memory/view.h"

namespace eugene::gpu {

// The programs of a kernel that are compared.
struct ComparedPrograms {
  ExecutedProgram machine_code;
  ExecutedProgram visa;
  SubstituteKernel& kernel;  // the kernel's vISA
};

class Rehearsal {
 public:
  // Runs a program on copies of memory.
  using Run = std::function<Result<DispatchStats>(const ExecutedProgram&, memory::PageSource& copies)>;

  // `workers` and `options` must outlive this object.
  Rehearsal(const Device& device, Workers& workers, const ExecutorOptions& options)
      : device_(&device), workers_(&workers), options_(&options) {}

  // Finds out whether `dispatch` depends on undefined values, and ends `trial` with the result.
  void try_out(Trial& trial, const Dispatch& dispatch);
  // Runs both programs of a kernel for `work` by `run`. Applies the changes of the machine code to the memory. Returns
  // the statistics of the machine code, with the difference of the results.
  Result<DispatchStats> compare(const ComparedPrograms& programs, const Work& work, memory::PageSource& space,
                                const Run& run);

 private:
  bool agrees(Trial& trial, const Dispatch& dispatch);
  Result<DispatchStats> run_alone(ExecutedProgram program, memory::PageSource& copies, eu::Observer* observer,
                                  const Run& run);
  void describe(Difference& difference, SubstituteKernel& visa, const Work& work, memory::View& view) const;

  const Device* device_;
  Workers* workers_;
  const ExecutorOptions* options_;
  Tiers interpreter_;              // for compared runs with an observer
  PrivateCopies compared_copies_;  // separate, because a compared run may begin with a trial
  PrivateCopies trial_copies_;
  std::map<std::shared_ptr<TieredKernel>, std::shared_ptr<const eu::DigestPlan>> digest_plans_;  // null: none
};

}  // namespace eugene::gpu
