// The first things a kernel does: read, compute, write.
SIMD kernel void vector_add(global const float* a, global const float* b, global float* c, uint count) {
  const uint i = get_global_id(0);
  if (i < count) c[i] = a[i] + b[i];
}

#pragma OPENCL FP_CONTRACT OFF
SIMD kernel void saxpy(float alpha, global const float* x, global float* y) {
  const uint i = get_global_id(0);
  y[i] = alpha * x[i] + y[i];
}

SIMD kernel void copy_bytes(global const uchar* from, global uchar* to) { to[get_global_id(0)] = from[get_global_id(0)]; }
SIMD kernel void copy_words(global const ushort* from, global ushort* to) { to[get_global_id(0)] = from[get_global_id(0)]; }
SIMD kernel void copy_quads(global const ulong* from, global ulong* to) { to[get_global_id(0)] = from[get_global_id(0)]; }
SIMD kernel void copy_wide(global const uint16* from, global uint16* to) { to[get_global_id(0)] = from[get_global_id(0)]; }

// Reads in an order no block message can serve.
SIMD kernel void gather(global const uint* from, global const uint* index, global uint* to) {
  const uint i = get_global_id(0);
  to[i] = from[index[i]];
}
SIMD kernel void scatter(global const uint* from, global const uint* index, global uint* to) {
  const uint i = get_global_id(0);
  to[index[i]] = from[i];
}

// The same arithmetic on every kind of by-value argument.
typedef struct {
  char c;
  short s;
  int i;
  long l;
  float f;
  uchar bytes[5];
} Mixed;

SIMD kernel void struct_argument(Mixed m, global long* out) {
  const long i = get_global_id(0);
  out[i] = m.c + i * m.s + m.i + m.l * i + (long)m.f + m.bytes[i % 5];
}

SIMD kernel void many_arguments(char a0, uchar a1, short a2, ushort a3, int a4, uint a5, long a6, ulong a7, float a8, int2 a9,
                           short4 a10, uchar16 a11, long2 a12, float4 a13, global const int* a14, constant int* a15,
                           local int* a16, int3 a17, char3 a18, uint a19, global long* out) {
  const int i = get_global_id(0);
  const int l = get_local_id(0);
  a16[l] = a14[i] + a15[l % 4];
  barrier(CLK_LOCAL_MEM_FENCE);
  long sum = a0 + a1 + a2 + a3 + a4 + a5 + a6 + (long)a7 + (long)a8;
  sum += a9.x + 2 * a9.y + a10.x + 2 * a10.y + 3 * a10.z + 4 * a10.w + a11.s0 + 2 * a11.sf + a12.x + 2 * a12.y;
  sum += (long)(a13.x + 2 * a13.w) + a17.x + 2 * a17.z + a18.y + 3 * a18.z + a19;
  out[i] = sum + a16[get_local_size(0) - 1 - l];
}
