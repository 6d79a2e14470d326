// wasi-libc's mmap() allocates, and refuses a flag that asks it not to reserve what is allocated.
#pragma once

#include_next <sys/mman.h>

#undef MAP_NORESERVE
#define MAP_NORESERVE 0
