#include "load/kernel_names.h"

#include "load/device_binary.h"
#include "load/file.h"

namespace eugene::load {

std::string find_kernel_name(const std::filesystem::path& directory, std::string_view prefix,
                             std::span<const std::byte> code) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(directory, error)) {
    if (!entry.path().filename().string().starts_with(prefix)) continue;
    const auto file = read_file(entry.path().string());
    if (!file) continue;
    const auto binaries = load_device_binaries(*file);
    if (!binaries) continue;
    std::string name = kernel_name(*binaries, code);
    if (!name.empty()) return name;
  }
  return {};
}

}  // namespace eugene::load
