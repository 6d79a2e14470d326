/* Notes that the program wants VA-API to do something, so that `eugene run` can say that nothing was done: a player
   goes on with the processor in silence. A program that only lists features, as vainfo, creates no configuration, makes
   no surface, and does not ask for the formats of pictures. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>

#include "door.h"
#include "wanted.h"

enum { operation_failed = 1 }; /* VA_STATUS_ERROR_OPERATION_FAILED */

/* libva's function. A plugin of the program may have loaded libva for itself alone. */
static void* of_libva(const char* name) {
  void* found = dlsym(RTLD_NEXT, name);
  void* library = found != NULL ? NULL : dlopen("libva.so.2", RTLD_LAZY | RTLD_NOLOAD);
  if (library == NULL) return found;
  found = dlsym(library, name);
  dlclose(library); /* it stays, since others have it open */
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
