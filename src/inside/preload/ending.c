/* Catches the end of the program before its exit handlers run. LLVM, in the library with the GPU, makes tables while it
   compiles. The C library destroys these tables in exit(), the youngest first, so an exit handler would run too late
   for tables made by a running compilation. Therefore exit() and the return from main() are intercepted here. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "ending.h"

#define EXPORT __attribute__((visibility("default")))

typedef int (*main_function)(int, char**, char**);
typedef int (*start_function)(main_function, int, char**, void (*)(void), void (*)(void), void (*)(void), void*);

static main_function program_main;

static int main_to_end(int count, char** arguments, char** environment) {
  const int status = program_main(count, arguments, environment);
  eugene_program_ends();
  return status;
}

EXPORT int __libc_start_main(main_function main, int count, char** arguments, void (*init)(void), void (*fini)(void),
                             void (*rtld_fini)(void), void* stack_end);
int __libc_start_main(main_function main, int count, char** arguments, void (*init)(void), void (*fini)(void),
                      void (*rtld_fini)(void), void* stack_end) {
  start_function start = NULL;
  *(void**)&start = dlsym(RTLD_NEXT, "__libc_start_main");
  program_main = main;
  return start(main_to_end, count, arguments, init, fini, rtld_fini, stack_end);
}

EXPORT void exit(int status) {
  void (*end)(int) __attribute__((noreturn)) = NULL;
  *(void**)&end = dlsym(RTLD_NEXT, "exit");
  eugene_program_ends();
  end(status);
}

EXPORT void _exit(int status) {
  void (*end)(int) __attribute__((noreturn)) = NULL;
  *(void**)&end = dlsym(RTLD_NEXT, "_exit");
  eugene_process_ends();
  end(status);
}
EXPORT void _Exit(int status) __attribute__((alias("_exit")));
