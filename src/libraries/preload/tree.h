/* The tree of files that a program sees: the host's files, and among them the GPU's, which lie in a directory that
   `eugene run` has made. Only tree.c knows which file is the GPU's: all functions that take names or list directories
   ask it. Names are clean ones (clean_name.h). */
#pragma once

#include "clean_name.h"

enum { no_node = -1 };

/* The directory with the GPU's files; empty: there is none. Below it the files have the names that programs know. */
const char* tree_directory(void);

/* Says whether a file of that name would be one of the GPU's, and not of the host's. */
int is_ours(const char* name);

/* Says whether both the host and the GPU have files in that directory. There are two directories of the name then, one
   on each side. A file `entry` of it is on the side that is_ours_in() says. */
int is_mixed(const char* directory);
int is_ours_in(const char* directory, const char* entry);

/* Puts the tree's directory in front of `name`, which has name_room bytes. Gives 0 if there is no room. */
int put_tree(char* name);
/* Takes the tree's directory away from a name that begins with it. Gives whether the name did. */
int restore(char* path);

/* Writes the name of a descriptor's file, as the program knows it, to `room` of name_room bytes. Gives 0 if the file
   has no name. `is_own` says whether it is one of the GPU's. */
int name_of_descriptor(int descriptor, char* room, int* is_own);
/* The same, but gives 0 for the host's files, too. */
int name_of_own_file(int descriptor, char* room);

/* Makes the inode's number of one of the GPU's files one that no file of the host's /sys or /dev has. */
unsigned long own_number(unsigned long inode);

/* A node's name, from its minor number; NULL if there is none. */
const char* name_of_node(int minor_number);
/* The minor number of the node of that name, or no_node. */
int node_of_name(const char* name);
int node_in(const char* directory, const char* entry);
