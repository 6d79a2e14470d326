/* Walks the directories in which the GPU has files by each call of the C library that lists a directory, and asks for
   each entry by each call that takes a name: all have to tell the same. Exits with 1 where they do not.

     tree_walk ROOT ...  */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statfs.h>
#include <sys/statvfs.h>
#include <sys/sysmacros.h>
#include <unistd.h>

static int wrong, entries;

static void tell(const char* path, const char* what) {
  if (++wrong <= 40) printf("%s: %s: %s\n", path, what, errno == 0 ? "differs" : strerror(errno));
}
#define CHECK(path, condition)                \
  do {                                        \
    errno = 0;                                \
    if (!(condition)) tell(path, #condition); \
  } while (0)

/* The entries of a directory by one kind of call: "name:type", sorted. */
struct list {
  char** names;
  size_t count, room;
};

static void add(struct list* list, const char* name, int type) {
  if (list->count == list->room) list->names = realloc(list->names, (list->room = list->room * 2 + 16) * sizeof(char*));
  char text[300];
  if (type >= 0)
    snprintf(text, sizeof text, "%s:%d", name, type);
  else
    snprintf(text, sizeof text, "%s", name);
  list->names[list->count++] = strdup(text);
}
static int compare(const void* a, const void* b) { return strcmp(*(char* const*)a, *(char* const*)b); }
static void sort(struct list* list) { qsort(list->names, list->count, sizeof(char*), compare); }
static void clear(struct list* list) {
  while (list->count != 0) free(list->names[--list->count]);
  free(list->names);
  *list = (struct list){0};
}

static void expect(const char* path, const char* call, const struct list* all, struct list* other) {
  sort(other);
  size_t i = 0;
  for (; i < all->count && i < other->count && strcmp(all->names[i], other->names[i]) == 0; ++i) continue;
  if (i != all->count || i != other->count) {
    char what[700];
    snprintf(what, sizeof what, "%s gives %zu entries for %zu, first %s for %s", call, other->count, all->count,
             i < other->count ? other->names[i] : "-", i < all->count ? all->names[i] : "-");
    errno = 0;
    tell(path, what);
  }
  clear(other);
}

static int is_dot(const char* name) { return strcmp(name, ".") == 0 || strcmp(name, "..") == 0; }

static void by_stream(DIR* stream, struct list* list) {
  for (struct dirent* each; (each = readdir(stream)) != NULL;) add(list, each->d_name, each->d_type);
}

static void by_getdents(const char* path, size_t room, struct list* list) {
  const int directory = open(path, O_RDONLY | O_DIRECTORY);
  char* buffer = malloc(room);
  for (ssize_t got; (got = getdents64(directory, buffer, room)) > 0;) {
    for (ssize_t at = 0; at < got;) {
      const struct dirent64* each = (const struct dirent64*)(void*)(buffer + at);
      add(list, each->d_name, each->d_type);
      at += each->d_reclen;
    }
  }
  free(buffer);
  close(directory);
}

static int choose_all(const struct dirent* entry) { return entry != NULL; }

static void by_scandir(const char* path, int at, struct list* list) {
  struct dirent** found = NULL;
  const int directory = at ? open(path, O_RDONLY | O_DIRECTORY) : -1;
  const int count =
      at ? scandirat(directory, ".", &found, choose_all, alphasort) : scandir(path, &found, choose_all, alphasort);
  for (int i = 0; i < count; ++i) {
    add(list, found[i]->d_name, found[i]->d_type);
    free(found[i]);
  }
  free(found);
  if (directory >= 0) close(directory);
}

/* Without types, hidden names and dots. */
static void by_glob(const char* path, struct list* list) {
  char pattern[PATH_MAX];
  snprintf(pattern, sizeof pattern, "%s/*", path);
  glob_t found;
  if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0) return;
  for (size_t i = 0; i < found.gl_pathc; ++i) add(list, strrchr(found.gl_pathv[i], '/') + 1, -1);
  globfree(&found);
}

static void by_fts(char* path, struct list* list) {
  char* roots[] = {path, NULL};
  FTS* walk = fts_open(roots, FTS_PHYSICAL, NULL);
  for (FTSENT* each; (each = fts_read(walk)) != NULL;) {
    if (each->fts_level == 0 || each->fts_info == FTS_DP || each->fts_info == FTS_DNR) continue;
    add(list, each->fts_name, (int)IFTODT(each->fts_statp->st_mode));
    if (each->fts_info == FTS_D) fts_set(walk, each, FTS_SKIP);
  }
  fts_close(walk);
}

static struct list* of_nftw;
static int in_nftw(const char* path, const struct stat* status, int type, struct FTW* place) {
  if (place->level == 0) return 0;
  (void)type;
  add(of_nftw, path + place->base, (int)IFTODT(status->st_mode));
  return FTW_SKIP_SUBTREE;
}
static int in_nftw_deep(const char* path, const struct stat* status, int type, struct FTW* place) {
  if (place->level == 1) add(of_nftw, path + place->base, (int)IFTODT(status->st_mode));
  if (type == FTW_D) return -1; /* a directory comes after what is in it */
  return 0;
}

/* The types that the kernel knows; without the dots, or (glob) hidden names. */
static void reduce(const struct list* all, int is_glob, struct list* result) {
  for (size_t i = 0; i < all->count; ++i) {
    char name[300];
    snprintf(name, sizeof name, "%s", all->names[i]);
    char* colon = strrchr(name, ':');
    *colon = 0;
    if (is_dot(name) || (is_glob && name[0] == '.')) continue;
    add(result, name, is_glob ? -1 : atoi(colon + 1));
  }
}

static void compare_lists(char* path, const struct list* all) {
  struct list other = {0}, visible = {0}, reduced = {0};
  const int directory = open(path, O_RDONLY | O_DIRECTORY);
  DIR* stream = fdopendir(directory);
  by_stream(stream, &other);
  expect(path, "fdopendir", all, &other);
  rewinddir(stream);
  by_stream(stream, &other);
  expect(path, "rewinddir", all, &other);
  rewinddir(stream);
  for (size_t i = 0; i < all->count; ++i) { /* each entry is found again at its place */
    const long place = telldir(stream);
    char name[256];
    struct dirent* each = readdir(stream);
    if (each == NULL) break;
    snprintf(name, sizeof name, "%s", each->d_name);
    seekdir(stream, place);
    each = readdir(stream);
    CHECK(path, each != NULL && strcmp(each->d_name, name) == 0);
    if (each != NULL) add(&other, each->d_name, each->d_type);
  }
  expect(path, "seekdir", all, &other);
  closedir(stream);
  by_getdents(path, 32768, &other);
  expect(path, "getdents64", all, &other);
  by_getdents(path, 1024, &other);
  expect(path, "getdents64 of 1024 bytes", all, &other);
  by_scandir(path, 0, &other);
  expect(path, "scandir", all, &other);
  by_scandir(path, 1, &other);
  expect(path, "scandirat", all, &other);
  reduce(all, 1, &visible);
  sort(&visible);
  by_glob(path, &other);
  expect(path, "glob", &visible, &other);
  reduce(all, 0, &reduced);
  sort(&reduced);
  by_fts(path, &other);
  expect(path, "fts_read", &reduced, &other);
  of_nftw = &other;
  CHECK(path, nftw(path, in_nftw, 8, FTW_PHYS | FTW_ACTIONRETVAL) == 0);
  expect(path, "nftw", &reduced, &other);
  clear(&visible);
  clear(&reduced);
}

static int is_same(const struct stat* a, const struct stat* b) {
  return a->st_mode == b->st_mode && a->st_rdev == b->st_rdev && a->st_size == b->st_size && a->st_uid == b->st_uid &&
         a->st_gid == b->st_gid && a->st_dev == b->st_dev && a->st_ino == b->st_ino && a->st_blksize == b->st_blksize;
}
static int is_same_extended(const struct stat* a, const struct statx* b) {
  return a->st_mode == b->stx_mode && a->st_size == (off_t)b->stx_size && a->st_uid == b->stx_uid &&
         a->st_rdev == makedev(b->stx_rdev_major, b->stx_rdev_minor) && a->st_ino == b->stx_ino &&
         a->st_dev == makedev(b->stx_dev_major, b->stx_dev_minor);
}

static long type_of_system(const char* path) {
  struct statfs status;
  return statfs(path, &status) == 0 ? status.f_type : -1;
}

/* The number of the mount that has what the name leads to; -1 where the file system has no handles. */
static int mount_of(int directory, const char* path) {
  struct {
    struct file_handle handle;
    unsigned char room[MAX_HANDLE_SZ];
  } handle;
  int mount = -1;
  handle.handle.handle_bytes = MAX_HANDLE_SZ;
  return name_to_handle_at(directory, path, &handle.handle, &mount, AT_SYMLINK_FOLLOW) == 0 ? mount : -1;
}

/* An entry by its name, by its directory and from within that. */
static void compare_names(const char* directory, int descriptor, const char* name, int type) {
  char path[PATH_MAX], real[PATH_MAX], text[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", directory, name);
  struct stat status, other;
  struct statx extended;
  ++entries;
  errno = 0;
  if (lstat(path, &status) != 0) {
    tell(path, "is listed and not there");
    return;
  }
  CHECK(path, IFTODT(status.st_mode) == (unsigned)type);
  CHECK(path, fstatat(descriptor, name, &other, AT_SYMLINK_NOFOLLOW) == 0 && is_same(&status, &other));
  CHECK(path, lstat(name, &other) == 0 && is_same(&status, &other)); /* it is the current directory */
  CHECK(path, statx(descriptor, name, AT_SYMLINK_NOFOLLOW, STATX_BASIC_STATS, &extended) == 0 &&
                  is_same_extended(&status, &extended));
  const int held = openat(descriptor, name, O_PATH | O_NOFOLLOW);
  CHECK(path, held >= 0 && fstatat(held, "", &other, AT_EMPTY_PATH) == 0 && is_same(&status, &other));
  const ssize_t length = readlink(path, text, sizeof text);
  CHECK(path, (length >= 0) == S_ISLNK(status.st_mode));
  CHECK(path, readlinkat(held, "", real, sizeof real) == (S_ISLNK(status.st_mode) ? length : -1));
  close(held);
  if (length > 6 && strncmp(text, "/proc/", 6) == 0) return; /* it leads to a descriptor, which may have no name */
  const int is_there = stat(path, &other) == 0;
  CHECK(path, (access(path, F_OK) == 0) == is_there);
  CHECK(path, (faccessat(descriptor, name, F_OK, 0) == 0) == is_there);
  CHECK(path, (realpath(path, real) != NULL) == is_there);
  if (!is_there) return;
  struct stat of_real;
  CHECK(path, stat(real, &of_real) == 0 && is_same(&other, &of_real));
  CHECK(path, lstat(real, &of_real) == 0 && !S_ISLNK(of_real.st_mode));
  CHECK(path, type_of_system(path) == type_of_system(real));
  CHECK(path,
        mount_of(AT_FDCWD, path) == mount_of(AT_FDCWD, real) && mount_of(descriptor, name) == mount_of(AT_FDCWD, real));
}

/* Regular files and directories are opened, nothing else: a terminal would wait. */
static void compare_open(const char* path, int flags) {
  struct stat status, other;
  struct statfs by_name, by_descriptor;
  if (stat(path, &status) != 0) return;
  const int opened = open(path, O_RDONLY | O_NONBLOCK | flags);
  if (opened < 0) return;
  CHECK(path, fstat(opened, &other) == 0 && is_same(&status, &other));
  CHECK(path,
        statfs(path, &by_name) == 0 && fstatfs(opened, &by_descriptor) == 0 && by_name.f_type == by_descriptor.f_type);
  close(opened);
}

/* Files come and go there while this walks: those of other programs, and the directory with the GPU's own. */
static int changes(const char* path) { return strcmp(path, "/dev/shm") == 0 || strcmp(path, "/dev/pts") == 0; }

static void walk(char* path, int depth) {
  if (changes(path)) return;
  struct list all = {0};
  DIR* stream = opendir(path);
  if (stream == NULL) return;
  by_stream(stream, &all);
  sort(&all);
  for (size_t i = 1; i < all.count; ++i) CHECK(all.names[i], strcmp(all.names[i - 1], all.names[i]) != 0);
  compare_lists(path, &all);
  CHECK(path, fchdir(dirfd(stream)) == 0);
  char here[PATH_MAX], real[PATH_MAX];
  CHECK(path, getcwd(here, sizeof here) != NULL && realpath(path, real) != NULL && strcmp(here, real) == 0);
  for (size_t i = 0; i < all.count; ++i) {
    char* colon = strrchr(all.names[i], ':');
    *colon = 0;
    if (!is_dot(all.names[i])) compare_names(path, dirfd(stream), all.names[i], atoi(colon + 1));
    *colon = ':';
  }
  closedir(stream);
  CHECK(path, chdir("/") == 0);
  compare_open(path, O_DIRECTORY);
  for (size_t i = 0; i < all.count; ++i) {
    char below[PATH_MAX];
    char* colon = strrchr(all.names[i], ':');
    *colon = 0;
    snprintf(below, sizeof below, "%s/%s", path, all.names[i]);
    if (is_dot(all.names[i])) continue;
    if (atoi(colon + 1) == DT_DIR && depth > 0) walk(below, depth - 1);
    if (atoi(colon + 1) == DT_REG) compare_open(below, 0);
  }
  clear(&all);
}

int main(int count, char** arguments) {
  for (int i = 1; i < count; ++i) {
    walk(arguments[i], 12);
    struct list deep = {0}, again = {0};
    of_nftw = &deep; /* entries of the root, told after what is in them */
    CHECK(arguments[i], nftw(arguments[i], in_nftw_deep, 8, FTW_PHYS | FTW_DEPTH) == 0);
    DIR* stream = opendir(arguments[i]);
    struct list all = {0};
    by_stream(stream, &all);
    closedir(stream);
    reduce(&all, 0, &again);
    sort(&again);
    expect(arguments[i], "nftw in depth", &again, &deep);
    clear(&again);
    clear(&all);
  }
  printf("%d entries, %d wrong\n", entries, wrong);
  return wrong != 0;
}
