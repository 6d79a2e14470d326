#include "debug_socket.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace eugene::cli {

Result<serve::FileDescriptor> bind_socket(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& path = socket.native();
  if (path.size() >= sizeof address.sun_path)
    return fail(fmt::format("the path of the socket {} is too long", path), {},
                "set TMPDIR to a directory with a shorter path");
  std::memcpy(address.sun_path, path.c_str(), path.size());
  serve::FileDescriptor bound(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  // Set the permissions before bind(), so that the file has them from the beginning.
  if (::fchmod(bound.get(), S_IRUSR | S_IWUSR) != 0 ||
      ::bind(bound.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
    return fail(fmt::format("cannot listen at {}: {}", path, std::strerror(errno)));
  return bound;
}

Result<serve::FileDescriptor> listen_for_programs(const std::filesystem::path& socket) {
  Result<serve::FileDescriptor> bound = bind_socket(socket);
  constexpr int kWaiting = 16;
  if (bound && ::listen(bound->get(), kWaiting) != 0)
    return fail(fmt::format("cannot listen at {}: {}", socket.string(), std::strerror(errno)));
  return bound;
}

std::optional<std::string> read_some(int descriptor) {
  std::array<char, 65536> part{};
  ssize_t count = -1;
  do count = ::read(descriptor, part.data(), part.size());
  while (count < 0 && errno == EINTR);
  if (count <= 0) return std::nullopt;
  return std::string(part.data(), static_cast<std::size_t>(count));
}

bool send_all(int descriptor, std::string_view text) {
  if (descriptor < 0) return false;
  while (!text.empty()) {
    const ssize_t sent = ::send(descriptor, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

}  // namespace eugene::cli
