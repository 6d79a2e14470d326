// Compiles eugene.h by itself, as C++.
#include "eugene.h"

static_assert(sizeof(eugene_statistics) == 40);
static_assert(sizeof(eugene_event) == 48 && sizeof(eugene_instruction) == 48);
static_assert(sizeof(eugene_finding) == 56 && sizeof(eugene_site) == 96);
