/* Walks of directory trees that contain files of the GPU (fts_walk.c). The C library's own fts_open() and nftw() do not
   call readdir(). */
#pragma once

#include <fts.h>

/* Says whether a walk from `root` meets files of the GPU. */
int walk_meets_gpu(const char* root);

enum { own_walk = 0x4000 }; /* in fts_options of such a walk; the C library does not use this bit */

typedef int (*fts_order)(const FTSENT**, const FTSENT**);
/* Eugene's versions of fts_open(), fts_read(), fts_children() and fts_close(). */
FTS* own_fts_open(char* const* roots, int options, fts_order compare);
FTSENT* own_fts_read(FTS* walk);
FTSENT* own_fts_children(FTS* walk);
int own_fts_close(FTS* walk);
