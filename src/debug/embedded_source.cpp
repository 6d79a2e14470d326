#include "debug/embedded_source.h"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace eugene::debug {
namespace {

std::string_view without_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  return last == std::string_view::npos ? std::string_view() : text.substr(0, last + 1);
}

// Lines of `whole` before the one in which `part` begins.
std::optional<std::int64_t> lines_before_part(std::string_view whole, std::string_view part) {
  part = without_end(part);
  const std::size_t at = part.empty() ? std::string_view::npos : whole.find(part);
  if (at == std::string_view::npos) return std::nullopt;
  return std::ranges::count(whole.substr(0, at), '\n');
}

}  // namespace

std::optional<std::int64_t> lines_before(std::string_view file, std::string_view source) {
  if (const auto before = lines_before_part(file, source)) return before;
  const auto behind = lines_before_part(source, file);
  return behind ? std::optional(-*behind) : std::nullopt;
}

std::optional<std::int64_t> lines_before_in(const std::string& path, std::string_view source) {
  if (source.empty()) return std::nullopt;
  std::ifstream stream(path, std::ios::binary);
  if (!stream) return std::nullopt;
  const std::string file{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
  return lines_before(file, source);
}

}  // namespace eugene::debug
