/* All other functions of the C library that take a file's name and return none. Each is called with the name under
   which the file really lies. Functions that change files are included, so a program that changes /dev/dri does not
   change the host's /dev/dri. A row has the function's type, name and parameters, whether the function acts on the
   target of a symbolic link, and the arguments passed on. The parameters for the directory and the name are called
   `directory` and `path`. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <sys/fanotify.h>
#include <sys/inotify.h>
#include <sys/ipc.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "door.h"
#include "meaning.h"

#define PASS(...) (__VA_ARGS__)
#define NAMED(type, name, parameters, directory, follows, passed) \
  EXPORT type name parameters;                                    \
  type name parameters {                                          \
    REAL(type, #name);                                            \
    struct meaning meaning;                                       \
    find_meaning(directory, path, follows, &meaning);             \
    path = meaning.path;                                          \
    return real passed;                                           \
  }
#define HERE(type, name, parameters, follows, passed) NAMED(type, name, parameters, AT_FDCWD, follows, passed)
#define THERE(type, name, parameters, follows, passed) NAMED(type, name, parameters, directory, follows, passed)
/* For functions with two names. */
#define TWO(name, parameters, from, to, follows, passed) \
  EXPORT int name parameters;                            \
  int name parameters {                                  \
    REAL(int, #name);                                    \
    struct meaning first, second;                        \
    find_meaning(from, path, follows, &first);           \
    find_meaning(to, other, 0, &second);                 \
    path = first.path;                                   \
    other = second.path;                                 \
    return real passed;                                  \
  }

enum { followed = 1, as_it_is = 0 };
#define BY_FLAGS ((flags & AT_SYMLINK_NOFOLLOW) == 0)

/* Queries about a file. */
HERE(int, access, (const char* path, int mode), followed, (path, mode))
HERE(int, eaccess, (const char* path, int mode), followed, (path, mode))
HERE(int, euidaccess, (const char* path, int mode), followed, (path, mode))
THERE(int, faccessat, (int directory, const char* path, int mode, int flags), BY_FLAGS, (directory, path, mode, flags))
HERE(long, pathconf, (const char* path, int name), followed, (path, name))
HERE(key_t, ftok, (const char* path, int project), followed, (path, project))
HERE(ssize_t, getxattr, (const char* path, const char* name, void* value, size_t size), followed,
     (path, name, value, size))
HERE(ssize_t, lgetxattr, (const char* path, const char* name, void* value, size_t size), as_it_is,
     (path, name, value, size))
HERE(ssize_t, listxattr, (const char* path, char* names, size_t size), followed, (path, names, size))
HERE(ssize_t, llistxattr, (const char* path, char* names, size_t size), as_it_is, (path, names, size))
HERE(int, inotify_add_watch, (int watcher, const char* path, uint32_t mask), (mask & IN_DONT_FOLLOW) == 0,
     (watcher, path, mask))
THERE(int, fanotify_mark, (int watcher, unsigned flags, uint64_t mask, int directory, const char* path),
      (flags & FAN_MARK_DONT_FOLLOW) == 0, (watcher, flags, mask, directory, path))

/* Directories. */
HERE(int, chdir, (const char* path), followed, (path))
HERE(int, chroot, (const char* path), followed, (path))
HERE(int, mkdir, (const char* path, mode_t mode), as_it_is, (path, mode))
THERE(int, mkdirat, (int directory, const char* path, mode_t mode), as_it_is, (directory, path, mode))
HERE(int, rmdir, (const char* path), as_it_is, (path))

/* Files that a child opens before it starts a program. */
HERE(int, posix_spawn_file_actions_addopen,
     (posix_spawn_file_actions_t * actions, int descriptor, const char* path, int flags, mode_t mode),
     (flags & O_NOFOLLOW) == 0, (actions, descriptor, path, flags, mode))
HERE(int, posix_spawn_file_actions_addchdir_np, (posix_spawn_file_actions_t * actions, const char* path), followed,
     (actions, path))

/* Changes. */
HERE(int, chmod, (const char* path, mode_t mode), followed, (path, mode))
HERE(int, lchmod, (const char* path, mode_t mode), as_it_is, (path, mode))
THERE(int, fchmodat, (int directory, const char* path, mode_t mode, int flags), BY_FLAGS,
      (directory, path, mode, flags))
HERE(int, chown, (const char* path, uid_t user, gid_t group), followed, (path, user, group))
HERE(int, lchown, (const char* path, uid_t user, gid_t group), as_it_is, (path, user, group))
THERE(int, fchownat, (int directory, const char* path, uid_t user, gid_t group, int flags), BY_FLAGS,
      (directory, path, user, group, flags))
HERE(int, utime, (const char* path, const struct utimbuf* times), followed, (path, times))
HERE(int, utimes, (const char* path, const struct timeval times[2]), followed, (path, times))
HERE(int, lutimes, (const char* path, const struct timeval times[2]), as_it_is, (path, times))
THERE(int, futimesat, (int directory, const char* path, const struct timeval times[2]), followed,
      (directory, path, times))
THERE(int, utimensat, (int directory, const char* path, const struct timespec times[2], int flags), BY_FLAGS,
      (directory, path, times, flags))
HERE(int, setxattr, (const char* path, const char* name, const void* value, size_t size, int flags), followed,
     (path, name, value, size, flags))
HERE(int, lsetxattr, (const char* path, const char* name, const void* value, size_t size, int flags), as_it_is,
     (path, name, value, size, flags))
HERE(int, removexattr, (const char* path, const char* name), followed, (path, name))
HERE(int, lremovexattr, (const char* path, const char* name), as_it_is, (path, name))
HERE(int, truncate, (const char* path, off_t bytes), followed, (path, bytes))
HERE(int, truncate64, (const char* path, off64_t bytes), followed, (path, bytes))
HERE(int, mknod, (const char* path, mode_t mode, dev_t device), as_it_is, (path, mode, device))
THERE(int, mknodat, (int directory, const char* path, mode_t mode, dev_t device), as_it_is,
      (directory, path, mode, device))
HERE(int, mkfifo, (const char* path, mode_t mode), as_it_is, (path, mode))
THERE(int, mkfifoat, (int directory, const char* path, mode_t mode), as_it_is, (directory, path, mode))
HERE(int, unlink, (const char* path), as_it_is, (path))
THERE(int, unlinkat, (int directory, const char* path, int flags), as_it_is, (directory, path, flags))
HERE(int, remove, (const char* path), as_it_is, (path))
TWO(rename, (const char* path, const char* other), AT_FDCWD, AT_FDCWD, as_it_is, (path, other))
TWO(renameat, (int from, const char* path, int to, const char* other), from, to, as_it_is, (from, path, to, other))
TWO(renameat2, (int from, const char* path, int to, const char* other, unsigned flags), from, to, as_it_is,
    (from, path, to, other, flags))
TWO(link, (const char* path, const char* other), AT_FDCWD, AT_FDCWD, as_it_is, (path, other))
TWO(linkat, (int from, const char* path, int to, const char* other, int flags), from, to,
    (flags & AT_SYMLINK_FOLLOW) != 0, (from, path, to, other, flags))
/* The text of a symbolic link is not changed. */
HERE(int, symlink, (const char* text, const char* path), as_it_is, (text, path))
THERE(int, symlinkat, (const char* text, int directory, const char* path), as_it_is, (text, directory, path))
