#include "load/source_name.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace eugene::load {

std::string source_name(const char* path) {
  const std::string name = std::filesystem::path(path).filename().string();
  const bool is_number =
      !name.empty() && std::ranges::all_of(name, [](char digit) { return '0' <= digit && digit <= '9'; });
  std::error_code error;
  return !is_number || std::filesystem::exists(path, error) ? path : "program " + name;
}

}  // namespace eugene::load
