#include "debug_gdb.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "debug_socket.h"

namespace eugene::cli {

DebugGdb::DebugGdb(std::uint16_t port)
    : port_(port),
      stub_({.to_client = [this](const std::string& text) { send_to_client(debug::gdb::packet(text)); },
             .to_program =
                 [this](const nlohmann::json& message) {
                   send_all(polled_[program].get(), debug::message_line(message));
                 },
             .stopped = [this] { listen_for_gdb(); },
             .kill = [this] { kill_program(); }}) {}

DebugGdb::~DebugGdb() { stop(); }

Result<void> DebugGdb::bind_port() {
  bound_ = serve::FileDescriptor(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  (void)::setsockopt(bound_.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(port_);
  socklen_t size = sizeof address;
  if (::bind(bound_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
      ::getsockname(bound_.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    return fail(fmt::format("cannot use port {}: {}", port_, std::strerror(errno)));
  port_ = ntohs(address.sin_port);
  return {};
}

Result<void> DebugGdb::open(const std::filesystem::path& socket) {
  if (Result<void> bound = bind_port(); !bound) return bound;
  return DebugFront::open(socket);
}

// Before that it would wait for answers in vain, and go.
void DebugGdb::listen_for_gdb() {
  if (::listen(bound_.get(), 1) != 0) return;
  polled_[gdb_listening] = std::move(bound_);
  fmt::print(stderr, "eugene: stopped in a kernel; in gdb: target remote :{}\n", port_);
}

void DebugGdb::serve() {
  polled_[listening] = std::move(listening_);
  polled_[ended] = std::move(ended_);
  while (true) {
    std::array<pollfd, count> waiting{};
    for (std::size_t i = 0; i != waiting.size(); ++i)
      waiting.at(i) = {.fd = polled_.at(i).get(), .events = POLLIN, .revents = 0};
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    const auto is_ready = [&](Polled which) { return waiting.at(which).revents != 0; };
    const auto accept = [&](Polled from) {
      return serve::FileDescriptor(::accept4(polled_.at(from).get(), nullptr, nullptr, SOCK_CLOEXEC));
    };
    if (is_ready(program)) read_program();
    if (is_ready(listening) && polled_[program].get() < 0) polled_[program] = accept(listening);
    if (is_ready(gdb_listening) && polled_[client].get() < 0) polled_[client] = accept(gdb_listening);
    if (is_ready(client)) read_client();
    if (!is_ready(ended)) continue;
    stub_.program_has_ended(status());
    return;
  }
}

void DebugGdb::read_program() {
  const auto bytes = read_some(polled_[program].get());
  if (!bytes) {
    polled_[program] = serve::FileDescriptor();
    messages_ = {};
    return stub_.program_is_lost();
  }
  messages_.add(*bytes);
  while (const auto message = messages_.next()) stub_.from_program(*message);
}

// gdb that goes leaves the program where it is, and may come again.
void DebugGdb::read_client() {
  const auto bytes = read_some(polled_[client].get());
  if (!bytes || packets_.is_broken()) {
    polled_[client] = serve::FileDescriptor();
    packets_ = {};
    return;
  }
  packets_.add(*bytes);
  unsigned refused = 0;
  while (const auto text = packets_.next(refused)) {
    if (stub_.acknowledges() && *text != debug::gdb::Packets::kInterrupt) send_to_client("+");
    stub_.from_client(*text);
  }
  for (; stub_.acknowledges() && refused != 0; --refused) send_to_client("-");
}

void DebugGdb::send_to_client(const std::string& text) { send_all(polled_[client].get(), text); }

}  // namespace eugene::cli
