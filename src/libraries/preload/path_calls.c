/* All other functions of the C library that take the name of a file and give none: each is called with the name under
   which the file lies. Those that change files are here too: what a program does to /dev/dri does not concern the
   host's. A row is the function's type, name and parameters, the directory and the name among these, and what is passed
   on. */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/inotify.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>
#include <utime.h>

#include "door.h"
#include "redirect.h"

#define PASS(...) (__VA_ARGS__)
#define NAMED(type, name, parameters, directory, path, passed) \
  EXPORT type name parameters;                                 \
  type name parameters {                                       \
    REAL(type, #name);                                         \
    struct meaning meaning;                                    \
    find_meaning(directory, path, &meaning);                   \
    path = meaning.path;                                       \
    return real passed;                                        \
  }
#define HERE(type, name, parameters, passed) NAMED(type, name, parameters, AT_FDCWD, path, passed)
#define THERE(type, name, parameters, passed) NAMED(type, name, parameters, directory, path, passed)
/* With two names. */
#define TWO(name, parameters, from, to, passed) \
  EXPORT int name parameters;                   \
  int name parameters {                         \
    REAL(int, #name);                           \
    struct meaning first, second;               \
    find_meaning(from, path, &first);           \
    find_meaning(to, other, &second);           \
    path = first.path;                          \
    other = second.path;                        \
    return real passed;                         \
  }

/* What a file is. */
HERE(int, access, (const char* path, int mode), (path, mode))
HERE(int, eaccess, (const char* path, int mode), (path, mode))
HERE(int, euidaccess, (const char* path, int mode), (path, mode))
THERE(int, faccessat, (int directory, const char* path, int mode, int flags), (directory, path, mode, flags))
HERE(int, statfs, (const char* path, struct statfs* status), (path, status))
HERE(int, statfs64, (const char* path, struct statfs64* status), (path, status))
HERE(int, statvfs, (const char* path, struct statvfs* status), (path, status))
HERE(int, statvfs64, (const char* path, struct statvfs64* status), (path, status))
HERE(long, pathconf, (const char* path, int name), (path, name))
HERE(ssize_t, getxattr, (const char* path, const char* name, void* value, size_t size), (path, name, value, size))
HERE(ssize_t, lgetxattr, (const char* path, const char* name, void* value, size_t size), (path, name, value, size))
HERE(ssize_t, listxattr, (const char* path, char* names, size_t size), (path, names, size))
HERE(ssize_t, llistxattr, (const char* path, char* names, size_t size), (path, names, size))
HERE(int, inotify_add_watch, (int watcher, const char* path, uint32_t mask), (watcher, path, mask))
THERE(int, name_to_handle_at, (int directory, const char* path, struct file_handle* handle, int* mount, int flags),
      (directory, path, handle, mount, flags))

/* Directories. */
HERE(int, chdir, (const char* path), (path))
HERE(DIR*, opendir, (const char* path), (path))
HERE(int, mkdir, (const char* path, mode_t mode), (path, mode))
THERE(int, mkdirat, (int directory, const char* path, mode_t mode), (directory, path, mode))
HERE(int, rmdir, (const char* path), (path))

/* Changes. */
HERE(int, chmod, (const char* path, mode_t mode), (path, mode))
HERE(int, lchmod, (const char* path, mode_t mode), (path, mode))
THERE(int, fchmodat, (int directory, const char* path, mode_t mode, int flags), (directory, path, mode, flags))
HERE(int, chown, (const char* path, uid_t user, gid_t group), (path, user, group))
HERE(int, lchown, (const char* path, uid_t user, gid_t group), (path, user, group))
THERE(int, fchownat, (int directory, const char* path, uid_t user, gid_t group, int flags),
      (directory, path, user, group, flags))
HERE(int, utime, (const char* path, const struct utimbuf* times), (path, times))
HERE(int, utimes, (const char* path, const struct timeval times[2]), (path, times))
HERE(int, lutimes, (const char* path, const struct timeval times[2]), (path, times))
THERE(int, futimesat, (int directory, const char* path, const struct timeval times[2]), (directory, path, times))
THERE(int, utimensat, (int directory, const char* path, const struct timespec times[2], int flags),
      (directory, path, times, flags))
HERE(int, setxattr, (const char* path, const char* name, const void* value, size_t size, int flags),
     (path, name, value, size, flags))
HERE(int, lsetxattr, (const char* path, const char* name, const void* value, size_t size, int flags),
     (path, name, value, size, flags))
HERE(int, removexattr, (const char* path, const char* name), (path, name))
HERE(int, lremovexattr, (const char* path, const char* name), (path, name))
HERE(int, truncate, (const char* path, off_t bytes), (path, bytes))
HERE(int, truncate64, (const char* path, off64_t bytes), (path, bytes))
HERE(int, mknod, (const char* path, mode_t mode, dev_t device), (path, mode, device))
THERE(int, mknodat, (int directory, const char* path, mode_t mode, dev_t device), (directory, path, mode, device))
HERE(int, mkfifo, (const char* path, mode_t mode), (path, mode))
THERE(int, mkfifoat, (int directory, const char* path, mode_t mode), (directory, path, mode))
HERE(int, unlink, (const char* path), (path))
THERE(int, unlinkat, (int directory, const char* path, int flags), (directory, path, flags))
HERE(int, remove, (const char* path), (path))
TWO(rename, (const char* path, const char* other), AT_FDCWD, AT_FDCWD, (path, other))
TWO(renameat, (int from, const char* path, int to, const char* other), from, to, (from, path, to, other))
TWO(renameat2, (int from, const char* path, int to, const char* other, unsigned flags), from, to,
    (from, path, to, other, flags))
TWO(link, (const char* path, const char* other), AT_FDCWD, AT_FDCWD, (path, other))
TWO(linkat, (int from, const char* path, int to, const char* other, int flags), from, to,
    (from, path, to, other, flags))
/* The text of a symbolic link stays as the program wants it. */
HERE(int, symlink, (const char* text, const char* path), (text, path))
THERE(int, symlinkat, (const char* text, int directory, const char* path), (text, directory, path))
