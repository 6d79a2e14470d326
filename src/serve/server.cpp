#include "serve/server.h"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>
#include <vector>

#include "serve/pace.h"
#include "serve/tbx_session.h"

namespace eugene::serve {
namespace {

constexpr std::size_t kReceiveBytes = std::size_t{256} * 1024;
constexpr int kBacklog = 64;

std::unexpected<Diagnostic> system_failure(std::string_view what) {
  return fail(fmt::format("{}: {}", what, std::strerror(errno)));
}

bool send_all(int socket, std::span<const std::byte> bytes, Time deadline) {
  while (!bytes.empty()) {
    if (!wait_until_ready(socket, POLLOUT, deadline)) return false;
    const ssize_t sent = ::send(socket, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (sent <= 0) return false;
    bytes = bytes.subspan(static_cast<std::size_t>(sent));
  }
  return true;
}

void set_option(int socket, int option) {
  const int on = 1;
  ::setsockopt(socket, IPPROTO_TCP, option, &on, sizeof on);
}

}  // namespace

Result<std::unique_ptr<Server>> Server::start(const ServerOptions& options,
                                              std::function<void(const std::string&)> log) {
  FileDescriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!socket) return system_failure("cannot create a socket");
  const int on = 1;
  ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(options.port);
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  socklen_t length = sizeof address;
  if (::bind(socket.get(), generic, length) != 0 || ::listen(socket.get(), kBacklog) != 0 ||
      ::getsockname(socket.get(), generic, &length) != 0) {
    return system_failure(fmt::format("cannot listen on port {} of 127.0.0.1", options.port));
  }
  const std::uint16_t port = ntohs(address.sin_port);
  std::unique_ptr<Server> server(new Server(options, std::move(log), std::move(socket), port));
  if (!server->wake_) return system_failure("cannot create an event");
  server->acceptor_ = std::jthread([raw = server.get()] { raw->accept_clients(); });
  return server;
}

Server::Server(const ServerOptions& options, std::function<void(const std::string&)> log, FileDescriptor socket,
               std::uint16_t port)
    : options_(options),
      log_(std::move(log)),
      pool_(options.threads),
      socket_(std::move(socket)),
      wake_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      port_(port) {}

Server::~Server() {
  stopping_ = true;
  wake();
  if (acceptor_.joinable()) acceptor_.join();
  for (Connection& connection : connections_) {
    connection.drop();
    ::shutdown(connection.socket.get(), SHUT_RDWR);
  }
  connections_.clear();  // joins the threads
}

void Server::wake() {
  const std::uint64_t one = 1;
  while (::write(wake_.get(), &one, sizeof one) < 0 && errno == EINTR) {
  }
}

void Server::log(const std::string& text) {
  const std::scoped_lock lock(log_mutex_);
  if (log_) log_(text);
}

ServerStats Server::stats() const {
  const std::scoped_lock lock(mutex_);
  return stats_;
}

void Server::interrupt() {
  const std::scoped_lock lock(connections_mutex_);
  for (Connection& connection : connections_) {
    if (connection.busy) connection.cancelled = true;
  }
}

// Accepts clients, and detects clients that disconnect while their work runs, to cancel that work.
void Server::accept_clients() {
  std::uint64_t number = 0;
  std::vector<pollfd> waiting;
  while (!stopping_) {
    {
      const std::scoped_lock lock(connections_mutex_);
      connections_.remove_if([](const Connection& connection) { return connection.finished.load(); });
    }
    waiting = {{socket_.get(), POLLIN, 0}, {wake_.get(), POLLIN, 0}};
    for (const Connection& connection : connections_) {
      // poll() ignores a negative descriptor.
      waiting.push_back({connection.gone ? -1 : connection.socket.get(), POLLRDHUP, 0});
    }
    if (::poll(waiting.data(), waiting.size(), -1) < 0) {
      if (errno == EINTR) continue;
      log(fmt::format("eugene: cannot accept any more clients: {}\n", std::strerror(errno)));
      return;
    }
    std::size_t index = 2;
    for (Connection& connection : connections_) {
      if ((waiting[index++].revents & (POLLRDHUP | POLLHUP | POLLERR)) != 0) connection.drop();
    }
    if (waiting[1].revents != 0) {
      std::uint64_t count = 0;
      [[maybe_unused]] const ssize_t done = ::read(wake_.get(), &count, sizeof count);
    }
    if (waiting[0].revents != 0) accept_one(number++);
  }
}

void Server::accept_one(std::uint64_t number) {
  FileDescriptor client(::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC));
  if (!client) {
    // Running out of descriptors, or a client that has already left, must neither end the server nor make it spin.
    if (errno == EMFILE || errno == ENFILE || errno == ENOMEM || errno == ENOBUFS) ::usleep(10'000);
    return;
  }
  if (is_full()) drop_silent();
  if (is_full()) {
    log(fmt::format("eugene: client {} refused: {} clients are already connected\n", number, options_.max_clients));
    return;
  }
  set_option(client.get(), TCP_NODELAY);
  {
    const std::scoped_lock lock(mutex_);
    ++stats_.connections;
  }
  const std::scoped_lock connections_lock(connections_mutex_);
  Connection& connection = connections_.emplace_back();
  connection.socket = std::move(client);
  connection.thread = std::jthread([this, &connection, number] {
    serve(connection, number);
    ::shutdown(connection.socket.get(), SHUT_RDWR);
    connection.finished = true;
    wake();
  });
}

bool Server::is_full() {
  if (options_.max_clients == 0) return false;
  const std::scoped_lock lock(connections_mutex_);
  const auto is_there = [](const Connection& each) { return !each.finished && !each.gone; };
  return static_cast<std::size_t>(std::ranges::count_if(connections_, is_there)) >= options_.max_clients;
}

// Makes room: disconnects clients that have had time to send something, and have sent nothing.
void Server::drop_silent() {
  const std::scoped_lock lock(connections_mutex_);
  const auto now = std::chrono::steady_clock::now();
  for (Connection& each : connections_) {
    if (each.is_known || now - each.begin < options_.patience) continue;
    each.drop();
    ::shutdown(each.socket.get(), SHUT_RDWR);
  }
}

gpu::MmioEvents Server::events() {
  return {
      .report =
          [this](gpu::Report&& report) {
            if (options_.names.complete) options_.names.complete(report);
            log(gpu::format(report));
            if (report.is_warning()) return;
            const std::scoped_lock lock(mutex_);
            ++stats_.work.failures;
          },
      .dispatched =
          [this](const gpu::Work&, const gpu::DispatchStats& done, const memory::Ppgtt&) {
            const std::scoped_lock lock(mutex_);
            stats_.work += done;
          },
  };
}

void Server::serve(Connection& connection, std::uint64_t number) {
  try {
    talk(connection, number);
  } catch (const std::bad_alloc&) {
    log(fmt::format("eugene: client {} disconnected: out of memory\n", number));
  }
}

void Server::talk(Connection& connection, std::uint64_t number) {
  gpu::ExecutorOptions executor = options_.executor;
  executor.cancelled = &connection.cancelled;
  executor.progress = [this](const gpu::Progress& progress) {
    const auto& find_name = options_.names.find_name;
    log(gpu::format(progress, find_name ? find_name(progress.code) : std::string()));
  };
  gpu::MmioGpu gpu(*options_.device, pool_, executor, events());
  Pace pace(options_.patience);
  std::vector<std::byte> received(kReceiveBytes);
  std::vector<std::byte> replies;
  const auto send = [&](std::vector<std::byte>& all) {
    const bool is_sent = send_all(connection.socket.get(), all, pace.compute_deadline(all.size()));
    all.clear();
    return is_sent;
  };
  TbxSession session(gpu, send);
  while (true) {
    const bool is_between = session.between_messages();
    std::optional<Time> deadline = pace.deadline();
    if (is_between && options_.longest_idle.count() != 0)
      deadline = std::chrono::steady_clock::now() + options_.longest_idle;
    if (!wait_until_ready(connection.socket.get(), POLLIN, deadline)) {
      if (is_between)
        log(fmt::format("eugene: client {} disconnected: it has sent nothing for {} s\n", number,
                        options_.longest_idle.count()));
      else
        log(fmt::format("eugene: client {} disconnected: it is too slow in the middle of a message\n", number));
      return;
    }
    const ssize_t count = ::recv(connection.socket.get(), received.data(), received.size(), MSG_DONTWAIT);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    if (count <= 0) {
      if (!session.between_messages() && !stopping_) {
        log(fmt::format("eugene: client {} closed the connection in the middle of a message\n", number));
      }
      return;
    }
    // The driver sends a message in small pieces; without this each piece would wait for a delayed acknowledgement.
    set_option(connection.socket.get(), TCP_QUICKACK);
    connection.busy = true;
    const std::uint64_t before = session.messages();
    const Result<void> done = session.receive(std::span(received).first(static_cast<std::size_t>(count)), replies);
    connection.busy = false;
    connection.cancelled = connection.gone.load();
    const bool is_new = session.messages() != before;
    if (is_new) connection.is_known = true;
    if (session.between_messages())
      pace.rest();
    else
      pace.goes_on(static_cast<std::size_t>(count), is_new);
    if (!send(replies)) {
      if (!connection.gone) log(fmt::format("eugene: client {} disconnected: it does not read its answers\n", number));
      return;
    }
    if (!done) {
      log(fmt::format("eugene: client {} disconnected: {}\n", number, done.error().message));
      return;
    }
  }
}

}  // namespace eugene::serve
