#include "load/source_name.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

namespace eugene::load {
namespace {

constexpr std::string_view kProgram = "program ";

bool is_number(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char digit) { return '0' <= digit && digit <= '9'; });
}

}  // namespace

std::string source_name(const char* path) {
  const std::string name = std::filesystem::path(path).filename().string();
  std::error_code error;
  return !is_number(name) || std::filesystem::exists(path, error) ? path : std::string(kProgram) + name;
}

bool is_program_name(std::string_view name) {
  return name.starts_with(kProgram) && is_number(name.substr(kProgram.size()));
}

}  // namespace eugene::load
