/* What the name of a file that a program gives to a call stands for. */
#pragma once

#include "tree.h"

struct meaning {
  const char* path; /* what the C library's function is to be given: the program's own name, or one in `room` */
  const char* name; /* the clean name, as the program sees it; NULL: not known */
  int is_ours;      /* it is in the tree's directory */
  int node;         /* the minor number of the device's node that the call is about, or no_node */
  int linked_node;  /* that of the descriptor whose link in /proc has that name, or no_node */
  char room[name_room];
};
/* `follows`: the call is about what a symbolic link of that name leads to. */
void find_meaning(int directory, const char* path, int follows, struct meaning* meaning);

/* Declarations of the C library say that names and buffers are never NULL, so the compiler drops comparisons with NULL
   in the functions of those names: they are made here. */
int is_null(const void* pointer);

/* Whether that stands for the descriptor itself under AT_EMPTY_PATH: "", since Linux 6.11 NULL too. */
int is_empty(const char* path);
