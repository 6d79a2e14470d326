/* Walks of trees in which the GPU has files (fts_walk.c). The C library's own fts_open() and nftw() read directories by
   functions of their own. */
#pragma once

#include <fts.h>

/* Whether a walk from there meets files of the GPU's tree. */
int walk_meets_gpu(const char* root);

typedef int (*fts_order)(const FTSENT**, const FTSENT**);
/* As the functions without `own_`. */
FTS* own_fts_open(char* const* roots, int options, fts_order compare);
FTSENT* own_fts_read(FTS* walk);
FTSENT* own_fts_children(FTS* walk);
int own_fts_close(FTS* walk);
