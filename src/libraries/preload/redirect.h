/* Which names of files are the GPU's, and where they lie instead. */
#pragma once

#include <stddef.h>

#include "clean_name.h"

enum { no_node = -1 };

/* What the name that a program gives to a call stands for. */
struct meaning {
  const char* path; /* what the C library's function is to be given: the program's own name, or one in `room` */
  int node;         /* the minor number of the device's node that is opened by that name, or no_node */
  int is_link;      /* the node is that of a descriptor, by its link in /proc */
  char room[name_room];
};
void find_meaning(int directory, const char* path, struct meaning* meaning);

/* Where a clean name lies: itself, or a name in `room` (of name_room bytes). */
const char* instead_of(const char* name, char* room);

/* Whether a clean name is that of one of the GPU's files, or of a directory of them. */
int is_in_place(const char* name);

/* What a program is to see of a name: without the directory where things lie instead. In place. */
void restore(char* path);

/* Declarations of the C library say that names and buffers are never NULL, so the compiler drops comparisons with NULL
   in the functions of those names: they are made here. */
int is_null(const void* pointer);

/* Whether that stands for the descriptor itself under AT_EMPTY_PATH: "", since Linux 6.11 NULL too. */
int is_empty(const char* path);

/* A node's name, from its minor number or the last part; NULL if there is none. */
const char* name_of_node(int minor_number);
const char* node_called(const char* last_part);
