// Marks functions whose loops benefit from wider host vectors.
#pragma once

// Function multiversioning: a marked function is compiled twice, with and without 256-bit vectors (x86-64-v3). The
// host's processor selects one at load time. Both give the same bits. (The sanitizers start before the selection, so
// they build one version.)
#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__)
#define EUGENE_VECTOR_LOOPS [[gnu::flatten, gnu::target_clones("arch=x86-64-v3", "default")]]
#else
#define EUGENE_VECTOR_LOOPS
#endif
