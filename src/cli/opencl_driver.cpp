#include "opencl_driver.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/whole_file.h"
#include "drivers.h"

namespace eugene::cli {
namespace {

constexpr const Driver& kIntel = kDrivers.front();
static_assert(kIntel.selection == Selection::opencl_icd && !kIntel.legacy_library.empty());
constexpr const char* kHint =
    "apt-get install intel-opencl-icd (on Debian 12: tools/setup --intel-opencl) or mesa-opencl-icd";

std::vector<std::filesystem::path> icd_files(const std::filesystem::path& vendors) {
  std::error_code error;
  if (!std::filesystem::is_directory(vendors, error)) return {vendors};
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(vendors, error)) {
    if (entry.path().extension() == ".icd") files.push_back(entry.path());
  }
  return files;
}

// Returns the library that an .icd file names: the file's first line, which may have blanks in it.
std::string read_library(const std::filesystem::path& icd) {
  constexpr std::size_t kMaxBytes = 1 << 20;
  const std::string text = read_regular_file(icd, kMaxBytes).value_or(std::string());
  const std::string line = text.substr(0, text.find('\n'));
  return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

bool is_intel_driver(const std::filesystem::path& library) {
  const std::string name = library.filename().string();
  return name.starts_with(kIntel.library) || name.starts_with(kIntel.legacy_library);
}

}  // namespace

const char* intel_icd(const gpu::Device& device) {
  std::error_code error;
  const bool is_legacy = has_legacy_driver(device) && std::filesystem::exists(kIntelLegacyIcd, error);
  return is_legacy ? kIntelLegacyIcd : kIntelIcd;
}

Result<void> find_intel_driver(const std::filesystem::path& vendors) {
  std::error_code error;
  if (!std::filesystem::exists(vendors, error)) {
    return fail(fmt::format("Intel's OpenCL driver is not installed ({} is missing)", vendors.string()), {}, kHint);
  }
  const bool is_directory = std::filesystem::is_directory(vendors, error);
  if (!is_directory && vendors.extension() != ".icd") return {};
  for (const std::filesystem::path& icd : icd_files(vendors)) {
    const std::filesystem::path library = read_library(icd);
    if (!is_intel_driver(library)) continue;
    // The dynamic loader finds a library by a name without a directory.
    if (!library.is_absolute() || std::filesystem::exists(library, error)) return {};
    return fail(fmt::format("Intel's OpenCL driver is incomplete ({} names {}, which is missing)", icd.string(),
                            library.string()),
                {}, kHint);
  }
  return fail(
      fmt::format("Intel's OpenCL driver is not installed (no file in {} names {})", vendors.string(), kIntel.library),
      {}, kHint);
}

OpenClPlatform find_opencl_platform(const gpu::Device& device) {
  std::error_code error;
  const char* intel = intel_icd(device);
  if (find_intel_driver(intel) || !std::filesystem::exists(kRusticlIcd, error)) return {.icd = intel};
  return {.icd = kRusticlIcd, .is_rusticl = true};
}

}  // namespace eugene::cli
