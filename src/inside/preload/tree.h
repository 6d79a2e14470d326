/* The tree of files that a program sees: the host's files, and among them the GPU's, which really lie in a directory
   that `eugene run` has made. Only tree.c knows which files are the GPU's: all functions that take names or list
   directories ask it. Names are clean (clean_name.h). */
#pragma once

#include "clean_name.h"

enum { no_node = -1 };

/* Returns the directory with the GPU's files; empty: there is none. Below this directory, files have the
   names that programs know. */
const char* tree_directory(void);

/* Says whether a file of this name would be the GPU's, not the host's. */
int is_ours(const char* name);

/* Says whether both the host and the GPU have files in the directory. Then there are two directories of this name, one
   on each side, and is_ours_in() says on which side the file `entry` is. */
int is_mixed(const char* directory);
int is_ours_in(const char* directory, const char* entry);

/* Puts the tree's directory in front of `name`, which has name_room bytes. Returns 0 if there is no room. */
int put_tree(char* name);
/* Removes the tree's directory from a name that begins with it. Returns whether the name did. */
int restore(char* path);

/* Writes the name of a descriptor's file, as the program knows it, to `room` of name_room bytes. Returns 0 if the file
   has no name. Sets `is_own` to whether the file is the GPU's. */
int name_of_descriptor(int descriptor, char* room, int* is_own);
/* Like name_of_descriptor(), but also returns 0 for the host's files. */
int name_of_own_file(int descriptor, char* room);

/* Changes the inode number of a GPU file to a number that no file of the host's /sys or /dev has. */
unsigned long own_number(unsigned long inode);

/* Returns the name of the node with this minor number; NULL if there is none. */
const char* name_of_node(int minor_number);
/* Returns the minor number of the node of this name, or no_node. */
int node_of_name(const char* name);
int node_in(const char* directory, const char* entry);
