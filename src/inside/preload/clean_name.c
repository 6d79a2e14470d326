/* One directory may have many names: "/dev//dri", "/dev/./dri", "dri" from within /dev, "/proc/self/fd/7". Comparing
   the names that a program uses with the device's names would miss most of them, so a name is made absolute and clean
   first. This costs a system call for a relative name. For an absolute name it costs none, unless the name has ".." or
   begins with /proc: ".." after a symbolic link is not the directory before the link, so the linked directory is opened
   and the kernel asked for its name. In /sys, links lead from one of the GPU's directories to another and to the
   host's, so each part of a name is checked for being a link. System calls are made directly: the library's own
   functions are intercepted. */
#define _GNU_SOURCE
#include "clean_name.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tree.h"

enum { target_room = 512, max_depth = 8 /* of links that lead to links */ };

struct name {
  char* text; /* no slash at its end; empty is the root */
  size_t length;
  int is_real;  /* the name contains no symbolic links */
  int met_ours; /* the name has led through the GPU's files */
};

static int set(struct name* name, const char* text, size_t length) {
  while (length != 0 && text[length - 1] == '/') --length;
  if (length >= name_room) return 0;
  memmove(name->text, text, length);
  name->text[length] = 0;
  name->length = length;
  return 1;
}

/* Reads the text of a link. Returns 0 if the file is not a link, or if the text is longer than `size`. */
static long read_link(const char* link, char* room, size_t size) {
  const long length = syscall(SYS_readlink, link, room, size);
  if (length <= 0 || (size_t)length >= size) return 0;
  room[length] = 0;
  return length;
}

/* Follows a link that the kernel makes in /proc, in the program's view. Returns 0 unless the link leads to an absolute
   name. */
static int follow_magic(const char* link, struct name* name) {
  char room[name_room];
  const long length = read_link(link, room, sizeof room);
  if (length == 0 || room[0] != '/') return 0;
  if (restore(room)) name->met_ours = 1;
  return set(name, room, strlen(room));
}

/* Replaces the name of a directory by a name without symbolic links. */
static int make_real(struct name* name) {
  if (name->is_real || name->length == 0) return 1;
  const int is_own = is_ours(name->text);
  if (is_own && !put_tree(name->text)) return 0;
  const int descriptor = (int)syscall(SYS_openat, AT_FDCWD, name->text, O_PATH | O_CLOEXEC);
  if (is_own) restore(name->text);
  if (descriptor < 0) return 0;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const int known = follow_magic(link, name);
  syscall(SYS_close, descriptor);
  name->is_real = known;
  return known;
}

/* Whether the name may be a link made by the kernel: a link in a process's directory, or /dev/fd. */
static int may_be_magic(const struct name* name) {
  return strncmp(name->text, "/proc/", 6) == 0 || strcmp(name->text, "/dev/fd") == 0;
}

static void go_up(struct name* name) {
  while (name->length != 0 && name->text[--name->length] != '/') continue;
  name->text[name->length] = 0;
}

static int append(struct name* name, const char* part, size_t length) {
  if (length == 1 && part[0] == '.') return 1;
  if (length == 2 && part[0] == '.' && part[1] == '.') {
    if (!make_real(name)) return 0;
    go_up(name);
    return 1;
  }
  if (name->length + 1 + length >= name_room) return 0;
  name->text[name->length] = '/';
  memcpy(name->text + name->length + 1, part, length);
  name->length += 1 + length;
  name->text[name->length] = 0;
  name->is_real = 0;
  if (is_ours(name->text)) name->met_ours = 1;
  return 1;
}

/* Reads the text of a symbolic link, if links in its place are followed here. */
static long target_of(struct name* name, char* room) {
  const int is_own = is_ours(name->text);
  if (!is_own && strncmp(name->text, "/sys/", 5) != 0) return 0;
  if (is_own && !put_tree(name->text)) return 0;
  const long length = read_link(name->text, room, target_room);
  if (is_own) restore(name->text);
  return length;
}

/* Extends `name` along `path`. A link at the end is followed if `follows`. */
static int walk(struct name* name, const char* path, int follows, int depth) {
  for (const char* part = path + strspn(path, "/"); *part != 0;) {
    const size_t length = strcspn(part, "/");
    const char* next = part + length + strspn(part + length, "/");
    if (may_be_magic(name)) follow_magic(name->text, name);
    if (!append(name, part, length)) return 0;
    char target[target_room];
    if ((follows || part[length] == '/') && target_of(name, target) != 0) {
      if (depth == max_depth) return 0;
      if (target[0] == '/')
        set(name, "", 0);
      else
        go_up(name);
      if (!walk(name, target, 1, depth + 1)) return 0;
    }
    part = next;
  }
  return 1;
}

static int begin(int directory, const char* path, struct name* name) {
  name->text[0] = 0;
  if (path[0] == '/') return 1;
  char link[40];
  snprintf(link, sizeof link, directory == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d", directory);
  name->is_real = follow_magic(link, name);
  return name->is_real;
}

/* Whether the name can only be a directory: it ends with a slash, or with a dot as its last part. */
static int ends_as_directory(const char* path) {
  const size_t length = strlen(path);
  return path[length - 1] == '/' || (path[length - 1] == '.' && (length == 1 || path[length - 2] == '/'));
}

static enum cleaned clean(int directory, const char* path, int follows, char* room) {
  struct name name = {room, 0, 0, 0};
  if (path == NULL || *path == 0 || !begin(directory, path, &name)) return unknown;
  if (!walk(&name, path, follows, 0)) return unknown;
  if ((ends_as_directory(path) || name.length == 0) && name.length + 1 < name_room)
    memcpy(name.text + name.length, "/", 2);
  return name.met_ours ? through_ours : known;
}

enum cleaned clean_name(int directory, const char* path, int follows, char* room) {
  const int error = errno;
  const enum cleaned result = clean(directory, path, follows, room);
  errno = error;
  return result;
}

/* Returns the rest of `name` after `start`; NULL if `name` does not begin with `start`. */
static const char* after(const char* name, const char* start) {
  const size_t length = strlen(start);
  return strncmp(name, start, length) == 0 ? name + length : NULL;
}

/* Returns the rest of the name after the /proc directory of this process or one of its threads; NULL if the name does
   not begin with such a directory. */
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
