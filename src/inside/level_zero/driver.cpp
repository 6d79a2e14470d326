#include "driver.h"

#include <dlfcn.h>

#include <array>
#include <cstdlib>

#include "i915/channel_names.h"

namespace eugene::inside::level_zero {
namespace {

// The legacy driver is first: if both are installed, the other one supports only newer GPUs.
constexpr std::array kIntelDrivers{"libze_intel_gpu_legacy1.so.1", "libze_intel_gpu.so.1"};

void* open_driver() {
  const auto open = [](const char* library) { return ::dlopen(library, RTLD_LAZY | RTLD_LOCAL); };
  const char* named = std::getenv(i915::kLevelZeroDriverVariable);
  if (named != nullptr && *named != 0) return open(named);
  for (const char* each : kIntelDrivers) {
    if (void* const opened = open(each)) return opened;
  }
  return nullptr;
}

void* driver() {
  static void* const opened = open_driver();
  return opened;
}

}  // namespace

bool has_driver() { return driver() != nullptr; }

void* driver_symbol(const char* name) { return has_driver() ? ::dlsym(driver(), name) : nullptr; }

}  // namespace eugene::inside::level_zero
