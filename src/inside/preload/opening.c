/* open() and related functions. A node is opened by the library with the GPU. Opening a node's descriptor by its link
   in /proc opens the node once more, as a separate file. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "door.h"
#include "meaning.h"

static int open_at(int directory, const char* path, int flags, mode_t mode) {
  struct meaning meaning;
  const int makes_new = (flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL);
  find_meaning(directory, path, (flags & O_NOFOLLOW) == 0 && !makes_new, &meaning);
  /* With O_PATH, open the file that stands in for the node. */
  if (meaning.node != no_node && (flags & O_PATH) == 0) return open_node(meaning.node, flags);
  REAL(int, "openat");
  return real(directory, meaning.path, flags, mode);
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
EXPORT int creat(const char* path, mode_t mode) { return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
EXPORT int creat64(const char* path, mode_t mode) {
  return open_at(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC | O_LARGEFILE, mode);
}

/* Streams. */

static FILE* stream_of_node(int node, const char* mode) {
  const int writes = strchr(mode, 'w') != NULL || strchr(mode, 'a') != NULL;
  const int access = strchr(mode, '+') != NULL ? O_RDWR : writes ? O_WRONLY : O_RDONLY;
  const int descriptor = open_node(node, access | (strchr(mode, 'e') != NULL ? O_CLOEXEC : 0));
  if (descriptor < 0) return NULL;
  FILE* stream = fdopen(descriptor, mode);
  if (stream == NULL) close(descriptor);
  return stream;
}

#define STREAM(name)                                                        \
  EXPORT FILE* name(const char* path, const char* mode) {                   \
    struct meaning meaning;                                                 \
    find_meaning(AT_FDCWD, path, 1, &meaning);                              \
    if (meaning.node != no_node) return stream_of_node(meaning.node, mode); \
    REAL(FILE*, #name);                                                     \
    return real(meaning.path, mode);                                        \
  }
STREAM(fopen)
STREAM(fopen64)
