/* Shared by the files of the preloaded library: the C library's own functions, and the GPU's view of descriptors. */
#pragma once

#include <dlfcn.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

/* Declares the C library's function `name` as `real`, or as `own`. */
#define REAL(type, name) REAL_OF(real, type, name)
#define REAL_OF(own, type, name) \
  static type (*own)();          \
  if (own == NULL) own = (type(*)())dlsym(RTLD_NEXT, name)

/* Returns the minor number of a descriptor that is an open node, or no_node. */
int node_of_descriptor(int descriptor);

/* Returns a new descriptor of the node with this minor number, or -1 with errno. `flags` are the flags of open(). */
int open_node(int minor_number, int flags);
