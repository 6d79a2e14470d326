#include "health.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>

#include "base/host_cpu.h"
#include "base/own_library.h"
#include "gpu/device.h"
#include "gpu/tiers/cache_directory.h"
#include "gpu/tiers/compiler.h"
#include "opencl_driver.h"
#include "run_directory.h"

namespace eugene::cli {
namespace {

namespace fs = std::filesystem;

// Fills in the versions of installed packages from dpkg, with one call for all of them. Waits at most 5 s, because dpkg
// may hang, for example if its files are on a network. The package names come from the tables, so they need no quoting.
void find_versions(std::vector<Component>& components) {
  std::string command = "timeout -k 1 5 dpkg-query -W -f='${Package} ${Version}\\n'";
  for (const Component& each : components) command += " " + each.package;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> pipe(::popen((command + " 2>/dev/null").c_str(), "r"),
                                                             ::pclose);
  constexpr std::size_t kMaxBytes = 1 << 16;
  std::string text(kMaxBytes, '\0');
  text.resize(pipe == nullptr ? 0 : std::fread(text.data(), 1, text.size(), pipe.get()));
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t blank = std::min(line.find(' '), line.size());
    for (Component& each : components)
      if (!each.path.empty() && each.package == line.substr(0, blank))
        each.version = line.substr(std::min(blank + 1, line.size()));
  }
}

// Returns the names of GPUs. `gpus` is Driver::gpus.
std::vector<std::string> split_gpus(std::string_view gpus) {
  std::vector<std::string> names;
  for (const gpu::Device& device : gpu::kDevices) {
    for (const std::string_view each : {std::string_view(device.gen->name), std::string_view(device.machine->name)})
      if (gpus.find(each) != std::string_view::npos) names.emplace_back(device.name);
  }
  return names;
}

void examine_components(Health& health) {
  const std::vector<fs::path> directories = system_directories();
  const auto add = [&](Component component) -> Component& {
    component.is_found = !component.path.empty();
    return health.components.emplace_back(std::move(component));
  };
  for (const Loader& loader : kLoaders) {
    add({.api = loader.api,
         .name = std::string(loader.library),
         .is_loader = true,
         .path = find_library(directories, loader.library),
         .package = std::string(loader.package)});
  }
  const auto add_driver = [&](const Driver& driver, const FoundDriver& found, std::vector<std::string> gpus) {
    Component& added = add({.api = driver.api,
                            .name = std::string(driver.name),
                            .path = found.path,
                            .package = std::string(found.package),
                            .gpus = std::move(gpus)});
    const auto naming = naming_file(driver, found.library);
    if (added.path.empty()) return;
    if (naming && naming->empty()) {
      added.is_found = false;
      added.remark = "no file tells the loader its name, so programs do not find it: install the package again";
    } else if (!driver.enabled_by.empty() && !find_opencl_platform(gpu::kUsersDevice).is_rusticl) {
      added.remark = fmt::format("with --all-platforms and {} in the environment", driver.enabled_by);
    }
  };
  for (const Driver& driver : kDrivers) {
    std::vector<std::string> gpus = split_gpus(driver.gpus);
    const FoundDriver legacy = find_legacy_driver(directories, driver);
    const FoundDriver newest{find_library(directories, driver.library), driver.library, driver.package};
    if (legacy.path.empty()) {
      add_driver(driver, newest, std::move(gpus));
      continue;
    }
    const auto newer = std::ranges::stable_partition(
        gpus, [](const std::string& name) { return has_legacy_driver(*gpu::find_device(name)); });
    add_driver(driver, legacy, {gpus.begin(), newer.begin()});
    if (!newest.path.empty()) add_driver(driver, newest, {newer.begin(), newer.end()});
  }
  find_versions(health.components);
}

// Reports each API that has no loader, or no driver at all. One driver is enough; the first one's package is suggested.
void examine_apis(Health& health) {
  for (std::size_t i = 0; i < kApiNames.size(); ++i) {
    if (is_optional(static_cast<Api>(i))) continue;
    const auto wants = [&](bool is_loader, std::string_view what) {
      const auto is_such = [&](const Component& each) {
        return each.api == static_cast<Api>(i) && each.is_loader == is_loader;
      };
      const auto is_there = [&](const Component& each) { return is_such(each) && each.is_found; };
      if (std::ranges::any_of(health.components, is_there)) return;
      const auto first = std::ranges::find_if(health.components, is_such);
      health.missing.push_back(fmt::format("{}: there is no {}", kApiNames[i], what));
      if (std::ranges::find(health.packages, first->package) == health.packages.end())
        health.packages.push_back(first->package);
    };
    wants(true, "loader");
    wants(false, "driver");
  }
}

void examine_libraries(Health& health) {
  for (const char* each : {"libeugene_i915.so", "libeugene_gpu.so", "libeugene_gpu_watched.so", "libeugene_names.so",
                           "libeugene_tools.so"})
    if (const auto found = own_library(each); !found)
      health.missing.push_back(fmt::format("Eugene: {} ({})", found.error().message, found.error().hint));
  const auto trouble = gpu::Compiler::trouble();
  health.can_compile = !trouble;
  if (!gpu::Compiler::exists() || !trouble) return;
  health.missing.push_back("Eugene: kernels cannot be compiled: " + trouble->what);
  if (!trouble->package.empty()) health.packages.push_back(trouble->package);
}

// Returns why new files cannot be made in `path`, or in the nearest directory above it that exists.
std::string trouble_with(fs::path path) {
  std::error_code error;
  const auto is_there = [&] { return fs::symlink_status(path, error).type() != fs::file_type::not_found; };
  while (!is_there() && path.has_relative_path()) path = path.parent_path();
  if (!fs::is_directory(path, error))
    return error ? error.message() : fmt::format("{} is not a directory", path.string());
  if (::access(path.c_str(), W_OK | X_OK) == 0) return {};
  return std::error_code(errno, std::generic_category()).message();
}

void examine_places(Health& health) {
  const char* home = std::getenv("HOME");
  const std::string own = home == nullptr ? "" : home;
  health.places.push_back({"home", own, own.empty() ? "HOME is not set" : trouble_with(own)});

  const char* setting = std::getenv("EUGENE_CACHE");
  const fs::path cache = gpu::cache_directory(setting == nullptr ? "" : setting);
  health.places.push_back(
      {"compiled kernels", cache.string(), cache.empty() ? "no directory for them" : trouble_with(cache)});

  const Result<RunDirectory> temporary = RunDirectory::create_empty();
  WritablePlace place{"temporary files", temporary ? temporary->path().parent_path().string() : "", ""};
  if (!temporary) {
    place.trouble = temporary.error().message;
    health.missing.push_back("a directory for temporary files: " + place.trouble);
  }
  health.places.push_back(std::move(place));
}

}  // namespace

Health examine() {
  Health health;
  examine_components(health);
  examine_apis(health);
  examine_libraries(health);
  examine_places(health);
  std::error_code error;
  health.has_dri = fs::exists("/dev/dri", error);
  health.host_cpu = "x86-64";
  for (const HostCpu& each : kHostCpus)
    if (!each.features.empty() && each.is_here()) health.host_cpu = each.name;
  return health;
}

std::string drivers_for(const Health& health, Api api, std::string_view gpu) {
  std::string names;
  for (const Component& each : health.components) {
    if (each.api != api || each.is_loader || !each.is_found) continue;
    if (std::ranges::find(each.gpus, gpu) == each.gpus.end()) continue;
    names += (names.empty() ? "" : ", ") + each.name;
  }
  return names;
}

}  // namespace eugene::cli
