// Flow that diverges, functions that are really called, private arrays: the functions are in control.inc.
#define NOINLINE __attribute__((noinline))
#include "control.inc"

#define KERNEL(name, function, In, Out) \
  SIMD kernel void name(global const In* in, global Out* out) { \
    const size_t i = get_global_id(0); \
    out[i] = function(in[i]); \
  }
KERNEL(switches, classify, uint, int)
KERNEL(loops, wander, uint, int)
KERNEL(branches, decide, int, long)
KERNEL(returns, fibonacci, uint, uint)
KERNEL(calls, call, uint, uint)
KERNEL(small_arrays, small_array, uint, uint)
KERNEL(large_arrays, heap_sort, uint, uint)
KERNEL(byte_arrays, byte_array, uint, uint)

// More live values than registers: the compiler spills.
SIMD kernel void spill(global const float16* in, global float16* out) {
  const size_t i = get_global_id(0);
  float16 v[14];
  for (int k = 0; k < 14; ++k) v[k] = in[(i + k) % get_global_size(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  float16 sum = (float16)(0.0f);
  for (int k = 0; k < 14; ++k) sum = fma(v[k], v[13 - k], sum * 0.5f);
  for (int k = 0; k < 14; ++k) sum += v[k].sfedcba9876543210;
  out[i] = sum;
}
