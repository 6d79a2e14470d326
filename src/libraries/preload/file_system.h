/* What a file says of the file system that it is in: those of the GPU's tree are in that of /sys, or of /dev, though
   they lie in a directory of their own. */
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

int is_in_sysfs(const char* name);

/* Where the host has no such file system: `otherwise`. */
dev_t device_of_file_system(const char* name, dev_t otherwise);
/* Of the directory where things really lie; 0: there is none. */
dev_t device_of_tree(void);

struct statx;
void set_mount_of(const char* name, struct statx* status);
