#define _GNU_SOURCE
#include "tree.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../process/calls.h"

static const struct {
  const char* path;
  int minor_number;
} nodes[] = {{"/dev/dri/renderD128", eugene_render_minor}, {"/dev/dri/card0", eugene_primary_minor}};
enum { count_of_nodes = sizeof nodes / sizeof *nodes };
enum { short_room = 1024 }; /* for names in one of the places: threads may have small stacks */

/* The PCI address of Intel's GPUs, by which tools look for them. So the GPU has this address on all hosts. If the host
   has another device there, programs do not see that device, but they see the devices below it: the disk of a virtual
   machine. */
static const char pci_device[] = "/sys/devices/pci0000:00/0000:00:02.0";

/* Files at and below these places are the GPU's: a file that is missing in the tree's directory does not exist. A star
   stands for the rest of a part of the name. A PCI device has its files in one place and links to them in others. */
static const char* const places[] = {
    "/dev/dri",
    "/sys/class/drm",
    "/sys/dev/char/226:*",
    "/sys/devices/pci0000:00/0000:00:02.0",
    "/sys/bus/pci/devices/0000:00:02.0",
    "/sys/bus/pci/drivers/i915",
    "/sys/bus/pci/drivers/*/0000:00:02.0",
    "/sys/module/i915",
};

const char* tree_directory(void) {
  /* A copy, since programs that change their title, such as Chromium, overwrite their initial environment. */
  static char known[256];
  static int is_known;
  if (!__atomic_load_n(&is_known, __ATOMIC_ACQUIRE)) {
    const char* variable = getenv("EUGENE_TREE");
    if (variable != NULL && strlen(variable) < sizeof known) strcpy(known, variable);
    __atomic_store_n(&is_known, 1, __ATOMIC_RELEASE);
  }
  return known;
}

enum relation { apart, above, within };

static enum relation relation(const char* name, const char* place) {
  const char* at = name;
  for (; *place != 0; ++place) {
    if (*place == '*') {
      at += strcspn(at, "/");
    } else if (*at == *place) {
      ++at;
    } else {
      return *at == 0 && (*place == '/' || (at != name && at[-1] == '/')) ? above : apart;
    }
  }
  return *at == 0 || *at == '/' ? within : apart;
}

static enum relation relation_to_places(const char* name) {
  enum relation result = apart;
  if (strncmp(name, "/dev", 4) != 0 && strncmp(name, "/sys", 4) != 0 && strcmp(name, "/") != 0) return result;
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    const enum relation each = relation(name, places[i]);
    if (each > result) result = each;
  }
  return result;
}

static int is_there(const char* path) {
  const int error = errno;
  const int result = syscall(SYS_faccessat, AT_FDCWD, path, F_OK) == 0;
  errno = error;
  return result;
}

static int is_there_in_tree(const char* name) {
  char path[short_room];
  return (size_t)snprintf(path, sizeof path, "%s%s", tree_directory(), name) < sizeof path && is_there(path);
}

/* Says whether the name belongs to a host device below the GPU's address, or to one of that device's files. */
static int is_behind_address(const char* name) {
  const size_t length = sizeof pci_device - 1;
  if (strncmp(name, pci_device, length) != 0 || name[length] != '/' || name[length + 1] == 0) return 0;
  char first[short_room];
  const int size = (int)(length + 1 + strcspn(name + length + 1, "/"));
  if (snprintf(first, sizeof first, "%.*s", size, name) >= (int)sizeof first || is_there_in_tree(first)) return 0;
  return snprintf(first, sizeof first, "%.*s/uevent", size, name) < (int)sizeof first && is_there(first);
}

int is_ours(const char* name) {
  switch (relation_to_places(name)) {
    case apart: return 0;
    case above: return !is_there(name);
    default: return !is_behind_address(name);
  }
}

/* Whether the name is the PCI device's directory itself, with or without a slash at its end. */
static int is_pci_device(const char* name) {
  const size_t length = sizeof pci_device - 1;
  return strncmp(name, pci_device, length) == 0 && (name[length] == 0 || strcmp(name + length, "/") == 0);
}

int is_mixed(const char* directory) {
  return (relation_to_places(directory) == above || is_pci_device(directory)) && is_there(directory);
}

static int join(const char* directory, const char* entry, char* room) {
  const size_t length = strlen(directory);
  const char* slash = length != 0 && directory[length - 1] == '/' ? "" : "/";
  return snprintf(room, short_room, "%s%s%s", directory, slash, entry) < short_room;
}

int is_ours_in(const char* directory, const char* entry) {
  char name[short_room];
  return join(directory, entry, name) && is_ours(name);
}

int node_in(const char* directory, const char* entry) {
  char name[short_room];
  return join(directory, entry, name) ? node_of_name(name) : no_node;
}

int put_tree(char* name) {
  const size_t before = strlen(tree_directory());
  const size_t all = strlen(name) + 1;
  if (before + all > name_room) return 0;
  memmove(name + before, name, all);
  memcpy(name, tree_directory(), before);
  return 1;
}

int restore(char* path) {
  const size_t length = strlen(tree_directory());
  if (path == NULL || length == 0 || strncmp(path, tree_directory(), length) != 0) return 0;
  if (path[length] != '/' || path[length + 1] == 0 || relation_to_places(path + length) == apart) return 0;
  memmove(path, path + length, strlen(path + length) + 1);
  return 1;
}

int name_of_descriptor(int descriptor, char* room, int* is_own) {
  *is_own = 0;
  if (*tree_directory() == 0 || descriptor < 0) return 0;
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const int error = errno;
  const long length = syscall(SYS_readlink, link, room, name_room - 1);
  errno = error;
  if (length <= 0 || *room != '/') return 0;
  room[length] = 0;
  *is_own = restore(room);
  return 1;
}

int name_of_own_file(int descriptor, char* room) {
  int is_own = 0;
  return name_of_descriptor(descriptor, room, &is_own) && is_own;
}

unsigned long own_number(unsigned long inode) { return inode | 1UL << 62; }

const char* name_of_node(int minor_number) {
  for (size_t i = 0; i < count_of_nodes; ++i) {
    if (nodes[i].minor_number == minor_number) return nodes[i].path;
  }
  return NULL;
}

int node_of_name(const char* name) {
  for (size_t i = 0; i < count_of_nodes; ++i) {
    if (strcmp(nodes[i].path, name) == 0) return nodes[i].minor_number;
  }
  return no_node;
}
