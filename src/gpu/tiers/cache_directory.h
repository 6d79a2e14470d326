// Where compiled kernels are kept between runs.
#pragma once

#include <filesystem>
#include <string_view>

namespace eugene::gpu {

// `setting` (EUGENE_CACHE) if it is a directory's name, nowhere if it is "off"; otherwise eugene in XDG_CACHE_HOME or
// in
// ~/.cache (XDG Base Directory Specification). Empty: nowhere.
std::filesystem::path cache_directory(std::string_view setting);

}  // namespace eugene::gpu
