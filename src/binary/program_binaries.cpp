#include "binary/program_binaries.h"

#include <algorithm>
#include <cstring>
#include <system_error>
#include <utility>

#include "base/number.h"
#include "base/whole_file.h"
#include "binary/debug_data.h"
#include "binary/source_name.h"

namespace eugene::binary {
namespace {

std::string text_in(const std::filesystem::path& file) {
  const auto bytes = read_whole_file(file.string());
  return bytes ? std::string(reinterpret_cast<const char*>(bytes->data()), bytes->size()) : std::string();
}

unsigned number_in(const std::filesystem::path& file) {
  const std::string text = text_in(file);
  std::string_view rest = text;
  return take_number<unsigned>(rest).value_or(0);
}

}  // namespace

// Reads the binaries that are new in the directory.
void ProgramBinaries::read_new() {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory_, error)) {
    const std::string file_name = entry.path().filename().string();
    if (!file_name.starts_with(files_.binary) || read_.contains(file_name)) continue;
    const auto file = read_whole_file(entry.path().string());
    if (!file) continue;
    auto binaries = load_device_binaries(*file);
    if (!binaries) continue;  // it may not be complete yet
    for (DeviceBinary& binary : *binaries) {
      binary.visa.clear();
      for (DeviceKernel& kernel : binary.kernels) kernel.debug = {};
    }
    read_.emplace(file_name, std::move(*binaries));
  }
}

// Calls `visit` with each kernel of that code, and the suffix of its binary's name, until `visit` returns true. Reads
// the binary again, for what was left out of `read_`.
template <class Visit>
void ProgramBinaries::visit_kernels(std::span<const std::byte> code, Visit visit) {
  read_new();
  for (const auto& [file_name, known] : read_) {
    if (find_kernel(known, code) == nullptr) continue;
    const auto file = read_whole_file((directory_ / file_name).string());
    if (!file) continue;
    const auto binaries = load_device_binaries(*file);
    if (!binaries) continue;
    for (const DeviceKernel* kernel : binary::find_kernels(*binaries, code)) {
      if (visit(*kernel, file_name.substr(files_.binary.size()))) return;
    }
  }
}

std::string ProgramBinaries::name(std::span<const std::byte> code) {
  const std::scoped_lock lock(mutex_);
  if (const Known* known = known_.find(code); known != nullptr && !known->name.empty()) return known->name;
  read_new();
  for (const auto& [file_name, binaries] : read_) {
    const DeviceKernel* kernel = find_kernel(binaries, code);
    if (kernel != nullptr) return known_[code].name = kernel->name;
  }
  return {};  // the name may become known later
}

KernelOrigin ProgramBinaries::origin(std::span<const std::byte> code, std::string_view name) {
  const std::scoped_lock lock(mutex_);
  KernelOrigin origin;
  visit_kernels(code, [&](const DeviceKernel& kernel, const std::string& program) {
    if (!name.empty() && kernel.name != name) return false;
    if (!origin.name.empty() && kernel.debug.empty()) return false;
    origin = {.name = kernel.name, .lines = read_source_lines(kernel.debug), .arguments = kernel.arguments};
    if (origin.lines.empty()) return false;
    lower_numbers(origin.lines, number_in(directory_ / (std::string(files_.shift) + program)));
    std::string text = text_in(directory_ / (std::string(files_.source) + program));
    if (!text.empty()) origin.lines.given_text = std::move(text);
    return true;
  });
  return origin;
}

SharedKernels ProgramBinaries::find_kernels(std::span<const std::byte> code) {
  const std::scoped_lock lock(mutex_);
  SharedKernels found;
  visit_kernels(code, [&](const DeviceKernel& kernel, const std::string&) {
    const bool is_new = std::ranges::none_of(found, [&](const auto& each) { return each->name == kernel.name; });
    if (is_new) found.push_back(std::make_shared<const DeviceKernel>(kernel));
    return false;
  });
  return known_[code].kernels = std::move(found);
}

SharedKernels ProgramBinaries::known_kernels(std::span<const std::byte> code) {
  const std::scoped_lock lock(mutex_);
  const Known* known = known_.find(code);
  return known == nullptr ? SharedKernels() : known->kernels;
}

std::optional<CompiledCode> ProgramBinaries::compiled(std::span<const std::byte> code) {
  const std::scoped_lock lock(mutex_);
  std::optional<CompiledCode> found;
  visit_kernels(code, [&](const DeviceKernel& kernel, const std::string&) {
    if (kernel.relocations.empty()) return true;
    found.emplace();
    found->code.assign(kernel.code.begin(), kernel.code.begin() + std::min(kernel.code.size(), code.size()));
    for (const Relocation& relocation : kernel.relocations) {
      if (relocation.symbol.empty()) continue;
      if (relocation.offset > code.size() || relocation.bytes > code.size() - relocation.offset) continue;
      std::uint64_t value = 0;
      std::memcpy(&value, code.data() + relocation.offset, relocation.bytes);
      found->addresses[relocation.symbol] |= relocation.is_high ? value << 32 : value;
    }
    return true;
  });
  return found;
}

}  // namespace eugene::binary
