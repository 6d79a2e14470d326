// Packets of gdb's remote protocol: $TEXT#SUM. Each packet is acknowledged until both sides agree to stop
// acknowledging.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace eugene::debug::gdb {

std::string packet(std::string_view text);

class Packets {
 public:
  static constexpr std::string_view kInterrupt = "\x03";
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 20;  // maximum number of bytes of an incomplete packet

  void add(std::string_view bytes) { received_.append(bytes); }
  // Returns the text of the next packet with a correct checksum, or kInterrupt. Adds the number of packets with a wrong
  // checksum to `refused`.
  std::optional<std::string> next(unsigned& refused);
  bool is_broken() const { return received_.size() > kMaxBytes; }

 private:
  std::string received_;
};

}  // namespace eugene::debug::gdb
