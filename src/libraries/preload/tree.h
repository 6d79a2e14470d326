/* The tree of files that a program sees: the host's, and in it the GPU's, which lie in a directory that `eugene run`
   has made. This is the only place that knows which file is whose; all functions that take names or list directories
   ask here. Names are clean ones (clean_name.h). */
#pragma once

#include "clean_name.h"

enum { no_node = -1 };

/* That directory; empty: there is none. In it the files have the names that the program knows
   them by. */
const char* tree_directory(void);

/* Whether the file of that name is in that directory, if it is anywhere, and not among the host's. */
int is_ours(const char* name);

/* Directories with files of both sides: in that of one side, the files of the other are missing. A file `entry` of
   `directory` is of the side that is_ours() says. */
int is_mixed(const char* directory);
int is_ours_in(const char* directory, const char* entry);

/* Has `name` (in name_room bytes) begin with that directory; 0 if there is no room for it. */
int put_tree(char* name);
/* Takes it away again, if it is the name of a file of the program's tree that begins so. Gives whether it was. */
int restore(char* path);

/* Writes the name of the file that a descriptor is of, as the program knows it, to `room` of name_room bytes. 0: it has
   none. `is_own`: whether it is one of ours. */
int name_of_descriptor(int descriptor, char* room, int* is_own);
/* The same; 0 unless it is one of ours. */
int name_of_own_file(int descriptor, char* room);

/* The number of one of our files: its own, so changed that no file of the host's /sys or /dev has it. */
unsigned long own_number(unsigned long inode);

/* A node's name, from its minor number; NULL if there is none. */
const char* name_of_node(int minor_number);
/* The minor number of the node of that name, or no_node. */
int node_of_name(const char* name);
int node_in(const char* directory, const char* entry);
