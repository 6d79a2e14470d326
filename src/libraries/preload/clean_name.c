/* One directory may have many names: "/dev//dri", "/dev/./dri", "dri" from within /dev, "/proc/self/fd/7". Comparing
   what a program writes with the device's names would miss most of them, so a name is made absolute and clean first.
   This costs a system call for a relative name and none for an absolute one, unless it has ".." or begins with /proc:
   ".." after a symbolic link is not what precedes the link, so the directory before it is opened and the kernel asked
   for its name. System calls are made directly: the library's own functions are intercepted. */
#define _GNU_SOURCE
#include "clean_name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "redirect.h"

struct name {
  char* text; /* no slash at its end; empty is the root */
  size_t length;
  int is_real;  /* without symbolic links */
  int has_left; /* one of the places of the GPU's files, by ".." */
};

static int set(struct name* name, const char* text, size_t length) {
  while (length != 0 && text[length - 1] == '/') --length;
  if (length >= name_room) return 0;
  memmove(name->text, text, length);
  name->text[length] = 0;
  name->length = length;
  return 1;
}

/* Where a link leads; 0 unless that is an absolute name. In the program's view. */
static int read_link(const char* link, char* room) {
  const long length = syscall(SYS_readlink, link, room, name_room - 1);
  if (length <= 0 || room[0] != '/') return 0;
  room[length] = 0;
  restore(room);
  return 1;
}

static int follow(struct name* name) {
  char room[name_room];
  return read_link(name->text, room) && set(name, room, strlen(room));
}

/* Replaces the name of a directory by the one without symbolic links. */
static int make_real(struct name* name) {
  if (name->is_real || name->length == 0) return 1;
  char room[name_room];
  const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, instead_of(name->text, room), O_PATH | O_CLOEXEC);
  if (descriptor < 0) return 0;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const int known = read_link(link, room) && set(name, room, strlen(room));
  syscall(SYS_close, descriptor);
  name->is_real = known;
  return known;
}

/* Whether links that the kernel makes up may have that name: those of processes, and that of /dev to them. */
static int may_be_magic(const struct name* name) {
  return strncmp(name->text, "/proc/", 6) == 0 || strcmp(name->text, "/dev/fd") == 0;
}

static int append(struct name* name, const char* part, size_t length) {
  if (length == 1 && part[0] == '.') return 1;
  if (length == 2 && part[0] == '.' && part[1] == '.') {
    if (is_in_place(name->text)) name->has_left = 1;
    if (!make_real(name)) return 0;
    while (name->length != 0 && name->text[--name->length] != '/') continue;
    name->text[name->length] = 0;
    return 1;
  }
  if (name->length + 1 + length >= name_room) return 0;
  name->text[name->length] = '/';
  memcpy(name->text + name->length + 1, part, length);
  name->length += 1 + length;
  name->text[name->length] = 0;
  name->is_real = 0;
  return 1;
}

static int begin(int directory, const char* path, struct name* name) {
  name->text[0] = 0;
  if (path[0] == '/') return 1;
  char room[name_room];
  char link[40];
  snprintf(link, sizeof link, directory == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", directory);
  if (!read_link(link, room) || !set(name, room, strlen(room))) return 0;
  name->is_real = 1;
  return 1;
}

static enum cleaned clean(int directory, const char* path, char* room) {
  struct name name = {room, 0, 0, 0};
  if (path == NULL || *path == 0 || !begin(directory, path, &name)) return unknown;
  int is_directory = 0; /* so says the end of `path` */
  for (const char* part = path;;) {
    part += strspn(part, "/");
    const size_t length = strcspn(part, "/");
    if (length == 0) break;
    if (may_be_magic(&name)) follow(&name);
    if (!append(&name, part, length)) return unknown;
    is_directory = part[length] == '/' || (length == 1 && *part == '.');
    part += length;
  }
  if ((is_directory || name.length == 0) && name.length + 1 < name_room) memcpy(name.text + name.length, "/", 2);
  return name.has_left ? left_place : known;
}

enum cleaned clean_name(int directory, const char* path, char* room) {
  const int error = errno;
  const enum cleaned result = clean(directory, path, room);
  errno = error;
  return result;
}

/* What follows `start` in `name`; NULL if the name does not begin so. */
static const char* after(const char* name, const char* start) {
  const size_t length = strlen(start);
  return strncmp(name, start, length) == 0 ? name + length : NULL;
}

/* After this process's directory in /proc, or that of one of its threads; NULL if the name is not of them. */
static const char* after_own_process(const char* name) {
  char own[40];
  snprintf(own, sizeof own, "/proc/%d/", (int)getpid());
  const char* rest = after(name, "/proc/thread-self/");
  if (rest == NULL) rest = after(name, "/proc/self/");
  if (rest == NULL) rest = after(name, own);
  const char* thread = rest == NULL ? NULL : after(rest, "task/");
  if (thread == NULL) return rest;
  thread += strspn(thread, "0123456789");
  return *thread == '/' ? thread + 1 : NULL;
}

int descriptor_of_link(const char* name) {
  const char* rest = after(name, "/proc/") == NULL ? NULL : after_own_process(name);
  const char* number = rest == NULL ? NULL : after(rest, "fd/");
  if (number == NULL || *number < '0' || *number > '9') return -1;
  char* end = NULL;
  const long descriptor = strtol(number, &end, 10);
  return *end == 0 && descriptor <= 0x7FFFFFFF ? (int)descriptor : -1;
}
