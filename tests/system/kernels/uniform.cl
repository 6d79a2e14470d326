// Arithmetic on arguments: every work-item has the same values, so the compiler computes them once.
#pragma OPENCL FP_CONTRACT OFF

SIMD kernel void fused(global const double* v, global double* o, double a, double b) {
  const size_t i = get_global_id(0);
  o[i] = v[i] + fma(a, b, 1.5);
}

SIMD kernel void polynomial(global const double* v, global double* o, double4 a, double4 b) {
  const size_t i = get_global_id(0);
  const double4 s = fma(a, b, a.wzyx), t = fma(s.yxwz, b.zzxx, s);
  o[i] = fma(t.x, t.y, v[i]) + fma(t.z, -t.w, v[i]);
}

SIMD kernel void functions(global double* o, double a, double b) {
  const size_t i = get_global_id(0);
  const double results[] = {exp(a), log(b), sin(a), cos(b), pow(b, a), sqrt(b), a / b, atan2(a, b), cbrt(b), exp2(-a)};
  if (i == 0)
    for (int k = 0; k < 10; ++k) o[k] = results[k];
}

SIMD kernel void quadwords(global const long* v, global long* o, long a, long b, ulong c) {
  const size_t i = get_global_id(0);
  o[i] = v[i] + a * b + (long)mul_hi((ulong)a, c) + (a < b ? a >> 3 : b << 2) + (long)max(c, (ulong)b);
}
