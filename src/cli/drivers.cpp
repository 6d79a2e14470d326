#include "drivers.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <span>

#include "base/own_library.h"
#include "base/whole_file.h"
#include "i915/channel_names.h"
#include "json_text.h"

namespace eugene::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLevelZeroLayer = "libeugene_level_zero.so";
constexpr const char* kLevelZeroDrivers = "ZE_ENABLE_ALT_DRIVERS";
constexpr const char* kNewestLevelZeroDriver = "libze_intel_gpu.so.1";

// Directories of drivers, relative to an installation prefix or to a driver's build directory.
constexpr std::array kPlaces{".",
                             "dri",
                             "intel-opencl",
                             "lib",
                             "lib64",
                             "lib/x86_64-linux-gnu",
                             "lib/dri",
                             "lib/x86_64-linux-gnu/dri",
                             "lib/intel-opencl",
                             "lib/x86_64-linux-gnu/intel-opencl",
                             "bin"};

constexpr std::size_t kMaxNamingBytes = 1 << 20;  // max size of a file that names a driver to a loader

void put(Variables& set, std::string_view name, const std::string& value) {
  std::erase_if(set, [&](const auto& pair) { return pair.first == name; });
  set.emplace_back(name, value);
}

// Puts `directory` in front of the variable's value, in `set` or in this process.
void prepend(Variables& set, std::string_view name, const std::string& directory) {
  std::string value = directory;
  const auto known = std::ranges::find(set, name, &Variables::value_type::first);
  const char* inherited = std::getenv(std::string(name).c_str());
  const std::string before = known != set.end() ? known->second : inherited != nullptr ? inherited : "";
  if ((before + ":").starts_with(directory + ":")) return;
  if (!before.empty()) value += ":" + before;
  put(set, name, value);
}

// Selects a driver of Level Zero. If Eugene's layer is installed, the layer loads the driver.
void use_level_zero_driver(const fs::path& library, Variables& set) {
  const bool has_layer = !find_own_library(kLevelZeroLayer).empty();
  put(set, has_layer ? i915::kLevelZeroDriverVariable : kLevelZeroDrivers, library.string());
}

Result<void> select(const Driver& driver, const fs::path& library, const fs::path& files, Variables& set) {
  const fs::path file =
      files / (std::string(driver.library) + (driver.selection == Selection::opencl_icd ? ".icd" : ".json"));
  switch (driver.selection) {
    case Selection::mesa_directory: prepend(set, "LIBGL_DRIVERS_PATH", library.parent_path().string()); return {};
    case Selection::va_directory: prepend(set, "LIBVA_DRIVERS_PATH", library.parent_path().string()); return {};
    case Selection::level_zero: use_level_zero_driver(library, set); return {};
    case Selection::opencl_icd:
      if (auto written = write_whole_file(file, library.string() + "\n"); !written) return written;
      break;
    case Selection::vulkan_manifest: {
      const nlohmann::json manifest{
          {"file_format_version", "1.0.0"},
          {"ICD", {{"library_path", library.string()}, {"api_version", "1.3.0"}}},
      };
      if (auto written = write_whole_file(file, json_text(manifest)); !written) return written;
      break;
    }
  }
  use_icd(file, set);
  return {};
}

}  // namespace

fs::path find_library(const std::vector<fs::path>& directories, std::string_view library) {
  for (const fs::path& directory : directories) {
    std::error_code error;
    if (fs::is_regular_file(directory / library, error)) return directory / library;
    for (fs::directory_iterator each(directory, error), end; !error && each != end; each.increment(error)) {
      const std::string name = each->path().filename().string();
      if (name.starts_with(std::string(library) + ".") && each->is_regular_file(error)) return each->path();
    }
  }
  return {};
}

bool has_legacy_driver(const gpu::Device& device) {
  return kDrivers.front().legacy_gpus.find(device.gen->name) != std::string_view::npos;
}

FoundDriver find_legacy_driver(const std::vector<fs::path>& directories, const Driver& driver) {
  if (driver.legacy_library.empty()) return {};
  return {find_library(directories, driver.legacy_library), driver.legacy_library, driver.legacy_package};
}

FoundDriver find_driver(const std::vector<fs::path>& directories, const Driver& driver, const gpu::Device& device) {
  if (has_legacy_driver(device)) {
    if (FoundDriver legacy = find_legacy_driver(directories, driver); !legacy.path.empty()) return legacy;
  }
  return {find_library(directories, driver.library), driver.library, driver.package};
}

std::vector<fs::path> system_directories() {
  std::vector<fs::path> directories;
  for (const char* root : {"/usr/lib/x86_64-linux-gnu", "/usr/local/lib", "/usr/lib64", "/usr/lib"}) {
    for (const char* place : {".", "dri", "intel-opencl"})
      directories.push_back((fs::path(root) / place).lexically_normal());
  }
  return directories;
}

std::optional<fs::path> naming_file(const Driver& driver, std::string_view library) {
  constexpr std::array<const char*, 1> kOpenCl{"/etc/OpenCL/vendors"};
  constexpr std::array<const char*, 3> kVulkan{"/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d",
                                               "/usr/local/share/vulkan/icd.d"};
  std::span<const char* const> directories;
  if (driver.selection == Selection::opencl_icd) directories = kOpenCl;
  if (driver.selection == Selection::vulkan_manifest) directories = kVulkan;
  if (directories.empty()) return std::nullopt;
  for (const char* directory : directories) {
    std::error_code error;
    for (fs::directory_iterator each(directory, error), end; !error && each != end; each.increment(error)) {
      const auto text = read_regular_file(each->path(), kMaxNamingBytes);
      if (text && text->find(library) != std::string::npos) return each->path();
    }
  }
  return fs::path();
}

Result<void> use_drivers_in(const fs::path& directory, const gpu::Device& device, const fs::path& files,
                            Variables& set) {
  // LD_LIBRARY_PATH and similar variables are lists. A dollar sign in them begins a name that the loader replaces.
  // Files that name a driver have its path in a line.
  if (directory.string().find_first_of(":;$\n") != std::string::npos)
    return fail(fmt::format("the path {} contains a colon, a semicolon, a dollar sign or a line break, which have "
                            "another meaning to driver loaders",
                            directory.string()),
                {}, "use a directory whose path does not contain them");
  std::vector<fs::path> places;
  for (const char* place : kPlaces) places.push_back((directory / place).lexically_normal());
  std::set<Api> found;
  for (const Driver& driver : kDrivers) {
    const bool takes_one = driver.selection == Selection::opencl_icd || driver.selection == Selection::vulkan_manifest;
    if (takes_one && found.contains(driver.api)) continue;
    const fs::path library = find_driver(places, driver, device).path;
    if (library.empty()) continue;
    if (auto done = select(driver, library, files, set); !done) return done;
    const std::size_t equals = driver.enabled_by.find('=');
    if (equals != std::string_view::npos)
      put(set, driver.enabled_by.substr(0, equals), std::string(driver.enabled_by.substr(equals + 1)));
    // The driver is linked with libraries of the same build.
    if (!found.insert(driver.api).second) continue;
    prepend(set, "LD_LIBRARY_PATH", library.parent_path().string());
    // Mesa's EGL, which contains the drivers since 24.3, is one directory higher.
    const fs::path above = library.parent_path().parent_path();
    std::error_code error;
    if (fs::exists(above / "libEGL_mesa.so.0", error)) prepend(set, "LD_LIBRARY_PATH", above.string());
  }
  if (!found.empty()) return {};
  std::string names;
  std::string_view before;
  for (const Driver& driver : kDrivers) {
    if (driver.library != before) names += fmt::format("{}{}", names.empty() ? "" : ", ", driver.library);
    before = driver.library;
  }
  return fail(
      fmt::format("there is no driver in {}, nor in the directories below it to which `make install` installs one",
                  directory.string()),
      {}, "looked for " + names);
}

void use_icd(const fs::path& icd, Variables& set) {
  if (icd.extension() != ".json") return put(set, "OCL_ICD_VENDORS", icd.string());
  put(set, "VK_DRIVER_FILES", icd.string());
  put(set, "VK_ICD_FILENAMES", icd.string());
}

// Makes Eugene's layer the loader's only driver, by naming it in the variable. The layer then loads the driver that the
// variable has named before, or the newest driver if the legacy driver does not know the GPU.
void add_level_zero_layer(const gpu::Device& device, Variables& set) {
  const fs::path layer = find_own_library(kLevelZeroLayer);
  if (layer.empty()) return;
  const char* named = std::getenv(kLevelZeroDrivers);
  const std::string drivers = named == nullptr ? "" : named;
  if (!drivers.empty())
    set.emplace_back(i915::kLevelZeroDriverVariable, drivers.substr(0, drivers.find(',')));
  else if (!has_legacy_driver(device))
    set.emplace_back(i915::kLevelZeroDriverVariable, kNewestLevelZeroDriver);
  set.emplace_back(kLevelZeroDrivers, layer.string());
}

}  // namespace eugene::cli
