#include "load/kernel_origin.h"

#include "load/debug_data.h"
#include "load/device_binary.h"
#include "load/file.h"

namespace eugene::load {

KernelOrigin find_kernel_origin(const std::filesystem::path& directory, const ProgramFiles& files,
                                std::span<const std::byte> code) {
  KernelOrigin origin;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    const std::string file_name = entry.path().filename().string();
    if (!file_name.starts_with(files.binary)) continue;
    const auto file = read_file(entry.path().string());
    if (!file) continue;
    const auto binaries = load_device_binaries(*file);
    if (!binaries) continue;
    const DeviceKernel* kernel = find_kernel(*binaries, code);
    if (kernel == nullptr || (!origin.name.empty() && kernel->debug.empty())) continue;
    origin = {.name = kernel->name, .lines = read_source_lines(kernel->debug)};
    if (origin.lines.empty()) continue;
    const auto text = read_file(directory / (std::string(files.source) + file_name.substr(files.binary.size())));
    if (text) origin.lines.given_text.assign(reinterpret_cast<const char*>(text->data()), text->size());
    break;
  }
  return origin;
}

}  // namespace eugene::load
