#include "debug/gdb/greeting.h"

#include <algorithm>
#include <array>

#include "debug/gdb/packets.h"

namespace eugene::debug::gdb {
namespace {

// The first requests of gdb and of LLDB, which uses the same protocol.
constexpr std::array<std::string_view, 2> kFirst{"qSupported", "QStartNoAckMode"};
constexpr std::size_t kMaxBytes = 4096;  // gdb's query has 200

}  // namespace

Greeting greeting_in(std::string_view received) {
  received.remove_prefix(std::min(received.find_first_not_of('+'), received.size()));
  if (received.empty()) return Greeting::incomplete;
  if (received.front() != '$' || received.size() > kMaxBytes) return Greeting::other;
  const std::string_view text = received.substr(1);
  const bool is_first = std::ranges::any_of(
      kFirst, [&](std::string_view each) { return text.starts_with(each) || each.starts_with(text); });
  if (!is_first) return Greeting::other;
  constexpr std::size_t kSum = 2;  // digits
  const std::size_t end = received.find('#');
  if (end == std::string_view::npos || received.size() - end <= kSum) return Greeting::incomplete;
  // Check only the first packet: bytes after a packet with a wrong checksum do not show that the client is gdb.
  Packets packets;
  packets.add(received.substr(0, end + 1 + kSum));
  unsigned refused = 0;
  return packets.next(refused) ? Greeting::gdb : Greeting::other;
}

}  // namespace eugene::debug::gdb
