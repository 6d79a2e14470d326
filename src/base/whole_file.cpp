#include "base/whole_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <pthread.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <memory>
#include <system_error>
#include <utility>

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

bool is_regular(int file) {
  struct stat status{};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

// Returns an errno; 0 if everything was written.
int write_all(int file, std::string_view text) {
  constexpr int kPatience = 30'000;  // milliseconds for a reader
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno == EAGAIN) {
      pollfd waiting{.fd = file, .events = POLLOUT, .revents = 0};
      if (::poll(&waiting, 1, kPatience) == 0) return ETIMEDOUT;
      continue;
    }
    if (count <= 0) return count < 0 ? errno : ENOSPC;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

}  // namespace

Result<void> write_whole_file(const std::filesystem::path& path, std::string_view text) {
  const WithoutSizeSignal blocked;
  constexpr mode_t kMode = 0666;  // the user's umask applies
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_NONBLOCK | O_CLOEXEC, kMode);
  int error = file < 0 ? errno : write_all(file, text);
  const bool is_ours = file >= 0 && is_regular(file);
  if (file >= 0 && ::close(file) != 0 && error == 0) error = errno;  // some file systems only write at this point
  if (error == 0) return {};
  if (is_ours) ::unlink(path.c_str());
  const std::string why = error == ENXIO       ? "nobody reads from this pipe"
                          : error == ETIMEDOUT ? "the reader of this pipe takes nothing"
                                               : std::strerror(error);
  return fail(fmt::format("cannot write to {}: {}", path.string(), why));
}

Result<std::vector<std::byte>> read_whole_file(const std::string& path, std::uint64_t limit) {
  const auto fails = [&](std::string message) -> std::unexpected<Diagnostic> {
    Diagnostic problem{.message = std::move(message)};
    problem.where.file = path.empty() ? "''" : path;
    return std::unexpected(std::move(problem));
  };
  const auto close = [](std::FILE* file) {
    if (file != stdin) (void)std::fclose(file);
  };
  const std::unique_ptr<std::FILE, decltype(close)> file(path == "-" ? stdin : std::fopen(path.c_str(), "rbe"), close);
  if (file == nullptr) return fails(fmt::format("cannot read: {}", std::strerror(errno)));
  std::vector<std::byte> bytes;
  if (is_regular(::fileno(file.get()))) {
    std::error_code unknown;
    const std::uintmax_t size = std::filesystem::file_size(path, unknown);
    if (!unknown && size <= limit) bytes.reserve(size);
  }
  std::array<std::byte, 65536> block;
  while (const std::size_t count = std::fread(block.data(), 1, block.size(), file.get())) {
    if (bytes.size() + count > limit) return fails("this file is too large");
    bytes.insert(bytes.end(), block.begin(), block.begin() + static_cast<std::ptrdiff_t>(count));
  }
  if (std::ferror(file.get()) != 0) return fails(fmt::format("cannot read: {}", std::strerror(errno)));
  return bytes;
}

std::optional<std::string> read_regular_file(const std::filesystem::path& path, std::size_t limit) {
  const int file = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (file < 0) return std::nullopt;
  std::string text;
  struct stat status{};
  const bool is_readable =
      ::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && static_cast<std::uint64_t>(status.st_size) <= limit;
  ssize_t count = is_readable ? 1 : -1;
  for (std::array<char, 65536> part{}; count > 0 && text.size() <= limit;) {
    do count = ::read(file, part.data(), part.size());
    while (count < 0 && errno == EINTR);
    if (count > 0) text.append(part.data(), static_cast<std::size_t>(count));
  }
  ::close(file);
  return count == 0 ? std::optional(std::move(text)) : std::nullopt;
}

}  // namespace eugene
