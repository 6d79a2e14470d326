#include "binary/kernel_origin.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "binary/debug_data.h"
#include "binary/device_binary.h"
#include "binary/file.h"
#include "binary/source_name.h"

namespace eugene::binary {

namespace {

// Calls `visit` for each kernel with this code, with the suffix of the binary's file name, until `visit` returns true.
template <class Visit>
void visit_kernels(const std::filesystem::path& directory, const ProgramFiles& files, std::span<const std::byte> code,
                   Visit visit) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string file_name = entry.path().filename().string();
    if (!file_name.starts_with(files.binary)) continue;
    const auto file = read_file(entry.path().string());
    if (!file) continue;
    const auto binaries = load_device_binaries(*file);
    if (!binaries) continue;
    for (const DeviceKernel* kernel : find_kernels(*binaries, code)) {
      if (visit(*kernel, file_name.substr(files.binary.size()))) return;
    }
  }
}

unsigned number_in(const std::string& file) {
  unsigned number = 0;
  if (const auto read = read_file(file)) {
    const auto* const begin = reinterpret_cast<const char*>(read->data());
    std::from_chars(begin, begin + read->size(), number);
  }
  return number;
}

}  // namespace

std::string find_kernel_name(const std::filesystem::path& directory, const ProgramFiles& files,
                             std::span<const std::byte> code) {
  std::string name;
  visit_kernels(directory, files, code, [&](const DeviceKernel& kernel, const std::string&) {
    name = kernel.name;
    return true;
  });
  return name;
}

std::string KernelNames::find(const std::filesystem::path& directory, const ProgramFiles& files,
                              std::span<const std::byte> code) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string file_name = entry.path().filename().string();
    if (!file_name.starts_with(files.binary) || read_.contains(file_name)) continue;
    const auto file = read_file(entry.path().string());
    if (!file) continue;
    auto binaries = load_device_binaries(*file);
    if (!binaries) continue;  // the file may not be complete yet
    for (DeviceBinary& binary : *binaries) {
      binary.visa.clear();
      for (DeviceKernel& kernel : binary.kernels) kernel.debug = {};
    }
    read_.emplace(file_name, std::move(*binaries));
  }
  for (const auto& [file_name, binaries] : read_) {
    if (const DeviceKernel* kernel = find_kernel(binaries, code); kernel != nullptr) return kernel->name;
  }
  return {};
}

std::map<unsigned, std::string> surface_names(const std::vector<Argument>& arguments) {
  std::map<unsigned, std::string> names;
  for (std::size_t number = 0; number < arguments.size(); ++number) {
    const Argument& each = arguments[number];
    if (each.binding) names.emplace(*each.binding, each.name.empty() ? fmt::format("argument {}", number) : each.name);
  }
  return names;
}

KernelOrigin find_kernel_origin(const std::filesystem::path& directory, const ProgramFiles& files,
                                std::span<const std::byte> code, std::string_view name) {
  KernelOrigin origin;
  visit_kernels(directory, files, code, [&](const DeviceKernel& kernel, const std::string& program) {
    if (!name.empty() && kernel.name != name) return false;
    if (!origin.name.empty() && kernel.debug.empty()) return false;
    origin = {.name = kernel.name, .lines = read_source_lines(kernel.debug), .arguments = kernel.arguments};
    if (origin.lines.empty()) return false;
    lower_numbers(origin.lines, number_in(directory / (std::string(files.shift) + program)));
    const auto text = read_file(directory / (std::string(files.source) + program));
    if (text) origin.lines.given_text.assign(reinterpret_cast<const char*>(text->data()), text->size());
    return true;
  });
  return origin;
}

std::vector<DeviceKernel> find_device_kernels(const std::filesystem::path& directory, const ProgramFiles& files,
                                              std::span<const std::byte> code) {
  std::vector<DeviceKernel> found;
  visit_kernels(directory, files, code, [&](const DeviceKernel& kernel, const std::string&) {
    const bool is_new = std::ranges::none_of(found, [&](const DeviceKernel& each) { return each.name == kernel.name; });
    if (is_new) found.push_back(kernel);
    return false;
  });
  return found;
}

std::optional<CompiledCode> find_compiled_code(const std::filesystem::path& directory, const ProgramFiles& files,
                                               std::span<const std::byte> code) {
  std::optional<CompiledCode> found;
  visit_kernels(directory, files, code, [&](const DeviceKernel& kernel, const std::string&) {
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
