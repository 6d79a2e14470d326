/* Finds the file that is meant by a name that a program passes to a call. */
#pragma once

#include "tree.h"

struct meaning {
  const char* path; /* path for the C library's function: the program's own name, or a name in `room` */
  const char* name; /* the clean name, as the program sees it; NULL: not known */
  int is_ours;      /* the file is in the tree's directory */
  int node;         /* the minor number of the device's node that the call is about, or no_node */
  int linked_node;  /* minor number of the descriptor whose link in /proc has this name, or no_node */
  char room[name_room];
};
/* With `follows`, the call acts on the target of a symbolic link. */
void find_meaning(int directory, const char* path, int follows, struct meaning* meaning);

/* Compares with NULL. The C library declares that names and buffers are never NULL, so the compiler would drop these
   comparisons in functions of the declared names. */
int is_null(const void* pointer);

/* Whether `path` means the descriptor itself with AT_EMPTY_PATH: "", or since Linux 6.11 also NULL. */
int is_empty(const char* path);
