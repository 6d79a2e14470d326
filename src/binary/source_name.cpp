#include "binary/source_name.h"

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>

#include "base/number.h"

namespace eugene::binary {
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

void lower_numbers(SourceLines& lines, unsigned by) {
  if (by == 0) return;
  const auto lower = [&](std::string& name) {
    if (!name.starts_with(kProgram)) return;
    const auto number = parse_number<unsigned>(std::string_view(name).substr(kProgram.size()));
    if (number && *number > by) name = std::string(kProgram) + std::to_string(*number - by);
  };
  std::ranges::for_each(lines.files, lower);
  lower(lines.given_name);
}

}  // namespace eugene::binary
