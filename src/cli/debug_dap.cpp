#include "debug_dap.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <utility>

#include "debug_socket.h"

namespace eugene::cli {
namespace {

bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

int moved_up(int descriptor) {
  constexpr int kFirst = 10;
  return ::fcntl(descriptor, F_DUPFD_CLOEXEC, kFirst);
}

}  // namespace

DebugDap::DebugDap()
    : adapter_({.to_client =
                    [this](const nlohmann::json& message) {
                      has_client_ = has_client_ && write_all(out_.get(), debug::dap::framed(message));
                    },
                .to_program = [this](const nlohmann::json& message) { send_to_program(message); },
                .launch = [this](debug::dap::LaunchRequest launch) { launch_ = std::move(launch); },
                .kill = [this] { kill_program(); },
                .restart =
                    [this] {
                      // A program that loses its debugger before its end could come back.
                      restart_program();
                      polled_[program] = serve::FileDescriptor();
                      messages_ = {};
                    }}) {
  take_streams();
}

DebugDap::~DebugDap() { stop(); }

// Redirects the program's standard streams, and this command's own messages, to pipes.
void DebugDap::take_streams() {
  in_ = serve::FileDescriptor(moved_up(STDIN_FILENO));
  out_ = serve::FileDescriptor(moved_up(STDOUT_FILENO));
  const serve::FileDescriptor nothing(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  ::dup2(nothing.get(), STDIN_FILENO);
  for (const auto& [stream, which] : {std::pair(STDOUT_FILENO, output), std::pair(STDERR_FILENO, errors)}) {
    std::array<int, 2> ends{};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) continue;
    polled_.at(which) = serve::FileDescriptor(moved_up(ends[0]));
    ::dup2(ends[1], stream);
    ::close(ends[0]);
    ::close(ends[1]);
  }
}

std::optional<debug::dap::LaunchRequest> DebugDap::wait_for_launch(const std::vector<std::string>& command) {
  while (!launch_ && !adapter_.is_done()) {
    if (!read_client()) return std::nullopt;
  }
  if (launch_ && launch_->command.empty()) launch_->command = command;
  return launch_;
}

bool DebugDap::read_client() {
  const auto bytes = read_some(in_.get());
  if (!bytes) return false;
  frames_.add(*bytes);
  while (const auto message = frames_.next()) adapter_.from_client(*message);
  return !frames_.is_broken();
}

void DebugDap::serve() {
  polled_[listening] = std::move(listening_);
  polled_[ended] = std::move(ended_);
  while (!adapter_.is_done()) {
    std::array<pollfd, count> waiting{};
    for (std::size_t i = 0; i != waiting.size(); ++i)
      waiting.at(i) = {.fd = polled_.at(i).get(), .events = POLLIN, .revents = 0};
    waiting[client].fd = has_client_ ? in_.get() : -1;
    if (polled_[program]) waiting[listening].fd = -1;  // further programs wait until the current one ends
    if (::poll(waiting.data(), waiting.size(), -1) < 0) continue;
    const auto is_ready = [&](Polled which) { return waiting.at(which).revents != 0; };
    if (is_ready(output)) read_output(output, "stdout");
    if (is_ready(errors)) read_output(errors, "stderr");
    if (is_ready(program)) read_program();
    if (is_ready(listening))
      polled_[program] = serve::FileDescriptor(::accept4(polled_[listening].get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (is_ready(client) && !read_client()) {
      has_client_ = false;
      kill_program();
    }
    if (is_ready(ended)) {
      polled_[ended] = serve::FileDescriptor();
      drain();
      adapter_.program_has_ended(status());
      if (!has_client_) return;
    }
    if (!has_client_ && polled_[ended].get() < 0) return;
  }
}

void DebugDap::read_program() {
  const auto bytes = read_some(polled_[program].get());
  if (!bytes) {
    polled_[program] = serve::FileDescriptor();
    messages_ = {};
    return adapter_.program_is_lost();
  }
  messages_.add(*bytes);
  while (const auto message = messages_.next()) adapter_.from_program(*message);
}

void DebugDap::read_output(Polled which, const char* category) {
  const auto text = read_some(polled_.at(which).get());
  if (text)
    adapter_.program_has_written(category, *text);
  else
    polled_.at(which) = serve::FileDescriptor();
}

// Passes on the remaining output that the program has written before its end.
void DebugDap::drain() {
  for (const auto& [which, category] : {std::pair(output, "stdout"), std::pair(errors, "stderr")}) {
    const int descriptor = polled_.at(which).get();
    pollfd waiting{.fd = descriptor, .events = POLLIN, .revents = 0};
    while (polled_.at(which).get() >= 0 && ::poll(&waiting, 1, 0) > 0) read_output(which, category);
  }
}

void DebugDap::send_to_program(const nlohmann::json& message) {
  (void)send_all(polled_[program].get(), debug::message_line(message));
}

void DebugDap::has_ended(int status) {
  std::fflush(stdout);
  DebugFront::has_ended(status);
}

}  // namespace eugene::cli
