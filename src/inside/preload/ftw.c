/* nftw() and ftw() for walks that meet the GPU's tree, built on fts_walk.c. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <search.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "door.h"
#include "fts_walk.h"

struct walk {
  FTS* fts;
  int flags;
  dev_t device;  /* device of the root */
  int home;      /* descriptor of the current directory, with FTW_CHDIR */
  void* visited; /* visited directories, if links are followed: a tree of tsearch() */
};

struct visited {
  dev_t device;
  ino_t inode;
};

static int compare_visited(const void* a, const void* b) { return memcmp(a, b, sizeof(struct visited)); }

/* Whether a walk that follows links has been in this directory before. */
static int is_known(struct walk* walk, const FTSENT* directory) {
  struct visited* made = calloc(1, sizeof *made);
  if (made == NULL) return 1;
  made->device = directory->fts_dev;
  made->inode = directory->fts_ino;
  const struct visited* const* found = tsearch(made, &walk->visited, compare_visited);
  if (found != NULL && *found == made) return 0;
  free(made);
  return 1;
}

/* Returns nftw()'s type for an entry of fts; -1 if nftw() does not report the entry. */
static int walk_type(struct walk* walk, FTSENT* entry) {
  const int is_deep = (walk->flags & FTW_DEPTH) != 0;
  switch (entry->fts_info) {
    case FTS_D:
      if ((walk->flags & FTW_PHYS) == 0 && is_known(walk, entry)) {
        entry->fts_instr = FTS_SKIP;
        entry->fts_number = 1; /* do not report the directory when it is left */
        return -1;
      }
      if (own_fts_children(walk->fts) == NULL && errno != 0) return -1; /* the entry will be FTS_DNR next */
      return is_deep ? -1 : FTW_D;
    case FTS_DP: return is_deep && entry->fts_number == 0 ? FTW_DP : -1;
    case FTS_DNR: return FTW_DNR;
    case FTS_NS: return FTW_NS;
    case FTS_SL: return FTW_SL;
    case FTS_SLNONE: return FTW_SLN;
    case FTS_DC: return -1;
    default: return FTW_F;
  }
}

/* Makes the directory of the entry the current one. */
static int enter_directory_of(const struct walk* walk, const FTSENT* entry, int base) {
  char path[4096];
  if (fchdir(walk->home) != 0 || base == 0) return base == 0 ? 0 : -1;
  if ((size_t)base >= sizeof path) return -1;
  memcpy(path, entry->fts_path, (size_t)base);
  path[base] = 0;
  return chdir(path);
}

static void skip(FTSENT* entry, int action) {
  if (action == FTW_SKIP_SUBTREE || action == FTW_SKIP_SIBLINGS) entry->fts_instr = FTS_SKIP;
  if (action != FTW_SKIP_SIBLINGS) return;
  for (FTSENT* each = entry->fts_link; each != NULL; each = each->fts_link) each->fts_instr = FTS_SKIP;
}

typedef int (*visit)(const char*, const struct stat*, int, struct FTW*);
typedef int (*old_visit)(const char*, const struct stat*, int);

static int call(const FTSENT* entry, int type, struct FTW* place, visit function, old_visit old_function) {
  if (function != NULL) return function(entry->fts_path, entry->fts_statp, type, place);
  if (type == FTW_SLN) type = FTW_NS;
  return old_function(entry->fts_path, entry->fts_statp, type);
}

static int visit_all(struct walk* walk, visit function, old_visit old_function) {
  for (FTSENT* entry; (entry = own_fts_read(walk->fts)) != NULL;) {
    if (entry->fts_level == FTS_ROOTLEVEL) walk->device = entry->fts_dev;
    if (entry->fts_level == FTS_ROOTLEVEL && entry->fts_info == FTS_NS) {
      errno = entry->fts_errno;
      return -1;
    }
    if ((walk->flags & FTW_MOUNT) != 0 && entry->fts_dev != walk->device) {
      entry->fts_instr = FTS_SKIP;
      continue;
    }
    const int type = walk_type(walk, entry);
    if (type < 0) continue;
    const char* slash = strrchr(entry->fts_path, '/');
    struct FTW place = {slash == NULL ? 0 : (int)(slash + 1 - entry->fts_path), entry->fts_level};
    if ((walk->flags & FTW_CHDIR) != 0 && enter_directory_of(walk, entry, place.base) != 0) return -1;
    const int result = call(entry, type, &place, function, old_function);
    const int is_action = (walk->flags & FTW_ACTIONRETVAL) != 0;
    if (is_action && (result == FTW_SKIP_SUBTREE || result == FTW_SKIP_SIBLINGS))
      skip(entry, result);
    else if (result != 0)
      return result;
  }
  return errno == 0 ? 0 : -1;
}

static int walk_from(const char* root, int flags, visit function, old_visit old_function) {
  const int before = errno;
  char* path = strdup(root);
  if (path == NULL) return -1;
  for (size_t length = strlen(path); length > 1 && path[length - 1] == '/'; --length) path[length - 1] = 0;
  char* const roots[] = {path, NULL};
  struct walk walk = {.flags = flags, .home = -1};
  walk.fts = own_fts_open(roots, (flags & FTW_PHYS) != 0 ? FTS_PHYSICAL : FTS_LOGICAL, NULL);
  if ((flags & FTW_CHDIR) != 0) walk.home = open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  int result = -1;
  if (walk.fts != NULL && (walk.home >= 0 || (flags & FTW_CHDIR) == 0))
    result = visit_all(&walk, function, old_function);
  const int error = result == 0 ? before : errno;
  if (walk.home >= 0) {
    if (fchdir(walk.home) != 0) result = -1;
    close(walk.home);
  }
  if (walk.fts != NULL) own_fts_close(walk.fts);
  tdestroy(walk.visited, free);
  free(path);
  errno = error;
  return result;
}

EXPORT int nftw(const char* root, visit function, int descriptors, int flags) {
  /* The older version of the function does not refuse unknown flags. */
  static int (*real)(const char*, visit, int, int);
  if (real == NULL) *(void**)&real = dlvsym(RTLD_NEXT, "nftw", "GLIBC_2.3.3");
  const int known = FTW_PHYS | FTW_MOUNT | FTW_CHDIR | FTW_DEPTH | FTW_ACTIONRETVAL;
  if ((flags & ~known) != 0 || !walk_meets_gpu(root)) return real(root, function, descriptors, flags);
  return walk_from(root, flags, function, NULL);
}
EXPORT int nftw64(const char* root, int (*function)(const char*, const struct stat64*, int, struct FTW*),
                  int descriptors, int flags) {
  return nftw(root, (visit)function, descriptors, flags);
}
EXPORT int ftw(const char* root, old_visit function, int descriptors) {
  REAL(int, "ftw");
  return walk_meets_gpu(root) ? walk_from(root, 0, NULL, function) : real(root, function, descriptors);
}
EXPORT int ftw64(const char* root, int (*function)(const char*, const struct stat64*, int), int descriptors) {
  return ftw(root, (old_visit)function, descriptors);
}
