#include "debug_socket.h"

#include <fmt/format.h>
#include <sys/socket.h>
#include <sys/un.h>

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

}  // namespace eugene::cli
