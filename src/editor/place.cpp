#include "editor/place.h"

#include <nlohmann/json.hpp>

namespace eugene::editor {

std::string_view find_line(std::string_view text, std::size_t number) {
  for (; number != 0; --number) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

nlohmann::json make_range(std::size_t line, std::size_t begin, std::size_t end) {
  return {{"start", {{"line", line}, {"character", begin}}}, {"end", {{"line", line}, {"character", end}}}};
}

}  // namespace eugene::editor
