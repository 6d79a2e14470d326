// TCP has nothing like SO_PEERCRED, but the kernel lists all connections of the machine with their owners (proc(5),
// /proc/net/tcp): addresses and ports in hexadecimal, then the state, queues, timers and the user.
#include "serve/peer.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <fstream>
#include <sstream>
#include <string>

namespace eugene::serve {
namespace {

// Formats an address as /proc/net/tcp has it: the four address bytes as a number in host byte order, then the port.
std::string listed(const sockaddr_in& address) {
  return fmt::format("{:08X}:{:04X}", address.sin_addr.s_addr, ntohs(address.sin_port));
}

}  // namespace

std::optional<uid_t> peer_user(int socket) {
  sockaddr_in own{}, other{};
  socklen_t own_size = sizeof own, other_size = sizeof other;
  if (::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) != 0 ||
      ::getpeername(socket, reinterpret_cast<sockaddr*>(&other), &other_size) != 0)
    return std::nullopt;
  const std::string its_own = listed(other), its_other = listed(own);
  std::ifstream file("/proc/net/tcp");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::string number, local, remote, state, queues, timer, retransmissions;
    uid_t user = 0;
    words >> number >> local >> remote >> state >> queues >> timer >> retransmissions >> user;
    if (words && local == its_own && remote == its_other) return user;
  }
  return std::nullopt;
}

}  // namespace eugene::serve
