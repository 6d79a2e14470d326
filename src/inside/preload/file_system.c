#define _GNU_SOURCE
#include "file_system.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <string.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "door.h"
#include "meaning.h"

int is_in_sysfs(const char* name) { return strncmp(name, "/sys", 4) == 0; }

static const char* find_root(const char* name) { return is_in_sysfs(name) ? "/sys" : "/dev"; }

/* Says whether the host has a file system mounted at `root`. A container may have only a directory. */
static int has_file_system(const char* root) {
  struct statfs status;
  if (syscall(SYS_statfs, root, &status) != 0) return 0;
  return status.f_type == (is_in_sysfs(root) ? SYSFS_MAGIC : TMPFS_MAGIC);
}

dev_t device_of_file_system(const char* name, dev_t otherwise) {
  struct stat status;
  const char* root = find_root(name);
  if (!has_file_system(root) || syscall(SYS_newfstatat, AT_FDCWD, root, &status, 0) != 0) return otherwise;
  return status.st_dev;
}

dev_t device_of_tree(void) {
  static dev_t known;
  struct stat status;
  if (known == 0 && *tree_directory() != 0 && syscall(SYS_newfstatat, AT_FDCWD, tree_directory(), &status, 0) == 0)
    known = status.st_dev;
  return known;
}

void set_mount(const char* name, struct statx* status) {
  struct statx root;
  if ((status->stx_mask & STATX_MNT_ID) == 0 || !has_file_system(find_root(name))) return;
  if (syscall(SYS_statx, AT_FDCWD, find_root(name), 0, STATX_MNT_ID, &root) == 0) status->stx_mnt_id = root.stx_mnt_id;
}

/* The calls. On this platform, the 64-bit structures are equal to the others. */

static int describe(const char* name, struct statfs* status) {
  const char* root = find_root(name);
  if (has_file_system(root)) return (int)syscall(SYS_statfs, root, status);
  *status = (struct statfs){
      .f_type = is_in_sysfs(root) ? SYSFS_MAGIC : TMPFS_MAGIC, .f_bsize = 4096, .f_namelen = 255, .f_frsize = 4096};
  return 0;
}

#define FILE_SYSTEM(function, type)                            \
  EXPORT int function(const char* path, struct type* status) { \
    REAL(int, #function);                                      \
    struct meaning meaning;                                    \
    find_meaning(AT_FDCWD, path, 1, &meaning);                 \
    const int result = real(meaning.path, status);             \
    if (result != 0 || !meaning.is_ours) return result;        \
    return describe(meaning.name, (struct statfs*)status);     \
  }
FILE_SYSTEM(statfs, statfs)
FILE_SYSTEM(statfs64, statfs64)

#define FILE_SYSTEM_OF(function, type)                                    \
  EXPORT int function(int descriptor, struct type* status) {              \
    REAL(int, #function);                                                 \
    const int result = real(descriptor, status);                          \
    char own[name_room];                                                  \
    if (result != 0 || !name_of_own_file(descriptor, own)) return result; \
    return describe(own, (struct statfs*)status);                         \
  }
FILE_SYSTEM_OF(fstatfs, statfs)
FILE_SYSTEM_OF(fstatfs64, statfs64)

/* statvfs() does not report a type. If the host lacks the file system, the answer describes the file system of the
   tree's directory. */
#define POSIX_FILE_SYSTEM(function, type)                                                         \
  EXPORT int function(const char* path, struct type* status) {                                    \
    REAL(int, #function);                                                                         \
    struct meaning meaning;                                                                       \
    find_meaning(AT_FDCWD, path, 1, &meaning);                                                    \
    const int result = real(meaning.path, status);                                                \
    if (result != 0 || !meaning.is_ours) return result;                                           \
    return has_file_system(find_root(meaning.name)) ? real(find_root(meaning.name), status) : result; \
  }
POSIX_FILE_SYSTEM(statvfs, statvfs)
POSIX_FILE_SYSTEM(statvfs64, statvfs64)

#define POSIX_FILE_SYSTEM_OF(function, type, by_name)                              \
  EXPORT int function(int descriptor, struct type* status) {                       \
    REAL(int, #function);                                                          \
    const int result = real(descriptor, status);                                   \
    char own[name_room];                                                           \
    if (result != 0 || !name_of_own_file(descriptor, own)) return result;          \
    return has_file_system(find_root(own)) ? by_name(find_root(own), status) : result; \
  }
POSIX_FILE_SYSTEM_OF(fstatvfs, statvfs, statvfs)
POSIX_FILE_SYSTEM_OF(fstatvfs64, statvfs64, statvfs64)

/* Programs use this to get the mount's number. The handle is for the file in the tree's directory. */
EXPORT int name_to_handle_at(int directory, const char* path, struct file_handle* handle, int* mount, int flags) {
  REAL(int, "name_to_handle_at");
  struct meaning meaning;
  find_meaning(directory, path, (flags & AT_SYMLINK_FOLLOW) != 0, &meaning);
  const int result = real(directory, meaning.path, handle, mount, flags);
  if (result != 0 && errno != EOVERFLOW) return result;
  const char* own = meaning.is_ours ? meaning.name : NULL;
  if (own == NULL && is_empty(path) && name_of_own_file(directory, meaning.room)) own = meaning.room;
  struct statx root;
  if (own != NULL && !is_null(mount) && has_file_system(find_root(own)) &&
      syscall(SYS_statx, AT_FDCWD, find_root(own), 0, STATX_MNT_ID, &root) == 0)
    *mount = (int)root.stx_mnt_id;
  return result;
}
