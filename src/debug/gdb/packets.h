// Packets of gdb's remote protocol: $TEXT#SUM, each acknowledged until both sides agree not to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug::gdb {

std::string packet(std::string_view text);
std::string hex_of(std::string_view text);
// Nothing: these are no digits of bytes.
std::optional<std::string> text_of_hex(std::string_view hex);
std::optional<std::uint64_t> number_of_hex(std::string_view hex);

class Packets {
 public:
  static constexpr std::string_view kInterrupt = "\x03";
  static constexpr std::size_t kMostBytes = std::size_t{1} << 20;  // that wait for the end of a packet

  void add(std::string_view bytes) { received_.append(bytes); }
  // The text of the next one whose sum is right, or kInterrupt. `refused`: how many were not right.
  std::optional<std::string> next(unsigned& refused);
  bool is_broken() const { return received_.size() > kMostBytes; }

 private:
  std::string received_;
};

}  // namespace eugene::debug::gdb
