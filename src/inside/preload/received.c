#define _GNU_SOURCE
#include "received.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../process/calls.h"
#include "tree.h"

/* Returns whether the descriptor's link in /proc has the name of an open node. */
static int is_named(int descriptor, const char* node) {
  enum { room = 64 };
  char link[room], name[room], wanted[room];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  /* The call must not be Eugene's own readlink(), which shows the node's path instead. */
  const long length = syscall(SYS_readlinkat, AT_FDCWD, link, name, sizeof name - 1);
  if (length < 0) return 0;
  name[length] = 0;
  snprintf(wanted, sizeof wanted, "/memfd:%s (deleted)", node);
  return strcmp(name, wanted) == 0;
}

static int is_open_node(int descriptor, struct stat* status) {
  /* Few files pass the first tests, and the link is only read for these few. */
  return syscall(SYS_fstat, descriptor, status) == 0 && S_ISREG(status->st_mode) && status->st_nlink == 0 &&
         status->st_size == 0 && syscall(SYS_fcntl, descriptor, F_GET_SEALS) == EUGENE_NODE_SEALS;
}

int find_received_node(int descriptor, struct stat* status) {
  const int error = errno;
  int node = no_node;
  if (is_open_node(descriptor, status)) {
    if (is_named(descriptor, EUGENE_PRIMARY_FILE)) node = eugene_primary_minor;
    if (is_named(descriptor, EUGENE_RENDER_FILE)) node = eugene_render_minor;
  }
  errno = error;
  return node;
}
