/* fts_open() and related functions, for walks that meet the GPU's files. They call opendir(), readdir() and stat() like
   a program, so they find the same files. A walk never changes the current directory: fts_accpath is fts_path, which
   the interface allows. Each entry has its status, even with FTS_NOSTAT. */
#define _GNU_SOURCE
#include "fts_walk.h"

#include <dirent.h>
#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* An entry, with private data. Its name is at the end. */
struct entry {
  struct stat status;
  FTSENT* children; /* children that are read, but not walked yet */
  int has_children; /* the directory has been read */
  FTSENT public;
};

static struct entry* find_entry(FTSENT* public) {
  return (struct entry*)(void*)((char*)public - offsetof(struct entry, public));
}

static FTSENT* make_entry(FTSENT* parent, const char* path, const char* name) {
  const size_t length = strlen(name);
  struct entry* entry = calloc(1, sizeof *entry + length);
  char* own_path = entry == NULL ? NULL : strdup(path);
  if (own_path == NULL) {
    free(entry);
    return NULL;
  }
  FTSENT* made = &entry->public;
  memcpy(made->fts_name, name, length + 1);
  made->fts_namelen = (unsigned short)length;
  made->fts_path = made->fts_accpath = own_path;
  made->fts_pathlen = (unsigned short)strlen(path);
  made->fts_parent = parent;
  made->fts_level = parent == NULL ? FTS_ROOTPARENTLEVEL : (short)(parent->fts_level + 1);
  made->fts_instr = FTS_NOINSTR;
  made->fts_statp = &entry->status;
  return made;
}

static void free_list(FTSENT* first);

static void free_entry(FTSENT* entry) {
  free_list(find_entry(entry)->children);
  free(entry->fts_path);
  free(find_entry(entry));
}

static void free_list(FTSENT* first) {
  while (first != NULL) {
    FTSENT* next = first->fts_link;
    free_entry(first);
    first = next;
  }
}

static int is_dot(const FTSENT* entry) {
  return strcmp(entry->fts_name, ".") == 0 || strcmp(entry->fts_name, "..") == 0;
}

static unsigned short kind_of_directory(FTSENT* entry) {
  if (entry->fts_level > FTS_ROOTLEVEL && is_dot(entry)) return FTS_DOT;
  for (FTSENT* each = entry->fts_parent; each->fts_level >= FTS_ROOTLEVEL; each = each->fts_parent) {
    if (each->fts_ino != entry->fts_ino || each->fts_dev != entry->fts_dev) continue;
    entry->fts_cycle = each;
    return FTS_DC;
  }
  return FTS_D;
}

static unsigned short examine(FTSENT* entry, int follows) {
  struct stat* status = entry->fts_statp;
  entry->fts_errno = 0;
  if (follows && stat(entry->fts_path, status) != 0) {
    entry->fts_errno = errno;
    if (lstat(entry->fts_path, status) == 0) return FTS_SLNONE;
    return FTS_NS;
  }
  if (!follows && lstat(entry->fts_path, status) != 0) {
    entry->fts_errno = errno;
    memset(status, 0, sizeof *status);
    return FTS_NS;
  }
  entry->fts_dev = status->st_dev;
  entry->fts_ino = status->st_ino;
  entry->fts_nlink = status->st_nlink;
  if (S_ISDIR(status->st_mode)) return kind_of_directory(entry);
  if (S_ISLNK(status->st_mode)) return FTS_SL;
  return S_ISREG(status->st_mode) ? FTS_F : FTS_DEFAULT;
}

static int follows(const FTS* walk) { return (walk->fts_options & FTS_LOGICAL) != 0; }

/* Sorts a list of `count` entries. */
static FTSENT* sort(const FTS* walk, FTSENT* first, size_t count) {
  FTSENT** all = walk->fts_compar == NULL || count < 2 ? NULL : malloc(count * sizeof(FTSENT*));
  if (all == NULL) return first;
  for (size_t i = 0; i < count; ++i, first = first->fts_link) all[i] = first;
  qsort(all, count, sizeof *all, walk->fts_compar);
  for (size_t i = 0; i < count; ++i) all[i]->fts_link = i + 1 < count ? all[i + 1] : NULL;
  first = all[0];
  free(all);
  return first;
}

static char* path_below(const FTSENT* directory, const char* name) {
  const size_t length = strlen(directory->fts_path);
  char* path = malloc(length + strlen(name) + 2);
  if (path == NULL) return NULL;
  strcpy(path, directory->fts_path);
  if (length == 0 || path[length - 1] != '/') strcat(path, "/");
  return strcat(path, name);
}

static FTSENT* make_child(const FTS* walk, FTSENT* directory, const char* name) {
  char* path = path_below(directory, name);
  FTSENT* child = path == NULL ? NULL : make_entry(directory, path, name);
  free(path);
  if (child != NULL) child->fts_info = examine(child, follows(walk));
  return child;
}

/* Reads the entries of a directory. Returns 0 with errno if the directory cannot be read. */
static int read_children(FTS* walk, FTSENT* directory) {
  struct entry* own = find_entry(directory);
  DIR* stream = opendir(directory->fts_path);
  if (stream == NULL) return 0;
  free_list(own->children);
  FTSENT* first = NULL;
  FTSENT** last = &first;
  size_t count = 0;
  for (const struct dirent* each; (each = readdir(stream)) != NULL;) {
    const int is_dots = strcmp(each->d_name, ".") == 0 || strcmp(each->d_name, "..") == 0;
    if (is_dots && (walk->fts_options & FTS_SEEDOT) == 0) continue;
    FTSENT* child = make_child(walk, directory, each->d_name);
    if (child == NULL) break;
    *last = child;
    last = &child->fts_link;
    ++count;
  }
  closedir(stream);
  own->children = sort(walk, first, count);
  own->has_children = 1;
  return 1;
}

/* Returns the name of a root entry: the last part of its path. */
static const char* last_part(const char* path) {
  const char* slash = strrchr(path, '/');
  return slash == NULL || slash[1] == 0 ? path : slash + 1;
}

static FTSENT* make_roots(FTS* walk, FTSENT* parent, char* const* roots) {
  FTSENT* first = NULL;
  FTSENT** last = &first;
  size_t count = 0;
  for (; *roots != NULL; ++roots, ++count) {
    FTSENT* root = make_entry(parent, *roots, last_part(*roots));
    if (root == NULL) break;
    root->fts_info = examine(root, (walk->fts_options & (FTS_LOGICAL | FTS_COMFOLLOW)) != 0);
    *last = root;
    last = &root->fts_link;
  }
  return sort(walk, first, count);
}

FTS* own_fts_open(char* const* roots, int options, fts_order compare) {
  if ((options & ~FTS_OPTIONMASK) != 0 || *roots == NULL) {
    errno = EINVAL;
    return NULL;
  }
  FTS* walk = calloc(1, sizeof *walk);
  FTSENT* above = make_entry(NULL, "", "");
  FTSENT* start = above == NULL ? NULL : make_entry(above, "", "");
  if (walk == NULL || start == NULL) {
    free(walk);
    free_list(above);
    free_list(start);
    return NULL;
  }
  walk->fts_options = options | own_walk;
  walk->fts_compar = (int (*)(const void*, const void*))compare;
  start->fts_info = FTS_INIT;
  start->fts_link = make_roots(walk, above, roots);
  walk->fts_cur = start;
  return walk;
}

/* Returns the entry after `entry`, and frees `entry`. */
static FTSENT* go_on(FTS* walk, FTSENT* entry) {
  FTSENT* next = entry->fts_link;
  FTSENT* parent = entry->fts_parent;
  free_entry(entry);
  while (next != NULL && next->fts_instr == FTS_SKIP) {
    FTSENT* skipped = next;
    next = next->fts_link;
    free_entry(skipped);
  }
  if (next == NULL && parent->fts_level == FTS_ROOTPARENTLEVEL) {
    free_entry(parent);
    errno = 0;
    return NULL;
  }
  if (next == NULL) {
    parent->fts_info = FTS_DP;
    return parent;
  }
  if (next->fts_level == FTS_ROOTLEVEL) walk->fts_dev = next->fts_dev;
  if (next->fts_instr == FTS_FOLLOW) {
    next->fts_info = examine(next, 1);
    next->fts_instr = FTS_NOINSTR;
  }
  return next;
}

/* Returns the first entry of a directory. Returns the directory itself, as already left, if it is empty or cannot be
   read. */
static FTSENT* go_into(FTS* walk, FTSENT* directory) {
  struct entry* own = find_entry(directory);
  if (!own->has_children && !read_children(walk, directory)) {
    directory->fts_info = FTS_DNR;
    directory->fts_errno = errno;
    return directory;
  }
  FTSENT* first = own->children;
  own->children = NULL;
  own->has_children = 0;
  while (first != NULL && first->fts_instr == FTS_SKIP) {
    FTSENT* skipped = first;
    first = first->fts_link;
    free_entry(skipped);
  }
  if (first != NULL) return first;
  directory->fts_info = FTS_DP;
  return directory;
}

FTSENT* own_fts_read(FTS* walk) {
  FTSENT* entry = walk->fts_cur;
  if (entry == NULL) return NULL;
  const unsigned short wanted = entry->fts_instr;
  entry->fts_instr = FTS_NOINSTR;
  const int is_link = entry->fts_info == FTS_SL || entry->fts_info == FTS_SLNONE;
  if (wanted == FTS_AGAIN || (wanted == FTS_FOLLOW && is_link)) {
    entry->fts_info = examine(entry, wanted == FTS_FOLLOW);
    return entry;
  }
  if (entry->fts_info != FTS_D) return walk->fts_cur = go_on(walk, entry);
  const int leaves = (walk->fts_options & FTS_XDEV) != 0 && entry->fts_dev != walk->fts_dev;
  if (wanted != FTS_SKIP && !leaves) return walk->fts_cur = go_into(walk, entry);
  entry->fts_info = FTS_DP;
  return entry;
}

FTSENT* own_fts_children(FTS* walk) {
  FTSENT* entry = walk->fts_cur;
  errno = 0;
  if (entry == NULL || entry->fts_info == FTS_INIT) return entry == NULL ? NULL : entry->fts_link;
  if (entry->fts_info != FTS_D) return NULL;
  if (!find_entry(entry)->has_children && !read_children(walk, entry)) return NULL;
  errno = 0;
  return find_entry(entry)->children;
}

int own_fts_close(FTS* walk) {
  for (FTSENT* entry = walk->fts_cur; entry != NULL;) {
    FTSENT* parent = entry->fts_parent;
    free_list(entry);
    entry = parent;
  }
  free(walk);
  return 0;
}
