#include "kernel_directory.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "binary/debug_variables.h"
#include "binary/source_text.h"
#include "i915/channel_names.h"

namespace eugene::inside::process {
namespace {

constexpr binary::ProgramFiles kFiles{
    .binary = i915::kProgramPrefix, .source = i915::kSourcePrefix, .shift = i915::kShiftPrefix};

std::string key(std::span<const std::byte> code) { return {reinterpret_cast<const char*>(code.data()), code.size()}; }

}  // namespace

std::string KernelDirectory::name(std::span<const std::byte> code) {
  std::string key = process::key(code);
  const std::scoped_lock lock(names_mutex_);
  if (const auto known = names_.find(key); known != names_.end()) return known->second;
  std::string name = names_in_binaries_.find(directory_, kFiles, code);
  if (name.empty()) return name;  // the name may become known later
  return names_.emplace(std::move(key), std::move(name)).first->second;
}

binary::KernelOrigin KernelDirectory::origin(std::span<const std::byte> code, const std::string& name) const {
  return binary::find_kernel_origin(directory_, kFiles, code, name);
}

check::DeviceKernels KernelDirectory::kernels(std::span<const std::byte> code, bool again) {
  std::string key = process::key(code);
  const std::scoped_lock lock(kernels_mutex_);
  if (!again) {
    const auto known = kernels_.find(key);
    return known == kernels_.end() ? check::DeviceKernels() : known->second;
  }
  check::DeviceKernels found;
  for (binary::DeviceKernel& each : binary::find_device_kernels(directory_, kFiles, code))
    found.push_back(std::make_shared<const binary::DeviceKernel>(std::move(each)));
  return kernels_[std::move(key)] = std::move(found);
}

std::optional<binary::CompiledCode> KernelDirectory::compiled_code(std::span<const std::byte> code) const {
  return binary::find_compiled_code(directory_, kFiles, code);
}

debug::ProgramText KernelDirectory::program_text(std::span<const std::byte> code) {
  binary::KernelOrigin found = origin(code);
  debug::ProgramText text{.kernel = std::move(found.name), .lines = std::move(found.lines)};
  text.to_text = [texts = std::make_shared<binary::SourceTexts>(), lines = text.lines](const SourceLine& line) {
    return texts->indented(lines, line);
  };
  check::DeviceKernels known = kernels(code, false);
  if (known.empty()) known = kernels(code, true);
  const auto with_data = std::ranges::find_if(known, [](const auto& each) { return !each->debug.empty(); });
  if (with_data != known.end())
    text.read_variables = [kernel = *with_data] { return binary::read_source_variables(*kernel); };
  return text;
}

}  // namespace eugene::inside::process
