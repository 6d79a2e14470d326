// eugene.h by itself, in C++.
#include "eugene.h"

static_assert(sizeof(eugene_statistics) == 40);
