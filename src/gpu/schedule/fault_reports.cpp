#include "gpu/schedule/fault_reports.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/instruction_text.h"
#include "gpu/tiers/kernel_bytes.h"

namespace eugene::gpu {

// Adds the kernel's code, the text of the faulting instruction, and a hint.
void FaultReports::explain(KernelFault& fault, const Substitute* substitute, memory::View& view) const {
  const isa::Gen& gen = *device_->gen;
  fault.code = read_kernel(gen, fault.kernel_address, view);
  if (fault.hint.empty()) {
    fault.hint = fmt::format("to see the whole kernel, run again with --save-kernels DIR, then: eugene dis DIR/{}",
                             kernel_file_name(fault.code));
  }
  const std::uint32_t ip = fault.site.instruction;
  fault.site.assembly =
      substitute != nullptr ? substitute->text(ip) : instruction_text(gen, fault.kernel_address + ip, view);
}

void FaultReports::add(SuspendedJob& ended, memory::View& view, DispatchStats& stats) {
  const ExecutedProgram& program = ended.job.program;
  if (ended.result.fault) explain(stats.fault.emplace(std::move(ended.result.fault->fault)), program.substitute, view);
  for (auto& [ip, each] : ended.result.recovered) {
    std::vector<std::uint32_t>& known = reported_[program.kernel];
    if (std::ranges::find(known, ip) != known.end()) continue;
    known.push_back(ip);
    explain(stats.recovered.emplace_back(std::move(each.fault)), program.substitute, view);
  }
}

}  // namespace eugene::gpu
