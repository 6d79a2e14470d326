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

}  // namespace

KernelDirectory::KernelDirectory(std::filesystem::path directory)
    : directory_(std::move(directory)), binaries_(directory_, kFiles) {}

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
