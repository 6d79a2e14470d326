#include "client_environment.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string_view>

#include "base/own_library.h"
#include "i915/channel_names.h"
#include "isa/product.h"
#include "opencl_driver.h"

namespace eugene::cli {
namespace {

// The loader calls the layer named last first.
void append_layer(std::string& layers, const std::filesystem::path& layer) {
  if (layer.empty()) return;
  if (!layers.empty()) layers += ':';
  layers += layer.string();
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

void add_layer(Variables& set, const std::string& own) {
  const auto named = std::ranges::find(set, "OPENCL_LAYERS", &Variables::value_type::first);
  std::string layers;
  append_layer(layers, find_own_library(own));
  if (layers.empty()) return;
  if (named == set.end()) {
    if (const char* others = std::getenv("OPENCL_LAYERS"); others != nullptr) append_layer(layers, others);
    set.emplace_back("OPENCL_LAYERS", layers);
  } else {
    append_layer(layers, named->second);
    named->second = layers;
  }
}

// Disables PyOpenCL's cache too: it would give the driver binaries of earlier runs, which may have no lines.
void add_lines(Variables& set) {
  set.emplace_back(i915::kLinesVariable, "1");
  set.emplace_back("PYOPENCL_NO_CACHE", "1");
}

void add_recorder(Variables& set, const std::string& directory) {
  if (directory.empty()) return;
  add_layer(set, kRecorderLayer);
  set.emplace_back("EUGENE_RECORD", directory);
}

// Returns the name that Intel's OpenCL driver has for a machine's product family.
std::string_view product_name(const isa::Machine& machine) {
  const isa::Product* product = isa::find_product(machine);
  return product == nullptr ? machine.name : product->name;
}

Variables client_environment(const gpu::Device& device, std::uint16_t port, bool all_platforms,
                             const std::string& record) {
  Variables set{
      {"NEOReadDebugKeys", "1"},
      {"SetCommandStreamReceiver", "2"},  // the simulator interface
      {"ProductFamilyOverride", std::string(product_name(*device.machine))},
      {"HardwareInfoOverride", fmt::format("{}x{}x{}", device.slices, device.subslices, device.eus)},
      {"ForceDeviceId", fmt::format("{:04x}", device.pci_device)},
      {"TbxServer", "127.0.0.1"},
      {"TbxPort", std::to_string(port)},
  };
  if (!device.revision.empty()) set.emplace_back("OverrideRevision", device.revision);
  add_recorder(set, record);
  if (!all_platforms) set.emplace_back("OCL_ICD_VENDORS", intel_icd(device));
  return set;
}

std::string shell_words(const Variables& variables) {
  std::string result;
  for (const auto& [name, value] : variables) result += fmt::format(" {}={}", name, quoted(value));
  return result;
}

}  // namespace eugene::cli
