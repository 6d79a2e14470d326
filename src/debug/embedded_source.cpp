#include "debug/embedded_source.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>

#include "base/whole_file.h"

namespace eugene::debug {
namespace {

std::string_view without_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

// Returns the number of lines in `whole` before the line in which `part` begins.
std::optional<std::int64_t> lines_before_part(std::string_view whole, std::string_view part) {
  part = without_end(part);
  const std::size_t at = part.empty() ? std::string_view::npos : whole.find(part);
  if (at == std::string_view::npos) return std::nullopt;
  return std::ranges::count(whole.substr(0, at), '\n');
}

bool is_of_kernels(const std::string& path) {
  constexpr std::array<std::string_view, 4> kEndings{".cl", ".clh", ".ocl", ".clcpp"};
  return std::ranges::any_of(kEndings, [&](std::string_view each) { return path.ends_with(each); });
}

// Whether more than half of the file's nonempty lines are at the same place in `source`.
bool resembles(std::string_view file, std::string_view source) {
  std::size_t same = 0, all = 0;
  while (!file.empty()) {
    const std::size_t end = std::min(file.find('\n'), file.size()),
                      end_there = std::min(source.find('\n'), source.size());
    const std::string_view line = without_end(file.substr(0, end));
    if (!line.empty()) {
      ++all;
      same += line == without_end(source.substr(0, end_there)) ? 1 : 0;
    }
    file.remove_prefix(std::min(end + 1, file.size()));
    source.remove_prefix(std::min(end_there + 1, source.size()));
  }
  return 2 * same > all;
}

}  // namespace

std::optional<std::int64_t> lines_before(std::string_view file, std::string_view source) {
  if (const auto before = lines_before_part(file, source)) return before;
  const auto behind = lines_before_part(source, file);
  return behind ? std::optional(-*behind) : std::nullopt;
}

std::optional<std::int64_t> lines_before_in(const std::string& path, std::string_view source) {
  const auto file = source.empty() ? std::nullopt : read_regular_file(path);
  return file ? lines_before(*file, source) : std::nullopt;
}

std::optional<std::int64_t> lines_before_like(const std::string& path, std::string_view source) {
  const auto file = read_regular_file(path);
  if (!file) return std::nullopt;
  const auto before = source.empty() ? std::nullopt : lines_before(*file, source);
  if (before || !is_of_kernels(path)) return before;
  return source.empty() || resembles(*file, source) ? std::optional<std::int64_t>(0) : std::nullopt;
}

bool is_file(const std::string& file, const std::string& name) {
  const std::filesystem::path whole = std::filesystem::path(file).lexically_normal();
  const std::filesystem::path wanted = std::filesystem::path(name).lexically_normal();
  const std::string& text = whole.native();
  if (text.ends_with(wanted.native())) {
    const std::size_t before = text.size() - wanted.native().size();
    return before == 0 || text[before - 1] == '/';
  }
  std::error_code error;
  return std::filesystem::equivalent(whole, wanted, error);
}

}  // namespace eugene::debug
