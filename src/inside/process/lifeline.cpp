// `eugene run` holds a lock on its directory as long as it lives (cli/stale_directories.h), so a thread that waits for
// the lock notices the end of `eugene run`. Linux ends only the program that `eugene run` has started; this thread ends
// the children of that program. If `eugene run` ends normally, it makes a file read-only first, and the children
// continue.
#include "lifeline.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <thread>

#include "i915/channel_names.h"

namespace eugene::inside::process {
namespace {

void wait_for_end(int directory) {
  while (::flock(directory, LOCK_SH) != 0) {
    if (errno != EINTR) return;
  }
  struct stat status{};
  const bool was_killed = ::fstatat(directory, i915::kHeldFile, &status, 0) == 0 && (status.st_mode & S_IWUSR) != 0;
  if (was_killed) ::kill(::getpid(), SIGKILL);
}

}  // namespace

void end_with_holder(const std::filesystem::path& directory) {
  const int descriptor = ::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_SH | LOCK_NB) == 0 || errno != EWOULDBLOCK) {
    ::close(descriptor);
    return;
  }
  std::thread(wait_for_end, descriptor).detach();
}

}  // namespace eugene::inside::process
