/* Level Zero has no layer of Eugene's, as OpenCL has, that knows the names of kernels: the call with which a program
   makes a module is intercepted, and the module's binary left in `eugene run`'s directory, as that layer leaves
   programs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "clean_name.h"
#include "door.h"

enum { uninitialized = 0x78000001 }; /* ZE_RESULT_ERROR_UNINITIALIZED */

typedef int (*create_function)(void*, void*, const void*, void**, void**);
typedef int (*binary_function)(void*, size_t*, unsigned char*);

/* The loader's function. A plugin of the program may have loaded the loader for itself alone. */
static void* of_loader(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  if (found != NULL) return found;
  void* loader = dlopen("libze_loader.so.1", RTLD_LAZY | RTLD_NOLOAD);
  if (loader == NULL) return NULL;
  found = dlsym(loader, name);
  dlclose(loader); /* it stays, since others have it open */
  return found;
}

static int write_all(long descriptor, const unsigned char* bytes, size_t size) {
  while (size != 0) {
    const long written = syscall(SYS_write, descriptor, bytes, size);
    if (written <= 0) return 0;
    bytes += written;
    size -= (size_t)written;
  }
  return 1;
}

/* Under its name only when it is complete. */
static void leave(const char* directory, const unsigned char* bytes, size_t size) {
  static unsigned modules;
  const unsigned number = __atomic_fetch_add(&modules, 1, __ATOMIC_RELAXED);
  char unfinished[name_room], name[name_room];
  const int room = sizeof name;
  if (snprintf(unfinished, room, "%s/module-%d-%u", directory, getpid(), number) >= room) return;
  if (snprintf(name, room, "%s/program-%d-ze%u", directory, getpid(), number) >= room) return;
  const long descriptor = syscall(SYS_openat, AT_FDCWD, unfinished, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor < 0) return;
  const int is_complete = write_all(descriptor, bytes, size);
  syscall(SYS_close, descriptor);
  if (is_complete)
    rename(unfinished, name);
  else
    unlink(unfinished);
}

static void keep_binary(void* module) {
  const char* directory = getenv("EUGENE_I915");
  binary_function binary_of = NULL;
  *(void**)&binary_of = of_loader("zeModuleGetNativeBinary");
  size_t size = 0;
  if (directory == NULL || binary_of == NULL || binary_of(module, &size, NULL) != 0 || size == 0) return;
  unsigned char* bytes = malloc(size);
  if (bytes != NULL && binary_of(module, &size, bytes) == 0) leave(directory, bytes, size);
  free(bytes);
}

EXPORT int zeModuleCreate(void* context, void* device, const void* description, void** module, void** log) {
  create_function create = NULL;
  *(void**)&create = of_loader("zeModuleCreate");
  if (create == NULL) return uninitialized;
  const int result = create(context, device, description, module, log);
  if (result == 0 && module != NULL) keep_binary(*module);
  return result;
}
