#include "base/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <pthread.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>

namespace eugene {
namespace {

// Growing a file beyond the process's limit returns an error, but also raises a signal that ends the process. The
// kernel sends the signal to the writing thread, so that thread blocks and discards it.
class WithoutSizeSignal {
 public:
  WithoutSizeSignal() {
    sigemptyset(&signal_);
    sigaddset(&signal_, SIGXFSZ);
    sigset_t pending{};
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGXFSZ) == 1;
    ::pthread_sigmask(SIG_BLOCK, &signal_, &before_);
  }
  ~WithoutSizeSignal() {
    const timespec now{};
    if (!was_pending_) ::sigtimedwait(&signal_, nullptr, &now);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  WithoutSizeSignal(const WithoutSizeSignal&) = delete;
  WithoutSizeSignal& operator=(const WithoutSizeSignal&) = delete;

 private:
  sigset_t signal_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

// Returns an errno; 0 if everything was written.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count < 0 ? errno : ENOSPC;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

Result<void> write_whole_file(const std::filesystem::path& path, std::string_view text) {
  const WithoutSizeSignal blocked;
  constexpr mode_t kMode = 0666;  // the user's umask applies
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  int error = file < 0 ? errno : write_all(file, text);
  if (file >= 0 && ::close(file) != 0 && error == 0) error = errno;  // some file systems only write at this point
  if (error == 0) return {};
  if (file >= 0) ::unlink(path.c_str());
  return fail(fmt::format("cannot write to {}: {}", path.string(), std::strerror(error)));
}

}  // namespace eugene
