#include "connections.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdlib>
#include <memory>

namespace eugene::opencl_layer {
namespace {

constexpr int kDefaultPort = 4321;  // the driver's

}  // namespace

std::optional<std::uint16_t> port_to_server(int socket) {
  const char* variable = std::getenv("TbxPort");
  const auto server = static_cast<std::uint16_t>(variable == nullptr ? kDefaultPort : std::atoi(variable));
  sockaddr_in own{};
  sockaddr_in peer{};
  socklen_t own_size = sizeof own;
  socklen_t peer_size = sizeof peer;
  // Other addresses than IPv4's may be longer: they are cut off, and their family tells.
  if (::getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &peer_size) != 0 || peer.sin_family != AF_INET ||
      peer.sin_addr.s_addr != htonl(INADDR_LOOPBACK) || ntohs(peer.sin_port) != server ||
      ::getsockname(socket, reinterpret_cast<sockaddr*>(&own), &own_size) != 0) {
    return std::nullopt;
  }
  return ntohs(own.sin_port);
}

std::vector<std::uint16_t> ports_to_server() {
  std::vector<std::uint16_t> ports;
  const std::unique_ptr<DIR, int (*)(DIR*)> descriptors(::opendir("/proc/self/fd"), &::closedir);
  if (descriptors == nullptr) return ports;
  while (const dirent* entry = ::readdir(descriptors.get())) {
    if (const auto port = port_to_server(std::atoi(entry->d_name))) ports.push_back(*port);
  }
  return ports;
}

}  // namespace eugene::opencl_layer
