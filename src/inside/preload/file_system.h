/* The file system that a file reports. The GPU's files report /sys or /dev, though they lie elsewhere. */
#pragma once

#include <sys/stat.h>
#include <sys/types.h>

int is_in_sysfs(const char* name);

/* Returns `otherwise` if the host has no such file system. */
dev_t device_of_file_system(const char* name, dev_t otherwise);
/* Returns the device of the directory where the files really lie; 0: there is none. */
dev_t device_of_tree(void);

struct statx;
void set_mount(const char* name, struct statx* status);
