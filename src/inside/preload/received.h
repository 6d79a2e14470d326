/* Recognises nodes that another process has opened. */
#pragma once

#include <sys/stat.h>

/* Returns the minor number of the node that a process of Eugene has opened and that `descriptor` refers to, or no_node.
   A program gets such a descriptor from its parent or through a socket: an X server opens the node for each of its
   clients. Fills `status` if the result is a node. */
int find_received_node(int descriptor, struct stat* status);
