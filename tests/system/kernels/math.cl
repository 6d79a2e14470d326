// One kernel per function of math_functions.inc in group GROUP, on scalars of type T.
#ifdef NEEDS_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif
#pragma OPENCL FP_CONTRACT OFF
#define add(x, y) ((x) + (y))
#define subtract(x, y) ((x) - (y))
#define multiply(x, y) ((x) * (y))
#define divide(x, y) ((x) / (y))
#define reciprocal(x) ((T)1 / (x))

// The kernel's name is pasted here, before a library that defines `sin` as a macro can replace it.
#define FUNCTION(kind, name, ...) kind(test_##name, name)
#define UNARY(kernel_name, name) \
  SIMD kernel void kernel_name(global const T* x, global const T* y, global const T* z, global const int* n, global T* out) { \
    const size_t i = get_global_id(0); \
    out[i] = name(x[i]); \
  }
#define BINARY(kernel_name, name) \
  SIMD kernel void kernel_name(global const T* x, global const T* y, global const T* z, global const int* n, global T* out) { \
    const size_t i = get_global_id(0); \
    out[i] = name(x[i], y[i]); \
  }
#define TERNARY(kernel_name, name) \
  SIMD kernel void kernel_name(global const T* x, global const T* y, global const T* z, global const int* n, global T* out) { \
    const size_t i = get_global_id(0); \
    out[i] = name(x[i], y[i], z[i]); \
  }
#define WITH_INT(kernel_name, name) \
  SIMD kernel void kernel_name(global const T* x, global const T* y, global const T* z, global const int* n, global T* out) { \
    const size_t i = get_global_id(0); \
    out[i] = name(x[i], n[i]); \
  }
#include "math_functions.inc"
