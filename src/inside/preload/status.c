/* stat() and related functions: a node is a character device, and the GPU's files in /sys look like the kernel's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "door.h"
#include "file_system.h"
#include "meaning.h"

enum { drm_major = 226, mode_of_nodes = S_IFCHR | 0666, block_of_sysfs = 4096 };

/* A node, or a file of the GPU by its name, or else a file of the host. */
struct subject {
  int node;
  const char* name; /* NULL: a file of the host */
};

/* Returns a size as the kernel reports it: a page for a text file in /sys, and the true size for a binary file. */
static unsigned long size_in_sysfs(const char* name, unsigned mode, unsigned long size) {
  const char* last = strrchr(name, '/');
  if (!S_ISREG(mode)) return 0;
  return last != NULL && strcmp(last, "/config") == 0 ? size : block_of_sysfs;
}

static int describe(int result, const struct subject* subject, struct stat* status) {
  if (result != 0 || (subject->name == NULL && subject->node == no_node)) return result;
  status->st_uid = status->st_gid = 0;
  if (subject->name != NULL) {
    status->st_dev = device_of_file_system(subject->name, status->st_dev);
    status->st_ino = own_number(status->st_ino);
  }
  if (subject->node != no_node) {
    status->st_mode = mode_of_nodes;
    status->st_rdev = makedev(drm_major, (unsigned)subject->node);
    status->st_size = 0;
  } else if (S_ISDIR(status->st_mode)) {
    status->st_mode = S_IFDIR | 0755; /* independent of the user's mask */
  }
  if (subject->node == no_node && is_in_sysfs(subject->name)) {
    status->st_size = (off_t)size_in_sysfs(subject->name, status->st_mode, (unsigned long)status->st_size);
    status->st_blksize = block_of_sysfs;
  }
  status->st_blocks = 0;
  return result;
}

static int describe_extended(int result, const struct subject* subject, struct statx* status) {
  if (result != 0 || (subject->name == NULL && subject->node == no_node)) return result;
  struct stat plain = {.st_dev = makedev(status->stx_dev_major, status->stx_dev_minor),
                       .st_ino = status->stx_ino,
                       .st_mode = status->stx_mode,
                       .st_size = (off_t)status->stx_size,
                       .st_blksize = status->stx_blksize};
  describe(result, subject, &plain);
  status->stx_dev_major = major(plain.st_dev);
  status->stx_dev_minor = minor(plain.st_dev);
  status->stx_rdev_major = major(plain.st_rdev);
  status->stx_rdev_minor = minor(plain.st_rdev);
  status->stx_ino = plain.st_ino;
  status->stx_mode = (uint16_t)plain.st_mode;
  status->stx_size = (uint64_t)plain.st_size;
  status->stx_blksize = (uint32_t)plain.st_blksize;
  status->stx_uid = status->stx_gid = 0;
  status->stx_blocks = 0;
  if (subject->name != NULL) set_mount(subject->name, status);
  return result;
}

static struct subject subject_of_descriptor(int descriptor, char* room) {
  struct subject subject = {node_of_descriptor(descriptor), NULL};
  if (subject.node != no_node || !name_of_own_file(descriptor, room)) return subject;
  return (struct subject){node_of_name(room), room};
}

static struct subject find_subject(int directory, const char* path, int flags, struct meaning* meaning) {
  find_meaning(directory, path, (flags & AT_SYMLINK_NOFOLLOW) == 0, meaning);
  if ((flags & AT_EMPTY_PATH) != 0 && is_empty(path)) return subject_of_descriptor(directory, meaning->room);
  return (struct subject){meaning->node, meaning->is_ours ? meaning->name : NULL};
}

static int status_at(int directory, const char* path, struct stat* status, int flags) {
  REAL(int, "fstatat");
  struct meaning meaning;
  const struct subject subject = find_subject(directory, path, flags, &meaning);
  return describe(real(directory, meaning.path, status, flags), &subject, status);
}

/* Returns the status of a descriptor. Programs do this for most files that they open, so the name is looked up only if
   the file may be the GPU's. */
static int find_status(int descriptor, struct stat* status) {
  REAL(int, "fstat");
  const int result = real(descriptor, status);
  if (result != 0) return result;
  char room[name_room];
  struct subject subject = {node_of_descriptor(descriptor), NULL};
  if (subject.node == no_node && status->st_dev == device_of_tree()) subject = subject_of_descriptor(descriptor, room);
  return describe(result, &subject, status);
}

EXPORT int statx(int directory, const char* path, int flags, unsigned mask, struct statx* status) {
  REAL(int, "statx");
  struct meaning meaning;
  const struct subject subject = find_subject(directory, path, flags, &meaning);
  return describe_extended(real(directory, meaning.path, flags, mask, status), &subject, status);
}

EXPORT int fstat(int descriptor, struct stat* status) { return find_status(descriptor, status); }
EXPORT int fstat64(int descriptor, struct stat64* status) { return find_status(descriptor, (struct stat*)status); }
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

/* Functions called by programs linked with a C library before 2.33. `version` selects the kernel's or the C library's
   struct stat, which are equal here. */
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
    return find_status(descriptor, (struct stat*)status);        \
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
