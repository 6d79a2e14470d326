/* scandir() and related functions. The C library's own versions do not call readdir(). */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door.h"

static int grow(struct dirent*** list, size_t count, size_t* room) {
  if (count < *room) return 1;
  *room = *room == 0 ? 16 : 2 * *room;
  struct dirent** more = realloc(*list, *room * sizeof *more);
  if (more != NULL) *list = more;
  return more != NULL;
}

typedef int (*choose)(const struct dirent*);
typedef int (*order)(const struct dirent**, const struct dirent**);

static int scan(DIR* stream, struct dirent*** result, choose filter_of, order compare) {
  if (stream == NULL) return -1;
  struct dirent** list = NULL;
  size_t count = 0, room = 0;
  const int error = errno;
  int failure = 0;
  errno = 0;
  for (const struct dirent* entry; failure == 0 && (entry = readdir(stream)) != NULL; errno = 0) {
    if (filter_of != NULL && !filter_of(entry)) continue;
    struct dirent* copy = grow(&list, count, &room) ? malloc(entry->d_reclen) : NULL;
    if (copy == NULL)
      failure = ENOMEM;
    else
      list[count++] = memcpy(copy, entry, entry->d_reclen);
  }
  if (failure == 0) failure = errno;
  closedir(stream);
  errno = failure == 0 ? error : failure;
  if (failure != 0) {
    while (count != 0) free(list[--count]);
    free(list);
    return -1;
  }
  if (compare != NULL && count > 1) qsort(list, count, sizeof *list, (int (*)(const void*, const void*))compare);
  *result = list;
  return (int)count;
}

EXPORT int scandir(const char* path, struct dirent*** list, choose filter_of, order compare) {
  return scan(opendir(path), list, filter_of, compare);
}
EXPORT int scandirat(int directory, const char* path, struct dirent*** list, choose filter_of, order compare) {
  const int descriptor = openat(directory, *path == 0 ? "" : path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return -1;
  DIR* stream = fdopendir(descriptor);
  if (stream == NULL) close(descriptor);
  return scan(stream, list, filter_of, compare);
}
EXPORT int scandir64(const char* path, struct dirent64*** list, int (*filter_of)(const struct dirent64*),
                     int (*compare)(const struct dirent64**, const struct dirent64**)) {
  return scandir(path, (struct dirent***)list, (choose)filter_of, (order)compare);
}
EXPORT int scandirat64(int directory, const char* path, struct dirent64*** list,
                       int (*filter_of)(const struct dirent64*),
                       int (*compare)(const struct dirent64**, const struct dirent64**)) {
  return scandirat(directory, path, (struct dirent***)list, (choose)filter_of, (order)compare);
}
