/* Functions that return names of files. The program gets the names of the device's files, not the names of the files
   that stand in for them. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "door.h"
#include "meaning.h"

/* The current directory. */

EXPORT char* getcwd(char* buffer, size_t size) {
  REAL(char*, "getcwd");
  /* The directory's name may be shorter for the program than for the kernel. */
  char room[name_room];
  if (real(room, sizeof room) == NULL) return real(buffer, size);
  const size_t before = strlen(room);
  restore(room);
  const size_t length = strlen(room) + 1;
  if (length > before) return real(buffer, size);
  if (size < length && (size != 0 || !is_null(buffer))) {
    errno = size == 0 ? EINVAL : ERANGE;
    return NULL;
  }
  if (is_null(buffer)) buffer = malloc(size < length ? length : size);
  return is_null(buffer) ? NULL : memcpy(buffer, room, length);
}
EXPORT char* __getcwd_chk(char* buffer, size_t size, size_t room) {
  if (size > room) abort();
  return getcwd(buffer, size);
}
EXPORT char* getwd(char* buffer) {
  REAL(char*, "getwd");
  char* result = real(buffer);
  restore(result);
  return result;
}
EXPORT char* get_current_dir_name(void) {
  REAL(char*, "get_current_dir_name");
  char* result = real(); /* $PWD, if it names the directory */
  restore(result);
  return result;
}

/* Links. */

static ssize_t read_link_at(int directory, const char* path, char* text, size_t size) {
  REAL(ssize_t, "readlinkat");
  struct meaning meaning;
  find_meaning(directory, path, 0, &meaning);
  const char* name = name_of_node(meaning.linked_node);
  if (size == 0) return real(directory, meaning.path, text, size);
  if (name == NULL) {
    char room[name_room];
    const ssize_t length = real(directory, meaning.path, room, sizeof room - 1);
    if (length <= 0) return real(directory, meaning.path, text, size);
    room[length] = 0;
    restore(room);
    if (strlen(room) >= (size_t)length) return real(directory, meaning.path, text, size);
    name = strcpy(meaning.room, room);
  }
  const size_t length = strlen(name) < size ? strlen(name) : size;
  memcpy(text, name, length);
  return (ssize_t)length;
}

EXPORT ssize_t readlink(const char* path, char* text, size_t size) { return read_link_at(AT_FDCWD, path, text, size); }
EXPORT ssize_t readlinkat(int directory, const char* path, char* text, size_t size) {
  return read_link_at(directory, path, text, size);
}
EXPORT ssize_t __readlink_chk(const char* path, char* text, size_t size, size_t room) {
  if (size > room) abort();
  return read_link_at(AT_FDCWD, path, text, size);
}
EXPORT ssize_t __readlinkat_chk(int directory, const char* path, char* text, size_t size, size_t room) {
  if (size > room) abort();
  return read_link_at(directory, path, text, size);
}

EXPORT char* realpath(const char* path, char* resolved) {
  static char* (*real)(const char*, char*);
  /* The older version of the function does not accept NULL for `resolved`. */
  if (real == NULL) *(void**)&real = dlvsym(RTLD_NEXT, "realpath", "GLIBC_2.3");
  struct meaning meaning;
  find_meaning(AT_FDCWD, path, 1, &meaning);
  const char* name = name_of_node(meaning.linked_node);
  if (name != NULL) return is_null(resolved) ? strdup(name) : strcpy(resolved, name);
  char* result = real(meaning.path, resolved);
  restore(result);
  return result;
}
EXPORT char* __realpath_chk(const char* path, char* resolved, size_t size) {
  if (!is_null(resolved) && size < PATH_MAX) abort();
  return realpath(path, resolved);
}
EXPORT char* canonicalize_file_name(const char* path) { return realpath(path, NULL); }

/* glob() reads directories by internal functions, unless the caller provides functions. */

static void* open_directory(const char* path) { return opendir(path); }
static struct dirent* read_directory(void* directory) { return readdir(directory); }
static void close_directory(void* directory) { closedir(directory); }

#define GLOB(name, type, status_type, entry_type, link_status, status)                                \
  EXPORT int name(const char* pattern, int flags, int (*failed)(const char*, int), type* found) {     \
    REAL(int, #name);                                                                                 \
    if (is_null(found) || (flags & GLOB_ALTDIRFUNC) != 0) return real(pattern, flags, failed, found); \
    found->gl_opendir = open_directory;                                                               \
    found->gl_readdir = (struct entry_type * (*)(void*)) read_directory;                              \
    found->gl_closedir = close_directory;                                                             \
    found->gl_lstat = (int (*)(const char*, struct status_type*))link_status;                         \
    found->gl_stat = (int (*)(const char*, struct status_type*))status;                               \
    const int result = real(pattern, flags | GLOB_ALTDIRFUNC, failed, found);                         \
    found->gl_flags &= ~GLOB_ALTDIRFUNC;                                                              \
    return result;                                                                                    \
  }
GLOB(glob, glob_t, stat, dirent, lstat, stat)
GLOB(glob64, glob64_t, stat64, dirent64, lstat64, stat64)
