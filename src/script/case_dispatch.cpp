#include "script/case_dispatch.h"

#include <algorithm>

#include "gpu/media/gpgpu_work.h"
#include "script/case_profile.h"

namespace eugene::script {
namespace {

// Returns the number of channels of the widest instruction.
unsigned count_channels(const isa::Program& program) {
  unsigned channels = 8;
  for (const isa::Instruction& each : program.instructions)
    channels = std::max<unsigned>(channels, each.channel_offset + each.exec_size);
  return std::min(channels, isa::kMaxChannels);
}

}  // namespace

CaseDispatch::CaseDispatch(const Case& one, const CaseProgram& program, CaseDevice& device,
                           const std::vector<gpu::ObserverSource*>& sources)
    : work_{.slm_bytes = one.local_bytes} {
  gpu::set_groups(
      work_,
      {.simd = count_channels(program.kernel.program()), .threads = {one.threads, 1, 1}, .end = {one.groups, 1, 1}},
      {});
  for (gpu::ObserverSource* each : sources) {
    auto dispatch = each->dispatch_begins({.device = profiled_device(*program.kernel.program().gen),
                                           .work = work_,
                                           .pools = pools_,
                                           .kernel = program.kernel,
                                           .code = {},
                                           .groups = one.groups,
                                           .space = device.space()});
    if (dispatch == nullptr) continue;
    observers_.push_back(dispatch->worker_begins());
    dispatches_.push_back(std::move(dispatch));
  }
}

CaseDispatch::~CaseDispatch() {
  observers_.clear();
  for (const auto& each : dispatches_) each->dispatch_ends(work_.groups * work_.threads);
}

void CaseDispatch::group_begins(unsigned group, const CaseResult& result) {
  before_.resize(group);
  before_.push_back(result);
}

}  // namespace eugene::script
