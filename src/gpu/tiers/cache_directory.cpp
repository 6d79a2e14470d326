#include "gpu/tiers/cache_directory.h"

#include <cstdlib>

namespace eugene::gpu {

std::filesystem::path cache_directory(std::string_view setting) {
  if (setting == "off") return {};
  if (!setting.empty()) return setting;
  // The specification says that a relative path here is invalid and must be ignored.
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && cache[0] == '/')
    return std::filesystem::path(cache) / "eugene";
  if (const char* home = std::getenv("HOME"); home != nullptr && home[0] == '/')
    return std::filesystem::path(home) / ".cache" / "eugene";
  return {};
}

}  // namespace eugene::gpu
