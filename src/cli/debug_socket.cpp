#include "debug_socket.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace eugene::cli {

Result<serve::FileDescriptor> listen_for_programs(const std::filesystem::path& socket) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& path = socket.native();
  if (path.size() >= sizeof address.sun_path)
    return fail(fmt::format("the name of the socket {} is too long", path), {}, "TMPDIR names a directory for it");
  std::memcpy(address.sun_path, path.c_str(), path.size());
  serve::FileDescriptor listening(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0));
  constexpr int kWaiting = 16;
  if (::bind(listening.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::listen(listening.get(), kWaiting) != 0)
    return fail(fmt::format("cannot listen at {}: {}", path, std::strerror(errno)));
  return listening;
}

std::optional<std::string> read_some(int descriptor) {
  std::array<char, 65536> part{};
  ssize_t count = -1;
  do count = ::read(descriptor, part.data(), part.size());
  while (count < 0 && errno == EINTR);
  if (count <= 0) return std::nullopt;
  return std::string(part.data(), static_cast<std::size_t>(count));
}

void send_all(int descriptor, std::string_view text) {
  while (descriptor >= 0 && !text.empty()) {
    const ssize_t sent = ::send(descriptor, text.data(), text.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return;
    text.remove_prefix(static_cast<std::size_t>(sent));
  }
}

}  // namespace eugene::cli
