#include "replay_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <memory>

#include "base/whole_file.h"
#include "binary/debug_data.h"
#include "binary/debug_variables.h"
#include "binary/kernel_origin.h"
#include "binary/source_text.h"
#include "profile/profiler.h"

namespace eugene::cli {
namespace {

bool is_identifier(std::string_view text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) == 0 &&
         std::ranges::all_of(text, [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; });
}

}  // namespace

void ReplayNames::read(const binary::AubComment& comment) {
  if (is_identifier(comment.text)) last_ = comment.text;
}

std::string ReplayNames::of(std::span<const std::byte> code, const std::string& fallback) const {
  const binary::DeviceKernel* kernel = binary::find_kernel(binaries_, code);
  return kernel == nullptr ? fallback : kernel->name;
}

SourceLines ReplayNames::find_lines(std::span<const std::byte> code) const {
  const binary::DeviceKernel* kernel = binary::find_kernel(binaries_, code);
  return kernel == nullptr ? SourceLines() : binary::read_source_lines(kernel->debug);
}

accesses::KernelFacts ReplayNames::facts(std::span<const std::byte> code) const {
  accesses::KernelFacts facts{.name = of(code, last_), .lines = find_lines(code), .surfaces = {}};
  if (const binary::DeviceKernel* kernel = binary::find_kernel(binaries_, code); kernel != nullptr)
    facts.surfaces = binary::surface_names(kernel->arguments);
  return facts;
}

std::vector<profile::KernelCounts> ReplayNames::profiled(const profile::Profiler& profiler) const {
  std::vector<profile::KernelCounts> kernels = profiler.kernels();
  for (profile::KernelCounts& each : kernels) {
    accesses::KernelFacts known = facts(each.code);
    each.name = std::move(known.name);
    each.lines = std::move(known.lines);
    each.surfaces = std::move(known.surfaces);
  }
  return kernels;
}

void ReplayNames::print(gpu::Report&& report) const {
  if (report.kernel) {
    report.kernel->kernel = of(report.kernel->code, last_);
    binary::add_source(report.kernel->site, find_lines(report.kernel->code));
  }
  fmt::print(stderr, "{}", gpu::format(report));
}

debug::ProgramText ReplayNames::program_text(std::span<const std::byte> code) const {
  debug::ProgramText text{.kernel = of(code, last_.empty() ? "unnamed" : last_), .lines = find_lines(code)};
  text.to_text = [texts = std::make_shared<binary::SourceTexts>(), lines = text.lines](const SourceLine& line) {
    return texts->indented(lines, line);
  };
  const binary::DeviceKernel* kernel = binary::find_kernel(binaries_, code);
  if (kernel != nullptr) text.read_variables = [kernel] { return binary::read_source_variables(*kernel); };
  return text;
}

// Reads the kernels of the user's device binary; none if `file` is empty.
Result<std::vector<binary::DeviceBinary>> read_binaries(const std::string& file) {
  if (file.empty()) return {};
  const auto content = read_whole_file(file);
  auto binaries = content ? binary::load_device_binaries(*content) : forward_error(content);
  if (!binaries) binaries.error().message = fmt::format("{}: {}", file, binaries.error().message);
  return binaries;
}

}  // namespace eugene::cli
