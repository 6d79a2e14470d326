// Functions whose loops are worth the host's wider vectors.
#pragma once

// Before such a function: it is compiled twice, with and without 256-bit vectors and what comes with them, and the
// host's processor decides which runs. Both give the same bits. (The sanitizers run before such a choice can be made.)
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define EUGENE_VECTOR_LOOPS [[gnu::flatten, gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define EUGENE_VECTOR_LOOPS
#endif
