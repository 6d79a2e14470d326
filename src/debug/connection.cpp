#include "debug/connection.h"

#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

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

void Connection::say(std::string_view text) { (void)send(message_line({{"say", text}})); }

void Connection::stopped(const Stop& stop) {
  const nlohmann::json message{{"stopped", stop.reason},        {"why", stop.why},
                               {"breakpoint", stop.breakpoint}, {"thread", stop.thread},
                               {"channel", stop.channel},       {"say", stop.why + ": " + stop.place}};
  (void)send(message_line(message));
  is_interrupted_ = false;
}

bool Connection::receive(bool waits) {
  std::array<char, 4096> part{};
  const ssize_t count = ::recv(descriptor_, part.data(), part.size(), waits ? 0 : MSG_DONTWAIT);
  if (count < 0 && errno == EINTR) return true;
  if (count < 0 && !waits && (errno == EAGAIN || errno == EWOULDBLOCK)) return false;
  is_lost_ = count <= 0;
  if (is_lost_) return false;
  received_.add({part.data(), static_cast<std::size_t>(count)});
  while (const auto message = received_.next()) is_lost_ = is_lost_ || !understand(*message);
  return !is_lost_;
}

bool Connection::understand(const nlohmann::json& message) {
  if (!message.is_object()) return false;
  if (message.contains("interrupt")) {
    is_interrupted_ = true;
    return true;
  }
  if (!message.contains("command") || !message["command"].is_string()) return false;
  commands_.push_back(message["command"].get<std::string>());
  is_interrupted_ = false;  // an interrupt counts only after a command that lets the program run
  return true;
}

std::optional<std::string> Connection::ask() {
  if (!send("{\"ask\":true}\n")) return std::nullopt;
  while (commands_.empty()) {
    if (!receive(true)) return std::nullopt;
  }
  std::string command = std::move(commands_.front());
  commands_.pop_front();
  return command;
}

bool Connection::is_interrupted() {
  if (descriptor_ < 0 || is_lost_) return false;
  while (receive(false)) {
  }
  return std::exchange(is_interrupted_, false);
}

}  // namespace eugene::debug
