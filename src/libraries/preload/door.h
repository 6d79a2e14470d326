/* What the files of the preloaded library share: the C library's own functions, and what a descriptor is to the GPU. */
#pragma once

#include <dlfcn.h>
#include <stddef.h>

#define EXPORT __attribute__((visibility("default")))

/* The C library's function of this name, as `real` or a name of one's own. */
#define REAL(type, name) REAL_OF(real, type, name)
#define REAL_OF(own, type, name) \
  static type (*own)();          \
  if (own == NULL) own = (type(*)())dlsym(RTLD_NEXT, name)

/* Of a descriptor that is an open node: its minor number, or no_node. */
int node_of_descriptor(int descriptor);

/* A new descriptor of the node of that minor number, with the flags of open(); -1 and errno where that fails. */
int open_node(int minor_number, int flags);
