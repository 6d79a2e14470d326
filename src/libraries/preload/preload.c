/* The library that `eugene run` preloads: functions of the C library that a program's drivers reach the GPU by. What
   does not concern the GPU is passed on. In C, and without any library but C's: it is in every program that the program
   starts. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "../in_process/calls.h"
#include "ending.h"
#include "redirect.h"

#define EXPORT __attribute__((visibility("default")))

/* The C library's function of this name. */
#define REAL(type, name) \
  static type (*real)(); \
  if (real == NULL) real = (type(*)())dlsym(RTLD_NEXT, name)

enum { drm_major = 226, drm_ioctl_type = 'd', sync_ioctl_type = '>' };

unsigned long eugene_failures(void);

static const struct eugene_calls* calls;

/* Set while the library with the GPU runs, and in its threads for good: its own calls of these functions are passed on.
   They must be, as it may call them with locks held that the answer to such a call would take. */
static __thread int inside __attribute__((tls_model("initial-exec")));

/* Opens the library with the GPU, which lies beside this one. */
static const struct eugene_calls* load(void) {
  const struct eugene_calls* known = __atomic_load_n(&calls, __ATOMIC_ACQUIRE);
  if (known != NULL) return known;
  Dl_info self;
  char path[PATH_MAX];
  if (dladdr((void*)&load, &self) == 0 || strlen(self.dli_fname) + 32 > sizeof path) return NULL;
  strcpy(path, self.dli_fname);
  char* slash = strrchr(path, '/');
  strcpy(slash == NULL ? path : slash + 1, "libeugene_gpu.so");
  inside = 1;
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  const struct eugene_calls* (*get)(void) = NULL;
  if (library != NULL) *(void**)&get = dlsym(library, EUGENE_CALLS);
  if (get != NULL) {
    known = get();
    __atomic_store_n(&calls, known, __ATOMIC_RELEASE);
  } else {
    fprintf(stderr, "eugene: cannot load the GPU: %s\n", dlerror());
  }
  inside = 0;
  return known;
}

struct file {
  unsigned long device, inode;
};

/* What a descriptor is to the GPU. */
static enum eugene_kind kind_of(int descriptor, struct file* file) {
  if (calls == NULL || inside || descriptor < 0) return eugene_nothing;
  struct stat status;
  if (syscall(SYS_fstat, descriptor, &status) != 0) return eugene_nothing;
  file->device = status.st_dev;
  file->inode = status.st_ino;
  const int error = errno;
  inside = 1;
  const enum eugene_kind kind = (enum eugene_kind)calls->kind(file->device, file->inode);
  inside = 0;
  errno = error;
  return kind;
}

/* The minor number of an open node, or no_node. */
static int open_node_of(int descriptor, struct file* file) {
  switch (kind_of(descriptor, file)) {
    case eugene_primary_node: return eugene_primary_minor;
    case eugene_render_node: return eugene_render_minor;
    default: return no_node;
  }
}

void eugene_program_ends(void) {
  if (calls == NULL) return;
  inside = 1;
  calls->stop_compiling();
  inside = 0;
}

void eugene_process_ends(void) {
  if (calls == NULL) return;
  inside = 1;
  calls->leave_statistics();
  inside = 0;
}

/* For Eugene's OpenCL layer. */
EXPORT unsigned long eugene_failures(void) { return calls == NULL ? 0 : calls->failures(); }

EXPORT int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void* argument = va_arg(list, void*);
  va_end(list);
  struct file file;
  if ((_IOC_TYPE(request) == drm_ioctl_type && open_node_of(descriptor, &file) != no_node) ||
      (_IOC_TYPE(request) == sync_ioctl_type && kind_of(descriptor, &file) == eugene_handed_out)) {
    inside = 1;
    const int result = calls->ioctl(file.device, file.inode, request, argument);
    inside = 0;
    return result;
  }
  return (int)syscall(SYS_ioctl, descriptor, request, argument);
}

EXPORT void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  struct file file;
  const int shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
  if (shared && (flags & MAP_ANONYMOUS) == 0 && kind_of(descriptor, &file) != eugene_nothing) {
    inside = 1;
    void* result = calls->map(file.device, file.inode, address, bytes, protection, flags, offset);
    inside = 0;
    return result;
  }
  return (void*)syscall(SYS_mmap, address, bytes, protection, flags, descriptor, offset);
}
EXPORT void* mmap64(void* address, size_t bytes, int protection, int flags, int descriptor, off64_t offset)
    __attribute__((alias("mmap")));

EXPORT int close(int descriptor) {
  REAL(int, "close");
  struct file file;
  const enum eugene_kind kind = kind_of(descriptor, &file);
  const int result = real(descriptor);
  if (kind != eugene_nothing) {
    inside = 1;
    calls->closed(file.device, file.inode);
    inside = 0;
  }
  return result;
}

/* open() and its like. */

static int open_node(int node, int flags) {
  const struct eugene_calls* gpu = load();
  if (gpu == NULL) {
    errno = ENODEV;
    return -1;
  }
  inside = 1;
  const int descriptor = gpu->open_node(node, flags);
  inside = 0;
  return descriptor;
}

/* Opening a descriptor by its name in /proc opens the node once more, as a file of its own. */
static int node_to_open(const char* path) {
  static const char own_descriptors[] = "/proc/self/fd/";
  if (inside || path == NULL) return no_node;
  if (calls == NULL || strncmp(path, own_descriptors, sizeof own_descriptors - 1) != 0) return node_of(path);
  struct file file;
  return open_node_of(atoi(path + sizeof own_descriptors - 1), &file);
}

static int open_at(int directory, const char* path, int flags, mode_t mode) {
  const int node = node_to_open(path);
  if (node != no_node) return open_node(node, flags);
  REAL(int, "openat");
  char room[redirect_room];
  return real(directory, redirect(path, room), flags, mode);
}

#define MODE(after)                                                 \
  mode_t mode = 0;                                                  \
  if ((flags & O_CREAT) != 0 || (flags & O_TMPFILE) == O_TMPFILE) { \
    va_list list;                                                   \
    va_start(list, after);                                          \
    mode = va_arg(list, mode_t);                                    \
    va_end(list);                                                   \
  }

EXPORT int open(const char* path, int flags, ...) {
  MODE(flags)
  return open_at(AT_FDCWD, path, flags, mode);
}
EXPORT int open64(const char* path, int flags, ...) {
  MODE(flags)
  return open_at(AT_FDCWD, path, flags | O_LARGEFILE, mode);
}
EXPORT int openat(int directory, const char* path, int flags, ...) {
  MODE(flags)
  return open_at(directory, path, flags, mode);
}
EXPORT int openat64(int directory, const char* path, int flags, ...) {
  MODE(flags)
  return open_at(directory, path, flags | O_LARGEFILE, mode);
}
EXPORT int __open_2(const char* path, int flags) { return open_at(AT_FDCWD, path, flags, 0); }
EXPORT int __open64_2(const char* path, int flags) { return open_at(AT_FDCWD, path, flags | O_LARGEFILE, 0); }
EXPORT int __openat_2(int directory, const char* path, int flags) { return open_at(directory, path, flags, 0); }
EXPORT int __openat64_2(int directory, const char* path, int flags) {
  return open_at(directory, path, flags | O_LARGEFILE, 0);
}

EXPORT FILE* fopen(const char* path, const char* mode) {
  REAL(FILE*, "fopen");
  char room[redirect_room];
  return real(redirect(path, room), mode);
}
EXPORT FILE* fopen64(const char* path, const char* mode) {
  REAL(FILE*, "fopen64");
  char room[redirect_room];
  return real(redirect(path, room), mode);
}
EXPORT DIR* opendir(const char* path) {
  REAL(DIR*, "opendir");
  char room[redirect_room];
  return real(redirect(path, room));
}
EXPORT int scandir(const char* path, struct dirent*** list, int (*filter)(const struct dirent*),
                   int (*compare)(const struct dirent**, const struct dirent**)) {
  REAL(int, "scandir");
  char room[redirect_room];
  return real(redirect(path, room), list, filter, compare);
}
EXPORT int scandir64(const char* path, struct dirent64*** list, int (*filter)(const struct dirent64*),
                     int (*compare)(const struct dirent64**, const struct dirent64**)) {
  REAL(int, "scandir64");
  char room[redirect_room];
  return real(redirect(path, room), list, filter, compare);
}

/* Threads: those that the library with the GPU starts are its own. */

struct beginning {
  void* (*run)(void*);
  void* argument;
};

static void* begin_inside(void* given) {
  const struct beginning own = *(struct beginning*)given;
  free(given);
  inside = 1;
  return own.run(own.argument);
}

EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  REAL(int, "pthread_create");
  if (!inside) return real(thread, attributes, run, argument);
  struct beginning* own = malloc(sizeof *own);
  if (own == NULL) return EAGAIN;
  *own = (struct beginning){run, argument};
  const int error = real(thread, attributes, begin_inside, own);
  if (error != 0) free(own);
  return error;
}

/* Names. */

EXPORT int access(const char* path, int mode) {
  REAL(int, "access");
  char room[redirect_room];
  return real(redirect(path, room), mode);
}
EXPORT ssize_t readlink(const char* path, char* text, size_t size) {
  REAL(ssize_t, "readlink");
  char room[redirect_room];
  return real(redirect(path, room), text, size);
}
EXPORT char* realpath(const char* path, char* resolved) {
  static char* (*real)(const char*, char*);
  /* The older version does not take NULL for `resolved`. */
  if (real == NULL) *(void**)&real = dlvsym(RTLD_NEXT, "realpath", "GLIBC_2.3");
  char room[redirect_room];
  char* result = real(redirect(path, room), resolved);
  restore(result);
  return result;
}
EXPORT char* __realpath_chk(const char* path, char* resolved, size_t size) {
  if (resolved != NULL && size < PATH_MAX) abort();
  return realpath(path, resolved);
}
EXPORT char* canonicalize_file_name(const char* path) { return realpath(path, NULL); }

/* stat() and its like: a node is a character device. */

static int describe(int result, int node, struct stat* status) {
  if (result == 0 && node != no_node) {
    status->st_mode = S_IFCHR | 0666;
    status->st_rdev = makedev(drm_major, node);
    status->st_size = 0;
  }
  return result;
}

static int status_at(int directory, const char* path, struct stat* status, int flags) {
  REAL(int, "fstatat");
  char room[redirect_room];
  struct file file;
  const int node = is_empty(path) && (flags & AT_EMPTY_PATH) != 0 ? open_node_of(directory, &file) : node_of(path);
  return describe(real(directory, redirect(path, room), status, flags), node, status);
}

static int status_of(int descriptor, struct stat* status) {
  REAL(int, "fstat");
  struct file file;
  return describe(real(descriptor, status), open_node_of(descriptor, &file), status);
}

EXPORT int fstat(int descriptor, struct stat* status) { return status_of(descriptor, status); }
EXPORT int stat(const char* path, struct stat* status) { return status_at(AT_FDCWD, path, status, 0); }
EXPORT int lstat(const char* path, struct stat* status) {
  return status_at(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
EXPORT int fstatat(int directory, const char* path, struct stat* status, int flags) {
  return status_at(directory, path, status, flags);
}
EXPORT int fstat64(int descriptor, struct stat64* status) { return status_of(descriptor, (struct stat*)status); }
EXPORT int stat64(const char* path, struct stat64* status) {
  return status_at(AT_FDCWD, path, (struct stat*)status, 0);
}
EXPORT int lstat64(const char* path, struct stat64* status) {
  return status_at(AT_FDCWD, path, (struct stat*)status, AT_SYMLINK_NOFOLLOW);
}
EXPORT int fstatat64(int directory, const char* path, struct stat64* status, int flags) {
  return status_at(directory, path, (struct stat*)status, flags);
}
EXPORT int statx(int directory, const char* path, int flags, unsigned mask, struct statx* status) {
  REAL(int, "statx");
  char room[redirect_room];
  struct file file;
  const int node = is_empty(path) && (flags & AT_EMPTY_PATH) != 0 ? open_node_of(directory, &file) : node_of(path);
  const int result = real(directory, redirect(path, room), flags, mask, status);
  if (result == 0 && node != no_node) {
    status->stx_mode = S_IFCHR | 0666;
    status->stx_rdev_major = drm_major;
    status->stx_rdev_minor = (unsigned)node;
    status->stx_size = 0;
  }
  return result;
}
/* As programs linked with a C library before 2.33 call them. */
EXPORT int __fxstat(int version, int descriptor, struct stat* status) {
  (void)version;
  return status_of(descriptor, status);
}
EXPORT int __xstat(int version, const char* path, struct stat* status) {
  (void)version;
  return status_at(AT_FDCWD, path, status, 0);
}
EXPORT int __lxstat(int version, const char* path, struct stat* status) {
  (void)version;
  return status_at(AT_FDCWD, path, status, AT_SYMLINK_NOFOLLOW);
}
EXPORT int __fxstat64(int version, int descriptor, struct stat64* status) {
  (void)version;
  return status_of(descriptor, (struct stat*)status);
}
EXPORT int __xstat64(int version, const char* path, struct stat64* status) {
  (void)version;
  return status_at(AT_FDCWD, path, (struct stat*)status, 0);
}
EXPORT int __lxstat64(int version, const char* path, struct stat64* status) {
  (void)version;
  return status_at(AT_FDCWD, path, (struct stat*)status, AT_SYMLINK_NOFOLLOW);
}
