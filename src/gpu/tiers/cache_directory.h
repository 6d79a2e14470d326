// The directory that keeps compiled kernels between runs.
#pragma once

#include <filesystem>
#include <string_view>

namespace eugene::gpu {

// Returns `setting` (EUGENE_CACHE) if it is a directory's name, and an empty path, which means no cache, if it is
// "off". Otherwise returns eugene in XDG_CACHE_HOME or in ~/.cache (XDG Base Directory Specification), or an empty path
// if neither is set.
std::filesystem::path cache_directory(std::string_view setting);

}  // namespace eugene::gpu
