#include "redirect.h"

#include <stdlib.h>
#include <string.h>

#include "../in_process/calls.h"

static const struct {
  const char* path;
  int minor_number;
} nodes[] = {{"/dev/dri/renderD128", eugene_render_minor}, {"/dev/dri/card0", eugene_primary_minor}};

/* A PCI device has its files in one place and links to them in others. What is below any of these is taken from the
   directory that `eugene run` has made, and is not there if it is not there. */
static const char* const places[] = {
    "/dev/dri",
    "/sys/class/drm",
    "/sys/dev/char/226:0",
    "/sys/dev/char/226:128",
    "/sys/devices/pci0000:00/0000:00:02.0",
    "/sys/bus/pci/devices/0000:00:02.0",
};

static const char* directory(void) {
  static const char* known;
  if (known == NULL) {
    const char* variable = getenv("EUGENE_I915");
    known = variable != NULL && strlen(variable) < 256 ? variable : "";
  }
  return known;
}

int is_empty(const char* path) { return path == NULL || *path == 0; }

int node_of(const char* path) {
  if (path == NULL || *directory() == 0) return no_node;
  for (size_t i = 0; i < sizeof nodes / sizeof *nodes; ++i) {
    if (strcmp(path, nodes[i].path) == 0) return nodes[i].minor_number;
  }
  return no_node;
}

const char* redirect(const char* path, char* room) {
  if (path == NULL || path[0] != '/' || *directory() == 0) return path;
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    const size_t length = strlen(places[i]);
    if (strncmp(path, places[i], length) != 0 || (path[length] != 0 && path[length] != '/')) continue;
    const size_t before = strlen(directory());
    const size_t all = strlen(path) + 1;
    if (before + all > redirect_room) return path;
    memcpy(room, directory(), before);
    memcpy(room + before, path, all);
    return room;
  }
  return path;
}

void restore(char* path) {
  const size_t length = strlen(directory());
  if (path != NULL && length != 0 && strncmp(path, directory(), length) == 0 && path[length] == '/') {
    memmove(path, path + length, strlen(path + length) + 1);
  }
}
