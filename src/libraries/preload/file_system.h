/* The file system that a file says it is in. The GPU's files say that of /sys or /dev, though they lie elsewhere. */
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

int is_in_sysfs(const char* name);

/* Gives `otherwise` where the host has no such file system. */
dev_t device_of_file_system(const char* name, dev_t otherwise);
/* The device of the directory where the files really lie; 0: there is none. */
dev_t device_of_tree(void);

struct statx;
void set_mount_of(const char* name, struct statx* status);
