/* Which names of files are the GPU's, and where they lie instead. */
#pragma once

#include <stddef.h>

enum { redirect_room = 4352 }; /* PATH_MAX, and the directory's name */

enum { no_node = -1 };

/* A name that stands for the directory's descriptor itself under AT_EMPTY_PATH: "", since Linux 6.11 NULL too.
   Declarations of the C library say that names are never NULL, so the compiler drops a comparison in the functions
   themselves. */
int is_empty(const char* path);

/* Which of the device's nodes programs open by that name: its minor number, or no_node. */
int node_of(const char* path);

/* `path` itself, or the name in `room` (of redirect_room bytes) of what stands in for it. */
const char* redirect(const char* path, char* room);

/* What a program is to see of a name: without the directory where things lie instead. In place. */
void restore(char* path);
