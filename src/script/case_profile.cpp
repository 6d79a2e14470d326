#include "script/case_profile.h"

#include <algorithm>
#include <utility>

#include "profile/profile_source.h"
#include "script/visa_listing.h"

namespace eugene::script {
namespace {

profile::DeviceModel device_model_for(const isa::Program& program, const Case& one,
                                      const profile::Parameters& parameters) {
  const gpu::Device& device = profiled_device(*program.gen);
  const auto pools = gpu::ThreadPools::make(device, {});
  auto model = profile::make_device_model(device, pools.value_or(gpu::ThreadPools()), one.threads, one.local_bytes, 0,
                                          profile::has_barrier(program));
  model.parameters = parameters;
  return model;
}

// Returns models for vISA; nothing for machine code, which needs none.
std::optional<std::vector<profile::InstructionModel>> list_models(const CaseProgram& program) {
  if (!program.uses) return std::nullopt;
  return native_models(program);
}

}  // namespace

const gpu::Device& profiled_device(const isa::Gen& gen) {
  const auto* device =
      std::ranges::find_if(gpu::kDevices, [&](const gpu::Device& each) { return each.gen->id == gen.id; });
  return device == gpu::kDevices.end() ? gpu::kDefaultDevice : *device;
}

CaseProfile::CaseProfile(const Case& one, const CaseProgram& program, const std::string& file,
                         const profile::Parameters& parameters)
    : program_(program),
      file_(file),
      record_(profiler_.begin(device_model_for(program.kernel.program(), one, parameters), program.kernel, program.code,
                              one.groups, list_models(program))) {
  recorder_.emplace(*record_);
}

profile::KernelCounts CaseProfile::end(std::uint64_t threads) {
  recorder_.reset();  // adds its counts to the record
  profiler_.end(std::move(record_), threads);
  profile::KernelCounts counts = profiler_.kernels().front();
  counts.name = program_.kernel.program().name;
  counts.lines = program_.source;
  if (program_.uses) list_statements(program_, file_, counts);
  return counts;
}

}  // namespace eugene::script
