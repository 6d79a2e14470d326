#include "debug_front.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "debug_socket.h"

namespace eugene::cli {

Result<void> DebugFront::open(const std::filesystem::path& socket) {
  Result<serve::FileDescriptor> listening = listen_for_programs(socket);
  if (!listening) return forward_error(listening);
  listening_ = *std::move(listening);
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return fail(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  ended_ = serve::FileDescriptor(ends[0]);
  ends_ = serve::FileDescriptor(ends[1]);
  thread_ = std::thread([this] { serve(); });
  return {};
}

void DebugFront::has_ended(int status) {
  program_pid_ = 0;
  status_ = status;
  stop();
}

void DebugFront::stop() {
  ends_ = serve::FileDescriptor();
  if (thread_.joinable()) thread_.join();
}

void DebugFront::has_started(pid_t program) {
  program_pid_ = program;
  if (is_killed_) kill_program();
}

void DebugFront::kill_program() {
  is_killed_ = true;
  if (const pid_t pid = program_pid_; pid > 0) ::kill(pid, SIGKILL);
}

void DebugFront::restart_program() {
  if (program_pid_ <= 0) return;
  restarts_ = true;
  ::kill(program_pid_, SIGKILL);
}

}  // namespace eugene::cli
