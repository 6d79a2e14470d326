// A lock on the directory (flock) shows that its process lives: the kernel releases the lock when the process ends in
// any way. A file records that there was a lock. So a directory that is created but not locked yet is left alone, and
// so are directories of others with similar names.
#include "stale_directories.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <system_error>

#include "i915/channel_names.h"

namespace eugene::cli {
namespace {

namespace fs = std::filesystem;

serve::FileDescriptor open_directory(const fs::path& directory) {
  return serve::FileDescriptor(::open(directory.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

// Checks owners too: other users may have put a file with the mark's name into a directory that they can write to.
bool is_stale(int directory) {
  struct stat status{}, mark{};
  return ::fstat(directory, &status) == 0 && status.st_uid == ::geteuid() &&
         ::fstatat(directory, i915::kHeldFile, &mark, AT_SYMLINK_NOFOLLOW) == 0 && S_ISREG(mark.st_mode) &&
         mark.st_uid == ::geteuid() && ::flock(directory, LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

serve::FileDescriptor hold_directory(const fs::path& directory) {
  serve::FileDescriptor held = open_directory(directory);
  if (!held || ::flock(held.get(), LOCK_EX | LOCK_NB) != 0) return {};
  const serve::FileDescriptor mark(::openat(held.get(), i915::kHeldFile, O_WRONLY | O_CREAT | O_CLOEXEC, 0600));
  return held;
}

void remove_held_directory(const fs::path& directory) {
  constexpr int kAttempts = 5;
  std::error_code ignored;
  // Marks a normal end. Changing permissions needs no room on the disk.
  fs::permissions(directory / i915::kHeldFile, fs::perms::owner_read, ignored);
  // Processes that outlive `eugene run` find either the complete directory or none.
  const fs::path ended = directory.string() + "-ended";
  std::error_code error;
  fs::rename(directory, ended, error);
  const fs::path& remains = error ? directory : ended;
  for (int i = 0; i < kAttempts; ++i) {
    fs::remove_all(remains, error);  // fails if a process has just written a file
    if (!error) return;
  }
}

void remove_stale_directories(const fs::path& parent, const std::string& prefix) {
  std::error_code error;
  for (fs::directory_iterator each(parent, error), end; !error && each != end; each.increment(error)) {
    if (!each->path().filename().string().starts_with(prefix)) continue;
    const serve::FileDescriptor directory = open_directory(each->path());
    std::error_code ignored;
    if (directory && is_stale(directory.get())) fs::remove_all(each->path(), ignored);
  }
}

}  // namespace eugene::cli
