#define _GNU_SOURCE
#include "opencl_sought.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clean_name.h"

static int begins_with(const char* name, const char* place) {
  const size_t length = strlen(place);
  return length != 0 && strncmp(name, place, length) == 0;
}

/* Whether the loader looks for drivers there: in its default directory, or in the directory or file that the variable
   names. */
static int is_of_drivers(const char* name) {
  static char named[name_room]; /* a copy: a program may overwrite its initial environment */
  static int is_known;
  if (!__atomic_load_n(&is_known, __ATOMIC_ACQUIRE)) {
    const char* variable = getenv("OCL_ICD_VENDORS");
    if (variable != NULL && *variable == '/' && strlen(variable) < sizeof named) strcpy(named, variable);
    __atomic_store_n(&is_known, 1, __ATOMIC_RELEASE);
  }
  return begins_with(name, "/etc/OpenCL/vendors") || begins_with(name, named);
}

void note_opencl(const char* name) {
  static int is_noted;
  if (is_noted || !is_of_drivers(name)) return;
  is_noted = 1;
  char mark[name_room];
  const char* directory = getenv("EUGENE_I915");
  if (directory == NULL || snprintf(mark, sizeof mark, "%s/opencl-sought", directory) >= (int)sizeof mark) return;
  const int error = errno;
  const long descriptor = syscall(SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor >= 0) syscall(SYS_close, descriptor);
  errno = error;
}
