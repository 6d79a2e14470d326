// cl_khr_fp16: arithmetic on half scalars and vectors.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL FP_CONTRACT OFF

SIMD kernel void arithmetic(global const half* a, global const half* b, global half* out, global int* flags) {
  const size_t i = get_global_id(0);
  const half x = a[i], y = b[i];
  global half* to = out + 8 * i;
  to[0] = x + y;
  to[1] = x - y;
  to[2] = x * y;
  to[3] = x / y;
  to[4] = fma(x, y, x);
  to[5] = x < y ? x : y;
  to[6] = -x;
  to[7] = fabs(y);
  flags[i] = (x < y) | (x <= y) << 1 | (x == y) << 2 | (x != y) << 3 | (x > y) << 4 | (x >= y) << 5 | isnan(x) << 6 | isinf(x) << 7;
}

SIMD kernel void vectors(global const half4* a, global const half4* b, global half4* out) {
  const size_t i = get_global_id(0);
  half4 v = a[i] * b[i].wzyx + (half4)(0.5h, 1.0h, -2.0h, 4.0h);
  v.xy = max(v.xy, v.zw);
  v.w *= (half)i;
  out[i] = v.yxwz - b[i];
}

SIMD kernel void accumulate(global const half* in, global float* out, int count) {
  const size_t i = get_global_id(0);
  half sum = 0.0h;
  float wide = 0.0f;
  for (int k = 0; k < count; ++k) {
    sum += in[(i + k) % get_global_size(0)];
    wide += sum;
  }
  out[i] = wide;
}
