/* The library that `eugene run` preloads: replaces functions of the C library by which a program's drivers reach the
   GPU. Calls that do not concern the GPU are passed on. Written in C without other libraries, since it is loaded into
   every program that the program starts. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "../process/calls.h"
#include "closing.h"
#include "door.h"
#include "ending.h"
#include "meaning.h"
#include "received.h"
#include "wanted.h"

enum { drm_ioctl_type = 'd', sync_ioctl_type = '>' };

unsigned long eugene_failures(void);
unsigned long eugene_lost_requests(void);
void eugene_let_go(void);
int eugene_is_idle(unsigned milliseconds);
void eugene_queue_made(void);
void eugene_null_argument(const char* kernel, const char* argument);
unsigned long eugene_launch(const struct eugene_launched* launch);
void eugene_take_back(unsigned long launch);
void eugene_share(unsigned long address, size_t bytes, size_t room);
void eugene_read_back(unsigned long buffer, size_t offset, size_t bytes);
void eugene_tell_access(const struct eugene_access* access);
void eugene_tell_misuse(const struct eugene_misuse* misuse);

static const struct eugene_calls* calls;

/* Set while the library with the GPU runs, and always in its threads: its own calls of these functions are passed on.
   The library may make such calls with locks held, and an answer by the GPU would take the same locks. */
static __thread int inside __attribute__((tls_model("initial-exec")));

/* Opens the library with the GPU, which is in the same directory as this one: with what watches the GPU, or without. */
static const struct eugene_calls* load(void) {
  const struct eugene_calls* known = __atomic_load_n(&calls, __ATOMIC_ACQUIRE);
  if (known != NULL) return known;
  Dl_info self;
  char path[PATH_MAX];
  if (dladdr((void*)&load, &self) == 0 || strlen(self.dli_fname) + 32 > sizeof path) return NULL;
  strcpy(path, self.dli_fname);
  char* slash = strrchr(path, '/');
  if (path[0] != '/' || slash == NULL) {
    /* The program may have changed its directory, and another library may lie there. */
    fprintf(stderr, "eugene: %s is preloaded by a relative name, so the GPU is not loaded: use `eugene run`\n", path);
    return NULL;
  }
  const char* watched = getenv("EUGENE_WATCHED");
  strcpy(slash + 1, watched == NULL || *watched == 0 ? "libeugene_gpu.so" : "libeugene_gpu_watched.so");
  inside = 1;
  void* library = dlopen(path, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  const struct eugene_calls* (*get)(void) = NULL;
  if (library != NULL) *(void**)&get = dlsym(library, EUGENE_CALLS);
  if (get != NULL) {
    known = get();
    __atomic_store_n(&calls, known, __ATOMIC_RELEASE);
  } else {
    fprintf(stderr, "eugene: cannot load the GPU: %s\n  hint: `make` builds all of Eugene, and `make demo` a part\n",
            dlerror());
  }
  inside = 0;
  return known;
}

struct file {
  unsigned long device, inode;
};

/* Returns how the GPU sees a descriptor. */
static enum eugene_kind find_kind(int descriptor, struct file* file) {
  if (calls == NULL || inside || descriptor < 0) return eugene_nothing;
  struct stat status;
  if (syscall(SYS_fstat, descriptor, &status) != 0) return eugene_nothing;
  file->device = status.st_dev;
  file->inode = status.st_ino;
  const int error = errno;
  inside = 1;
  const enum eugene_kind kind = (enum eugene_kind)calls->kind(file->device, file->inode);
  inside = 0;
  errno = error;
  return kind;
}

/* Makes a node that another process has opened a node of this process, whose GPU is another. Returns the node's minor
   number, or no_node. */
static int receive_node(int descriptor, struct file* file) {
  struct stat status;
  const int node = inside ? no_node : find_received_node(descriptor, &status);
  const struct eugene_calls* gpu = node == no_node ? NULL : load();
  if (gpu == NULL) return no_node;
  *file = (struct file){status.st_dev, status.st_ino};
  inside = 1;
  const int is_received = gpu->receive_node(node, file->device, file->inode);
  inside = 0;
  return is_received ? node : no_node;
}

/* Returns the minor number of an open node, or no_node. */
static int open_node_of(int descriptor, struct file* file) {
  switch (find_kind(descriptor, file)) {
    case eugene_primary_node: return eugene_primary_minor;
    case eugene_render_node: return eugene_render_minor;
    case eugene_handed_out: return no_node;
    default: return receive_node(descriptor, file);
  }
}

int node_of_descriptor(int descriptor) {
  struct file file;
  return open_node_of(descriptor, &file);
}

void eugene_program_ends(void) {
  if (calls == NULL) return;
  inside = 1;
  calls->stop_compiling();
  inside = 0;
}

void eugene_process_ends(void) {
  if (calls == NULL) return;
  inside = 1;
  calls->leave_statistics();
  inside = 0;
}

/* For Eugene's OpenCL layer. */
EXPORT unsigned long eugene_failures(void) { return calls == NULL ? 0 : calls->failures(); }
EXPORT unsigned long eugene_lost_requests(void) { return calls == NULL ? 0 : calls->lost_requests(); }
EXPORT void eugene_let_go(void) {
  if (calls != NULL) calls->let_go();
}
EXPORT int eugene_is_idle(unsigned milliseconds) { return calls == NULL ? 0 : calls->is_idle(milliseconds); }

EXPORT void eugene_queue_made(void) {
  if (calls != NULL) calls->queue_made();
}
void eugene_video_wanted(void) {
  if (calls != NULL && !inside) calls->video_wanted();
}
EXPORT void eugene_null_argument(const char* kernel, const char* argument) {
  if (calls != NULL) calls->null_argument(kernel, argument);
}
EXPORT unsigned long eugene_launch(const struct eugene_launched* launch) {
  return calls == NULL ? 0 : calls->launch(launch);
}
EXPORT void eugene_take_back(unsigned long launch) {
  if (calls != NULL) calls->take_back(launch);
}
EXPORT void eugene_share(unsigned long address, size_t bytes, size_t room) {
  if (calls != NULL) calls->share(address, bytes, room);
}
EXPORT void eugene_read_back(unsigned long buffer, size_t offset, size_t bytes) {
  if (calls != NULL) calls->read_back(buffer, offset, bytes);
}

EXPORT void eugene_tell_access(const struct eugene_access* access) {
  if (calls != NULL) calls->access(access);
}
EXPORT void eugene_tell_misuse(const struct eugene_misuse* misuse) {
  if (calls != NULL) calls->misuse(misuse);
}

EXPORT int ioctl(int descriptor, unsigned long request, ...) {
  va_list list;
  va_start(list, request);
  void* argument = va_arg(list, void*);
  va_end(list);
  struct file file;
  if ((_IOC_TYPE(request) == drm_ioctl_type && open_node_of(descriptor, &file) != no_node) ||
      (_IOC_TYPE(request) == sync_ioctl_type && find_kind(descriptor, &file) == eugene_handed_out)) {
    inside = 1;
    const int result = calls->ioctl(file.device, file.inode, request, argument);
    inside = 0;
    return result;
  }
  return (int)syscall(SYS_ioctl, descriptor, request, argument);
}

EXPORT void* mmap(void* address, size_t bytes, int protection, int flags, int descriptor, off_t offset) {
  struct file file;
  const int shared = (flags & MAP_TYPE) == MAP_SHARED || (flags & MAP_TYPE) == MAP_SHARED_VALIDATE;
  if (shared && (flags & MAP_ANONYMOUS) == 0 && find_kind(descriptor, &file) != eugene_nothing) {
    inside = 1;
    void* result = calls->map(file.device, file.inode, address, bytes, protection, flags, offset);
    inside = 0;
    return result;
  }
  return (void*)syscall(SYS_mmap, address, bytes, protection, flags, descriptor, offset);
}
EXPORT void* mmap64(void* address, size_t bytes, int protection, int flags, int descriptor, off64_t offset)
    __attribute__((alias("mmap")));

/* For the functions that close descriptors (closing.c). */

struct closing eugene_before_closing(int descriptor) {
  struct file file = {0, 0};
  const enum eugene_kind kind = find_kind(descriptor, &file);
  return (struct closing){kind != eugene_nothing, file.device, file.inode};
}

void eugene_after_closing(struct closing closed) {
  if (!closed.is_of_gpu) return;
  const int error = errno;
  inside = 1;
  calls->closed(closed.device, closed.inode);
  inside = 0;
  errno = error;
}

void eugene_after_closing_some(void) {
  if (calls == NULL || inside) return;
  const int error = errno;
  inside = 1;
  calls->some_closed();
  inside = 0;
  errno = error;
}

int open_node(int minor_number, int flags) {
  const struct eugene_calls* gpu = load();
  if (gpu == NULL) {
    errno = ENODEV;
    return -1;
  }
  inside = 1;
  const int descriptor = gpu->open_node(minor_number, flags);
  inside = 0;
  return descriptor;
}

/* Marks the threads that the library with the GPU starts. */

struct beginning {
  void* (*run)(void*);
  void* argument;
};

static void* begin_inside(void* given) {
  const struct beginning own = *(struct beginning*)given;
  free(given);
  inside = 1;
  return own.run(own.argument);
}

EXPORT int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*run)(void*), void* argument) {
  REAL(int, "pthread_create");
  if (!inside) return real(thread, attributes, run, argument);
  struct beginning* own = malloc(sizeof *own);
  if (own == NULL) return EAGAIN;
  *own = (struct beginning){run, argument};
  const int error = real(thread, attributes, begin_inside, own);
  if (error != 0) free(own);
  return error;
}
