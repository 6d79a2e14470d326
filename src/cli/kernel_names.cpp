#include "kernel_names.h"

#include <utility>

#include "binary/source_text.h"
#include "i915/channel_names.h"

namespace eugene::cli {
namespace {

constexpr binary::ProgramFiles kFiles{
    .binary = i915::kProgramPrefix, .source = i915::kSourcePrefix, .shift = i915::kShiftPrefix};

}  // namespace

KernelNames::KernelNames(RunDirectory directory)
    : directory_(std::move(directory)),
      kernels_(std::make_unique<binary::ProgramBinaries>(directory_.path(), kFiles)) {}

Result<KernelNames> KernelNames::create() {
  Result<RunDirectory> directory = RunDirectory::create_empty();
  if (!directory) return forward_error(std::move(directory));
  return KernelNames(std::move(*directory));
}

void KernelNames::add_to(Variables& set) const {
  add_layer(set, "libeugene_names.so");
  set.emplace_back(i915::kDirectoryVariable, directory_.path().string());
}

serve::KernelNames KernelNames::functions() const {
  return {.find_name = [this](std::span<const std::byte> code) { return kernels_->name(code); },
          .complete = [this](gpu::Report& report) { complete(report); }};
}

void KernelNames::complete(gpu::Report& report) const {
  if (!report.kernel) return;
  const binary::KernelOrigin origin = kernels_->origin(report.kernel->code);
  report.kernel->kernel = origin.name;
  binary::add_source(report.kernel->site, origin.lines);
}

void KernelNames::complete(std::vector<profile::KernelCounts>& kernels) const {
  for (profile::KernelCounts& each : kernels) {
    binary::KernelOrigin origin = kernels_->origin(each.code);
    each.name = std::move(origin.name);
    each.lines = std::move(origin.lines);
    each.surfaces = binary::surface_names(origin.arguments);
  }
}

}  // namespace eugene::cli
