#include "spawn.h"

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>

#include "serve/file_descriptor.h"

namespace eugene::cli {
namespace {

std::vector<char*> pointers(std::vector<std::string>& strings) {
  std::vector<char*> result;
  result.reserve(strings.size() + 1);
  for (std::string& string : strings) result.push_back(string.data());
  result.push_back(nullptr);
  return result;
}

}  // namespace

// Uses fork(), since posix_spawn() cannot request a signal at the parent's death. The child makes only system calls,
// because this process may have other threads. If exec() fails, its errno arrives through a pipe, which a successful
// exec() closes.
int spawn(std::vector<std::string>& command, std::vector<std::string>& variables, const sigset_t& mask,
          bool keeps_stdout, pid_t& child) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return errno;
  const serve::FileDescriptor reading(ends[0]);
  serve::FileDescriptor writing(ends[1]);
  const std::vector<char*> arguments = pointers(command);
  const std::vector<char*> environment = pointers(variables);
  const pid_t parent = ::getpid();
  child = ::fork();
  if (child < 0) return errno;
  if (child == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::sigprocmask(SIG_SETMASK, &mask, nullptr);
    if (keeps_stdout) ::dup2(STDERR_FILENO, STDOUT_FILENO);
    ::execvpe(arguments[0], arguments.data(), environment.data());
    const int error = errno;
    [[maybe_unused]] const ssize_t done = ::write(writing.get(), &error, sizeof error);
    ::_exit(1);
  }
  writing = serve::FileDescriptor();
  int error = 0;
  ssize_t count = 0;
  while ((count = ::read(reading.get(), &error, sizeof error)) < 0 && errno == EINTR) {
  }
  if (count != sizeof error) return 0;
  ::waitpid(child, nullptr, 0);
  return error;
}

}  // namespace eugene::cli
