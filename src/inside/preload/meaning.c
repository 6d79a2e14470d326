#include "meaning.h"

#include <stdio.h>
#include <string.h>

#include "door.h"
#include "opencl_sought.h"

int is_null(const void* pointer) { return pointer == NULL; }

int is_empty(const char* path) { return path == NULL || *path == 0; }

/* Handles a link of /proc to a descriptor of this process: the kernel follows the link to a file, not to a name. */
static void look_at_descriptor(int descriptor, int follows, struct meaning* meaning) {
  meaning->linked_node = node_of_descriptor(descriptor);
  if (!follows) return;
  meaning->node = meaning->linked_node;
  char own[name_room];
  if (meaning->node != no_node || !name_of_own_file(descriptor, own)) return;
  strcpy(meaning->room, own);
  meaning->node = node_of_name(own);
}

void find_meaning(int directory, const char* path, int follows, struct meaning* meaning) {
  meaning->path = path;
  meaning->name = NULL;
  meaning->is_ours = 0;
  meaning->node = meaning->linked_node = no_node;
  char* name = meaning->room;
  const enum cleaned cleaned = *tree_directory() == 0 ? unknown : clean_name(directory, path, follows, name);
  if (cleaned == unknown) return;
  restore(name);
  note_opencl(name);
  meaning->node = node_of_name(name);
  const int descriptor = descriptor_of_link(name);
  if (descriptor >= 0) look_at_descriptor(descriptor, follows, meaning);
  meaning->name = name;
  meaning->is_ours = is_ours(name);
  if (meaning->is_ours && put_tree(name)) {
    meaning->path = name;
    meaning->name = name + strlen(tree_directory());
  } else if (cleaned == through_ours) {
    meaning->path = name;
  }
}
