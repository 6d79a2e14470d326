#include "redirect.h"

#include <stdlib.h>
#include <string.h>

#include "../in_process/calls.h"
#include "door.h"
#include "opencl_sought.h"

static const struct {
  const char* path;
  int minor_number;
} nodes[] = {{"/dev/dri/renderD128", eugene_render_minor}, {"/dev/dri/card0", eugene_primary_minor}};
enum { count_of_nodes = sizeof nodes / sizeof *nodes };

/* A PCI device has its files in one place and links to them in others. What is below any of these is taken from the
   directory that `eugene run` has made, and is not there if it is not there. */
static const char* const places[] = {
    "/dev/dri",
    "/sys/class/drm",
    "/sys/dev/char/226:0",
    "/sys/dev/char/226:128",
    "/sys/devices/pci0000:00/0000:00:02.0",
    "/sys/bus/pci/devices/0000:00:02.0",
    "/sys/bus/pci/drivers/i915",
};

static const char* own_directory(void) {
  static const char* known;
  if (known == NULL) {
    const char* variable = getenv("EUGENE_I915");
    known = variable != NULL && strlen(variable) < 256 ? variable : "";
  }
  return known;
}

int is_in_place(const char* name) {
  for (size_t i = 0; i < sizeof places / sizeof *places; ++i) {
    const size_t length = strlen(places[i]);
    if (strncmp(name, places[i], length) == 0 && (name[length] == 0 || name[length] == '/')) return 1;
  }
  return 0;
}

int is_null(const void* pointer) { return pointer == NULL; }

int is_empty(const char* path) { return path == NULL || *path == 0; }

const char* name_of_node(int minor_number) {
  for (size_t i = 0; i < count_of_nodes; ++i) {
    if (nodes[i].minor_number == minor_number) return nodes[i].path;
  }
  return NULL;
}

const char* node_called(const char* last_part) {
  for (size_t i = 0; i < count_of_nodes; ++i) {
    if (strcmp(strrchr(nodes[i].path, '/') + 1, last_part) == 0) return nodes[i].path;
  }
  return NULL;
}

/* Has the name begin with the directory where things lie instead; 0 if there is no room for it. */
static int put_before(char* name) {
  const size_t before = strlen(own_directory());
  const size_t all = strlen(name) + 1;
  if (before + all > name_room) return 0;
  memmove(name + before, name, all);
  memcpy(name, own_directory(), before);
  return 1;
}

const char* instead_of(const char* name, char* room) {
  if (!is_in_place(name) || strlen(name) >= name_room) return name;
  return put_before(strcpy(room, name)) ? room : name;
}

void restore(char* path) {
  const size_t length = strlen(own_directory());
  if (path != NULL && length != 0 && strncmp(path, own_directory(), length) == 0 && is_in_place(path + length)) {
    memmove(path, path + length, strlen(path + length) + 1);
  }
}

void find_meaning(int directory, const char* path, struct meaning* meaning) {
  meaning->path = path;
  meaning->node = no_node;
  meaning->is_link = 0;
  char* name = meaning->room;
  const enum cleaned cleaned = *own_directory() == 0 ? unknown : clean_name(directory, path, name);
  if (cleaned == unknown) return;
  restore(name);
  note_opencl(name, own_directory());
  for (size_t i = 0; i < count_of_nodes; ++i) {
    if (strcmp(name, nodes[i].path) == 0) meaning->node = nodes[i].minor_number;
  }
  const int descriptor = descriptor_of_link(name);
  if (descriptor >= 0) {
    meaning->node = node_of_descriptor(descriptor);
    meaning->is_link = meaning->node != no_node;
  }
  if (is_in_place(name)) {
    if (put_before(name)) meaning->path = name;
  } else if (cleaned == left_place) {
    meaning->path = name; /* the kernel would look for it in the directory where they lie instead */
  }
}
