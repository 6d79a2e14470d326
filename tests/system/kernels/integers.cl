// Every operation of integer_ops.inc on T; out[i * OPS + k] is operation k on the i-th inputs.
enum {
#define OP(...) +1
  OPS = 0
#include "integer_ops.inc"
#undef OP
};

SIMD kernel void operations(global const T* xs, global const T* ys, global const T* zs, global T* out) {
  const size_t i = get_global_id(0);
  const T x = xs[i], y = ys[i], z = zs[i];
  global T* to = out + i * OPS;
  int k = 0;
#define OP(...) to[k++] = (T)(__VA_ARGS__);
#include "integer_ops.inc"
#undef OP
}

// The same on vectors, where the operators have vector forms.
SIMD kernel void vector_operations(global const V4* xs, global const V4* ys, global const V4* zs, global V4* out) {
  const size_t i = get_global_id(0);
  const V4 x = xs[i], y = ys[i], z = zs[i];
  global V4* to = out + i * 12;
  to[0] = x + y;
  to[1] = x * y - z;
  to[2] = (x & y) | (~x & z);
  to[3] = x << (y & (V4)(BITS - 1));
  to[4] = x >> (y & (V4)(BITS - 1));
  to[5] = mul_hi(x, y);
  to[6] = add_sat(x, y);
  to[7] = rotate(x, y);
  to[8] = select(x, y, x < y);
  to[9] = max(min(x, y), z);
  to[10] = clz(x);
  to[11] = x / (y | (V4)1) + x % (z | (V4)1) * (V4)3;
}
