/* The functions of the C library that close descriptors. Files of the GPU, and objects that it has handed out, last as
   long as any of their descriptors. Closing a descriptor unnoticed would keep the memory until the program ends. */
#define _GNU_SOURCE
#include "closing.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <stdio.h>
#include <unistd.h>

#include "door.h"
#include "meaning.h"

EXPORT int close(int descriptor) {
  REAL(int, "close");
  const struct closing closed = eugene_before_closing(descriptor);
  const int result = real(descriptor);
  eugene_after_closing(closed);
  return result;
}

/* Closes the file that `to` stood for before. */

EXPORT int dup2(int from, int to) {
  REAL(int, "dup2");
  const struct closing closed = eugene_before_closing(to);
  const int result = real(from, to);
  eugene_after_closing(closed);
  return result;
}

EXPORT int dup3(int from, int to, int flags) {
  REAL(int, "dup3");
  const struct closing closed = eugene_before_closing(to);
  const int result = real(from, to, flags);
  eugene_after_closing(closed);
  return result;
}

EXPORT int close_range(unsigned first, unsigned last, int flags) {
  REAL(int, "close_range");
  const int result = real(first, last, flags);
  if (result == 0 && (flags & CLOSE_RANGE_CLOEXEC) == 0) eugene_after_closing_some();
  return result;
}

EXPORT void closefrom(int first) {
  REAL(void, "closefrom");
  real(first);
  eugene_after_closing_some();
}

/* Streams. The C library closes their descriptors without calling close(). */

EXPORT int fclose(FILE* stream) {
  REAL(int, "fclose");
  const struct closing closed = eugene_before_closing(is_null(stream) ? -1 : fileno(stream));
  const int result = real(stream);
  eugene_after_closing(closed);
  return result;
}

EXPORT FILE* freopen(const char* path, const char* mode, FILE* stream) {
  REAL(FILE*, "freopen");
  const struct closing closed = eugene_before_closing(is_null(stream) ? -1 : fileno(stream));
  struct meaning meaning;
  find_meaning(AT_FDCWD, path, 1, &meaning);
  FILE* result = real(meaning.path, mode, stream);
  eugene_after_closing(closed);
  return result;
}
EXPORT FILE* freopen64(const char* path, const char* mode, FILE* stream) __attribute__((alias("freopen")));
