#include "debug/dap/frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/number.h"
#include "debug/read_json.h"

namespace eugene::debug::dap {
namespace {

// Returns the length of the content, from the header. The header ends with an empty line.
std::optional<std::size_t> length_in(std::string_view header) {
  constexpr std::string_view kName = "Content-Length:";
  for (std::size_t begin = 0; begin < header.size();) {
    const std::size_t end = std::min(header.find("\r\n", begin), header.size());
    std::string_view line = header.substr(begin, end - begin);
    begin = end + 2;
    if (!line.starts_with(kName)) continue;
    line.remove_prefix(std::min(line.find_first_not_of(' ', kName.size()), line.size()));
    return parse_number<std::size_t>(line);
  }
  return std::nullopt;
}

}  // namespace

std::string framed(const nlohmann::json& message) {
  const std::string text = message.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return fmt::format("Content-Length: {}\r\n\r\n{}", text.size(), text);
}

std::optional<nlohmann::json> Frames::next() {
  constexpr std::size_t kMaxHeader = 4096;
  const std::size_t end = received_.find("\r\n\r\n");
  if (end == std::string::npos) {
    is_broken_ = is_broken_ || received_.size() > kMaxHeader;
    return std::nullopt;
  }
  const auto length = length_in(std::string_view(received_).substr(0, end));
  is_broken_ = is_broken_ || !length || *length > kMaxBytes;
  if (is_broken_) return std::nullopt;
  const std::size_t begin = end + 4;
  if (received_.size() - begin < *length) return std::nullopt;
  auto message = read_json(std::string_view(received_).substr(begin, *length));
  received_.erase(0, begin + *length);
  is_broken_ = message.is_discarded();
  if (is_broken_) return std::nullopt;
  return message;
}

}  // namespace eugene::debug::dap
