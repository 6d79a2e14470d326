#include "debug/gdb/packets.h"

#include <fmt/format.h>

#include "base/number.h"

namespace eugene::debug::gdb {
namespace {

constexpr char kEscape = '}';
constexpr unsigned kEscaped = 0x20;

unsigned compute_checksum(std::string_view text) {
  unsigned sum = 0;
  for (const char each : text) sum += static_cast<unsigned char>(each);
  return sum & 0xFFU;
}

bool is_special(char c) { return c == '$' || c == '#' || c == '*' || c == kEscape; }

}  // namespace

std::string packet(std::string_view text) {
  std::string escaped;
  for (const char each : text) {
    if (is_special(each)) escaped += kEscape;
    escaped += is_special(each) ? static_cast<char>(static_cast<unsigned>(each) ^ kEscaped) : each;
  }
  return fmt::format("${}#{:02x}", escaped, compute_checksum(escaped));
}

std::optional<std::string> Packets::next(unsigned& refused) {
  while (true) {
    const std::size_t begin = received_.find_first_of("$\x03");
    if (begin == std::string::npos) {
      received_.clear();  // acknowledgements
      return std::nullopt;
    }
    received_.erase(0, begin);
    if (received_[0] == kInterrupt[0]) {
      received_.erase(0, 1);
      return std::string(kInterrupt);
    }
    const std::size_t end = received_.find('#');
    if (end == std::string::npos || received_.size() < end + 3) return std::nullopt;
    const std::string_view body = std::string_view(received_).substr(1, end - 1);
    const bool is_right =
        parse_number<unsigned>(std::string_view(received_).substr(end + 1, 2), 16) == compute_checksum(body);
    std::string text;
    for (std::size_t i = 0; i != body.size(); ++i) {
      const bool escapes = body[i] == kEscape && i + 1 != body.size();
      text += escapes ? static_cast<char>(static_cast<unsigned>(body[++i]) ^ kEscaped) : body[i];
    }
    received_.erase(0, end + 3);
    if (is_right) return text;
    ++refused;
  }
}

}  // namespace eugene::debug::gdb
