#include "debug_gdb.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include "base/number.h"
#include "debug/gdb/greeting.h"
#include "debug_socket.h"
#include "serve/peer.h"

namespace eugene::cli {
namespace {

// Time limit for sending. A client that does not read in this time is dropped, since it could otherwise block the
// debugger.
constexpr timeval kLongestSend{.tv_sec = 5, .tv_usec = 0};

}  // namespace

std::string DebugGdb::refusal_of_place(const std::string& place) {
  if (parse_number<std::uint16_t>(place) || place.find('/') != std::string::npos) return {};
  return fmt::format("'{}' is neither a port (0 to 65535) nor the path of a socket, which contains a slash", place);
}

DebugGdb::DebugGdb(const std::string& place)
    : port_(parse_number<std::uint16_t>(place).value_or(0)),
      socket_(parse_number<std::uint16_t>(place) ? std::string() : place),
      stub_({.to_client = [this](const std::string& text) { send_to_client(debug::gdb::packet(text)); },
             .to_program =
                 [this](const nlohmann::json& message) {
                   (void)send_all(polled_[program].get(), debug::message_line(message));
                 },
             .stopped = [this] { listen_for_gdb(); },
             .kill = [this] { kill_program(); }}) {}

DebugGdb::~DebugGdb() {
  stop();
  if (!socket_.empty() && (bound_ || polled_[gdb_listening])) ::unlink(socket_.c_str());
}

Result<void> DebugGdb::bind_port() {
  if (!socket_.empty()) {
    Result<serve::FileDescriptor> bound = bind_socket(socket_);
    if (!bound) return forward_error(bound);
    bound_ = *std::move(bound);
    return {};
  }
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

// Lets gdb connect. Earlier, gdb would wait for answers in vain, and disconnect.
void DebugGdb::listen_for_gdb() {
  if (::listen(bound_.get(), 1) != 0) return;
  polled_[gdb_listening] = std::move(bound_);
  fmt::print(stderr, "eugene: stopped in a kernel; in gdb: target remote {}\n",
             socket_.empty() ? fmt::format(":{}", port_) : socket_);
}

void DebugGdb::serve() {
  polled_[listening] = std::move(listening_);
  polled_[ended] = std::move(ended_);
  while (true) {
    std::array<pollfd, count> waiting{};
    for (std::size_t i = 0; i != waiting.size(); ++i)
      waiting.at(i) = {.fd = polled_.at(i).get(), .events = POLLIN, .revents = 0};
    // Further connections wait until the current one ends.
    if (polled_[program]) waiting[listening].fd = -1;
    if (is_gdb_) waiting[gdb_listening].fd = -1;
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    const auto is_ready = [&](Polled which) { return waiting.at(which).revents != 0; };
    if (is_ready(program)) read_program();
    if (is_ready(listening))
      polled_[program] = serve::FileDescriptor(::accept4(polled_[listening].get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (is_ready(client)) read_client();
    if (is_ready(gdb_listening) && !is_gdb_) accept_client();
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

// Accepts a client. Replaces a client that has not yet proved to be gdb, and may never do so.
void DebugGdb::accept_client() {
  drop_client();
  serve::FileDescriptor accepted(::accept4(polled_[gdb_listening].get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!accepted) return;
  const auto user = socket_.empty() ? serve::peer_user(accepted.get()) : std::nullopt;
  if (user && *user != ::geteuid() && *user != 0) {
    fmt::print(stderr, "eugene: refused a debugger's connection: it comes from a process of another user, {}\n", *user);
    return;
  }
  ::setsockopt(accepted.get(), SOL_SOCKET, SO_SNDTIMEO, &kLongestSend, sizeof kLongestSend);
  polled_[client] = std::move(accepted);
}

// Drops the client. When gdb disconnects, the program stays where it is, and gdb may connect again.
void DebugGdb::drop_client() {
  polled_[client] = serve::FileDescriptor();
  packets_ = {};
  greeting_.clear();
  is_gdb_ = false;
  stub_.client_has_gone();
}

void DebugGdb::read_client() {
  auto bytes = read_some(polled_[client].get());
  if (!bytes || packets_.is_broken()) return drop_client();
  if (!is_gdb_) {
    greeting_ += *bytes;
    const debug::gdb::Greeting greeting = debug::gdb::greeting_in(greeting_);
    if (greeting == debug::gdb::Greeting::incomplete) return;
    if (greeting == debug::gdb::Greeting::other) {
      fmt::print(stderr, "eugene: closed a connection to the port for gdb: it does not speak gdb's protocol\n");
      return drop_client();
    }
    is_gdb_ = true;
    bytes = std::exchange(greeting_, {});
  }
  packets_.add(*bytes);
  unsigned refused = 0;
  while (const auto text = packets_.next(refused)) {
    if (stub_.acknowledges() && *text != debug::gdb::Packets::kInterrupt) send_to_client("+");
    stub_.from_client(*text);
  }
  for (; stub_.acknowledges() && refused != 0; --refused) send_to_client("-");
}

void DebugGdb::send_to_client(const std::string& text) {
  if (polled_[client] && !send_all(polled_[client].get(), text)) drop_client();
}

}  // namespace eugene::cli
