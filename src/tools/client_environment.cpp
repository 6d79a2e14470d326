#include "client_environment.h"

#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "opencl_driver.h"

namespace eugene::tools {
namespace {

// The OpenCL layer, which lies beside the command or where it is installed; empty if it is nowhere.
std::filesystem::path find_layer() {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) return {};
  for (const char* place : {"libeugene_opencl.so", "../lib/eugene/libeugene_opencl.so"}) {
    const std::filesystem::path candidate = self.parent_path() / place;
    if (std::filesystem::exists(candidate, error)) return candidate;
  }
  return {};
}

std::string quoted(const std::string& text) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  std::string result = "'";
  for (const char character : text) {
    if (character == '\'') {
      result += "'\\''";
    } else {
      result += character;
    }
  }
  return result + "'";
}

}  // namespace

Variables client_environment(const gpu::Device& device, std::uint16_t port, const serve::ChannelHost* channel,
                             bool all_platforms) {
  Variables set{
      {"NEOReadDebugKeys", "1"},
      {"SetCommandStreamReceiver", "2"},  // the simulator interface
      {"ProductFamilyOverride", std::string(device.name)},
      {"HardwareInfoOverride", fmt::format("{}x{}x{}", device.slices, device.subslices, device.eus)},
      {"ForceDeviceId", std::string(device.pci_id)},
      {"OverrideDeviceName", std::string(device.product)},
      {"TbxServer", "127.0.0.1"},
      {"TbxPort", std::to_string(port)},
      {"EnableDeviceBasedTimestamps", "1"},  // times in GPU ticks, of which the layer makes host times
  };
  if (!device.revision.empty()) set.emplace_back("OverrideRevision", device.revision);
  const std::filesystem::path layer = find_layer();
  if (channel != nullptr && !layer.empty()) {
    const char* others = std::getenv("OPENCL_LAYERS");
    set.emplace_back("OPENCL_LAYERS", others == nullptr ? layer.string() : layer.string() + ":" + others);
    set.emplace_back(serve::kChannelVariable, channel->directory().string());
  }
  if (!all_platforms) set.emplace_back("OCL_ICD_VENDORS", kIntelIcd);
  return set;
}

std::string shell_words(const Variables& variables) {
  std::string result;
  for (const auto& [name, value] : variables) result += fmt::format(" {}={}", name, quoted(value));
  return result;
}

}  // namespace eugene::tools
