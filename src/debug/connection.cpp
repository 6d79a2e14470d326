#include "debug/connection.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

namespace eugene::debug {

bool Connection::is_offered(const std::filesystem::path& socket) {
  std::error_code error;
  return std::filesystem::is_socket(socket, error);
}

Connection::~Connection() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

bool Connection::connect() {
  if (descriptor_ >= 0 || is_lost_) return !is_lost_;
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string& path = socket_.native();
  is_lost_ = path.size() >= sizeof address.sun_path;
  if (is_lost_) return false;
  std::memcpy(address.sun_path, path.c_str(), path.size());
  descriptor_ = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  is_lost_ =
      descriptor_ < 0 || ::connect(descriptor_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0;
  return !is_lost_;
}

bool Connection::send(const std::string& line) {
  if (!connect()) return false;
  for (std::size_t sent = 0; sent != line.size();) {
    const ssize_t count = ::send(descriptor_, line.data() + sent, line.size() - sent, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      is_lost_ = true;
      return false;
    }
    sent += static_cast<std::size_t>(count);
  }
  return true;
}

void Connection::say(std::string_view text) {
  constexpr auto kReplace = nlohmann::json::error_handler_t::replace;
  (void)send(nlohmann::json{{"say", text}}.dump(-1, ' ', false, kReplace) + "\n");
}

std::optional<std::string> Connection::ask() {
  if (!send("{\"ask\":true}\n")) return std::nullopt;
  std::array<char, 4096> part{};
  while (received_.find('\n') == std::string::npos) {
    const ssize_t count = ::recv(descriptor_, part.data(), part.size(), 0);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      is_lost_ = true;
      return std::nullopt;
    }
    received_.append(part.data(), static_cast<std::size_t>(count));
  }
  const std::size_t end = received_.find('\n');
  const auto message = nlohmann::json::parse(received_.substr(0, end), nullptr, false);
  received_.erase(0, end + 1);
  if (!message.is_object() || !message.contains("command") || !message["command"].is_string()) return std::nullopt;
  return message["command"].get<std::string>();
}

}  // namespace eugene::debug
