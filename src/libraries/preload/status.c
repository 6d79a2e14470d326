/* stat() and its like: a node is a character device. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "door.h"
#include "redirect.h"

enum { drm_major = 226, mode_of_nodes = S_IFCHR | 0666 };

/* The node that is looked at; `meaning` is that of the name. */
static int node_at(int directory, const char* path, int flags, const struct meaning* meaning) {
  if ((flags & AT_EMPTY_PATH) != 0 && is_empty(path)) return node_of_descriptor(directory);
  return meaning->is_link && (flags & AT_SYMLINK_NOFOLLOW) != 0 ? no_node : meaning->node;
}

static int describe(int result, int node, struct stat* status) {
  if (result == 0 && node != no_node) {
    status->st_mode = mode_of_nodes;
    status->st_rdev = makedev(drm_major, (unsigned)node);
    status->st_size = 0;
  }
  return result;
}

static int status_at(int directory, const char* path, struct stat* status, int flags) {
  REAL(int, "fstatat");
  struct meaning meaning;
  find_meaning(directory, path, &meaning);
  const int node = node_at(directory, path, flags, &meaning);
  return describe(real(directory, meaning.path, status, flags), node, status);
}

static int status_of(int descriptor, struct stat* status) {
  REAL(int, "fstat");
  return describe(real(descriptor, status), node_of_descriptor(descriptor), status);
}

EXPORT int statx(int directory, const char* path, int flags, unsigned mask, struct statx* status) {
  REAL(int, "statx");
  struct meaning meaning;
  find_meaning(directory, path, &meaning);
  const int node = node_at(directory, path, flags, &meaning);
  const int result = real(directory, meaning.path, flags, mask, status);
  if (result == 0 && node != no_node) {
    status->stx_mode = mode_of_nodes;
    status->stx_rdev_major = drm_major;
    status->stx_rdev_minor = (unsigned)node;
    status->stx_size = 0;
  }
  return result;
}

EXPORT int fstat(int descriptor, struct stat* status) { return status_of(descriptor, status); }
EXPORT int fstat64(int descriptor, struct stat64* status) { return status_of(descriptor, (struct stat*)status); }
EXPORT int fstatat(int directory, const char* path, struct stat* status, int flags) {
  return status_at(directory, path, status, flags);
}
EXPORT int fstatat64(int directory, const char* path, struct stat64* status, int flags) {
  return status_at(directory, path, (struct stat*)status, flags);
}

#define STATUS(name, type, flags) \
  EXPORT int name(const char* path, type* status) { return status_at(AT_FDCWD, path, (struct stat*)status, flags); }
STATUS(stat, struct stat, 0)
STATUS(stat64, struct stat64, 0)
STATUS(lstat, struct stat, AT_SYMLINK_NOFOLLOW)
STATUS(lstat64, struct stat64, AT_SYMLINK_NOFOLLOW)

/* As programs linked with a C library before 2.33 call them: the kernel's form of struct stat and the C library's,
   which are the same here. */
static int is_known(int version) {
  if (version == 0 || version == 1) return 1;
  errno = EINVAL;
  return 0;
}

#define OLD_STATUS(name, type, flags)                              \
  EXPORT int name(int version, const char* path, type* status) {   \
    if (!is_known(version)) return -1;                             \
    return status_at(AT_FDCWD, path, (struct stat*)status, flags); \
  }
OLD_STATUS(__xstat, struct stat, 0)
OLD_STATUS(__xstat64, struct stat64, 0)
OLD_STATUS(__lxstat, struct stat, AT_SYMLINK_NOFOLLOW)
OLD_STATUS(__lxstat64, struct stat64, AT_SYMLINK_NOFOLLOW)

#define OLD_STATUS_OF(name, type)                              \
  EXPORT int name(int version, int descriptor, type* status) { \
    if (!is_known(version)) return -1;                         \
    return status_of(descriptor, (struct stat*)status);        \
  }
OLD_STATUS_OF(__fxstat, struct stat)
OLD_STATUS_OF(__fxstat64, struct stat64)

#define OLD_STATUS_AT(name, type)                                                          \
  EXPORT int name(int version, int directory, const char* path, type* status, int flags) { \
    if (!is_known(version)) return -1;                                                     \
    return status_at(directory, path, (struct stat*)status, flags);                        \
  }
OLD_STATUS_AT(__fxstatat, struct stat)
OLD_STATUS_AT(__fxstatat64, struct stat64)
