/* The fts functions that programs call. */
#define _GNU_SOURCE
#include <fcntl.h>

#include "door.h"
#include "fts_walk.h"
#include "meaning.h"

int walk_meets_gpu(const char* root) {
  struct meaning meaning;
  find_meaning(AT_FDCWD, root, 1, &meaning);
  return meaning.name != NULL && (meaning.is_ours || is_mixed(meaning.name));
}

static int is_own(const FTS* walk) { return (walk->fts_options & own_walk) != 0; }

EXPORT FTS* fts_open(char* const* roots, int options, fts_order compare) {
  REAL(FTS*, "fts_open");
  int meets = 0;
  for (char* const* each = roots; *each != NULL; ++each) meets = meets || walk_meets_gpu(*each);
  return meets ? own_fts_open(roots, options, compare) : real(roots, options, compare);
}
EXPORT FTSENT* fts_read(FTS* walk) {
  REAL(FTSENT*, "fts_read");
  return is_own(walk) ? own_fts_read(walk) : real(walk);
}
EXPORT FTSENT* fts_children(FTS* walk, int options) {
  REAL(FTSENT*, "fts_children");
  return is_own(walk) ? own_fts_children(walk) : real(walk, options);
}
EXPORT int fts_set(FTS* walk, FTSENT* entry, int instruction) {
  REAL(int, "fts_set");
  if (!is_own(walk)) return real(walk, entry, instruction);
  entry->fts_instr = (unsigned short)instruction;
  return 0;
}
EXPORT int fts_close(FTS* walk) {
  REAL(int, "fts_close");
  return is_own(walk) ? own_fts_close(walk) : real(walk);
}

/* On this platform, the 64-bit structures are equal to the others. */
EXPORT FTS64* fts64_open(char* const* roots, int options, int (*compare)(const FTSENT64**, const FTSENT64**)) {
  return (FTS64*)fts_open(roots, options, (fts_order)compare);
}
EXPORT FTSENT64* fts64_read(FTS64* walk) { return (FTSENT64*)fts_read((FTS*)walk); }
EXPORT FTSENT64* fts64_children(FTS64* walk, int options) { return (FTSENT64*)fts_children((FTS*)walk, options); }
EXPORT int fts64_set(FTS64* walk, FTSENT64* entry, int instruction) {
  return fts_set((FTS*)walk, (FTSENT*)entry, instruction);
}
EXPORT int fts64_close(FTS64* walk) { return fts_close((FTS*)walk); }
