/* Notes that the program requests work from VA-API, so that `eugene run` can report that nothing was done: a player
   silently continues with the processor. A program that only lists features, such as vainfo, creates no configuration,
   makes no surface, and does not ask for image formats. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "door.h"
#include "wanted.h"

enum { operation_failed = 1 }; /* VA_STATUS_ERROR_OPERATION_FAILED */

/* Returns libva's function. A plugin of the program may have loaded libva locally. */
static void* of_libva(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  void* library = found != NULL ? NULL : dlopen("libva.so.2", RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return found;
  found = dlsym(library, name);
  dlclose(library); /* libva stays loaded, since others have it open */
  return found;
}

#define NOTED(name, parameters, passed)                               \
  EXPORT int name parameters;                                         \
  int name parameters {                                               \
    int(*real) parameters = NULL;                                     \
    *(void**)&real = of_libva(#name);                                 \
    const int result = real == NULL ? operation_failed : real passed; \
    eugene_video_wanted();                                            \
    return result;                                                    \
  }

NOTED(vaCreateConfig, (void* display, int profile, int entrypoint, void* attributes, int count, unsigned* config),
      (display, profile, entrypoint, attributes, count, config))
NOTED(vaCreateSurfaces,
      (void* display, unsigned format, unsigned width, unsigned height, unsigned* surfaces, unsigned surface_count,
       void* attributes, unsigned count),
      (display, format, width, height, surfaces, surface_count, attributes, count))
NOTED(vaQueryImageFormats, (void* display, void* formats, int* count), (display, formats, count))
