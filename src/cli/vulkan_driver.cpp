#include "vulkan_driver.h"

#include <array>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>

#include "base/whole_file.h"

namespace eugene::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kIcdName = "intel_icd";  // beginning of the file's name; Gen7's driver is intel_hasvk_icd
constexpr std::array<unsigned, 3> kLastKnown{1, 3, 230};  // the version of Vulkan in Mesa 22.3

std::vector<fs::path> split(std::string_view list) {
  std::vector<fs::path> parts;
  while (!list.empty()) {
    const std::string_view part = list.substr(0, list.find(':'));
    if (!part.empty()) parts.emplace_back(part);
    list.remove_prefix(std::min(part.size() + 1, list.size()));
  }
  return parts;
}

// Returns the version of Vulkan in a driver's file; zeros if it has none.
std::array<unsigned, 3> api_version(const fs::path& path) {
  std::array<unsigned, 3> version{};
  constexpr std::size_t kMaxBytes = 1 << 20;
  const auto json = nlohmann::json::parse(read_regular_file(path, kMaxBytes).value_or(std::string()), nullptr,
                                          /*allow_exceptions=*/false);
  const nlohmann::json::json_pointer place("/ICD/api_version");
  if (json.is_discarded() || !json.contains(place) || !json.at(place).is_string()) return version;
  std::istringstream text(json.at(place).get<std::string>());
  char point = 0;
  text >> version[0] >> point >> version[1] >> point >> version[2];
  return version;
}

}  // namespace

std::vector<fs::path> vulkan_driver_files() {
  for (const char* name : {"VK_DRIVER_FILES", "VK_ICD_FILENAMES"})
    if (const char* named = std::getenv(name); named != nullptr && *named != 0) return split(named);
  std::vector<fs::path> files;
  std::error_code error;
  for (const char* directory : {"/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d", "/usr/share/vulkan/icd.d"})
    for (const auto& entry : fs::directory_iterator(directory, error)) files.push_back(entry.path());
  return files;
}

bool has_compute_family(const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    if (!file.filename().string().starts_with(kIcdName)) continue;
    const auto version = api_version(file);
    return version != std::array<unsigned, 3>{} && version <= kLastKnown;
  }
  return false;
}

}  // namespace eugene::cli
