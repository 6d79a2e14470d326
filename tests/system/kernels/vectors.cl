// Vector types: swizzles, loads and stores at any alignment, shuffles, relational functions, half storage.
SIMD kernel void swizzles(global const int4* in, global int4* out) {
  const size_t i = get_global_id(0);
  int4 v = in[i];
  int4 r = v.wzyx;
  r.xz = v.yy + r.zx;
  r.lo += v.hi;
  r.odd -= v.even;
  r.s3 ^= v.s0;
  int8 wide = (int8)(v, r);
  wide.s0246 = wide.s7531;
  int3 three = wide.s135;
  three.y *= 3;
  out[i] = (int4)(three, wide.s6) + wide.lo - wide.hi;
}

SIMD kernel void load_store(global const uchar* bytes, global uchar* out, uint n) {
  const uint i = get_global_id(0);
  // Elements of 3, 2, 4, 8, 16 at places only aligned to the element.
  const uchar3 a = vload3(i, bytes);
  vstore3(a.zyx, i, out);
  const ushort2 b = vload2(i, (global const ushort*)(bytes + 2));
  vstore2(b + (ushort2)(1, 2), i, (global ushort*)(out + 3 * n));
  const uint4 c = vload4(i, (global const uint*)(bytes + 4));
  vstore4(c.wxyz, i, (global uint*)(out + 8 * n));
  const uchar8 d = vload8(i, bytes + 1);
  vstore8(d.s76543210, i, out + 24 * n);
  const uchar16 e = vload16(i, bytes + 3);
  vstore16(e.s02468ace13579bdf, i, out + 32 * n);
}

SIMD kernel void shuffles(global const ushort8* a, global const ushort8* b, global const ushort8* mask, global ushort8* out) {
  const size_t i = get_global_id(0);
  out[2 * i] = shuffle(a[i], mask[i]);
  out[2 * i + 1] = shuffle2(a[i], b[i], mask[i]);
}

SIMD kernel void relational(global const float4* a, global const float4* b, global int4* out) {
  const size_t i = get_global_id(0);
  const float4 x = a[i], y = b[i];
  global int4* to = out + 18 * i;
  to[0] = isequal(x, y);
  to[1] = isnotequal(x, y);
  to[2] = isgreater(x, y);
  to[3] = isgreaterequal(x, y);
  to[4] = isless(x, y);
  to[5] = islessequal(x, y);
  to[6] = islessgreater(x, y);
  to[7] = isfinite(x);
  to[8] = isinf(x);
  to[9] = isnan(x);
  to[10] = isnormal(x);
  to[11] = isordered(x, y);
  to[12] = isunordered(x, y);
  to[13] = signbit(x);
  to[14] = as_int4(select(x, y, x < y));
  to[15] = as_int4(bitselect(x, y, as_float4((int4)(0x0F0F0F0F))));
  to[16] = x == y;
  to[17] = (int4)(any(x < y), all(x < y), any(x != x), all(x == x));
}

// half as storage only: needs no extension.
SIMD kernel void half_storage(global const half* in, global const float* floats, global float* widened, global half* narrowed) {
  const size_t i = get_global_id(0);
  widened[i] = vload_half(i, in);
  vstore_half(floats[i], 5 * i, narrowed);
  vstore_half_rte(floats[i], 5 * i + 1, narrowed);
  vstore_half_rtz(floats[i], 5 * i + 2, narrowed);
  vstore_half_rtp(floats[i], 5 * i + 3, narrowed);
  vstore_half_rtn(floats[i], 5 * i + 4, narrowed);
}
SIMD kernel void half_storage4(global const half* in, global half* out) {
  const size_t i = get_global_id(0);
  vstore_half4(vload_half4(i, in).wzyx, i, out);
}

// The geometric and common functions; tolerances are the host's affair.
SIMD kernel void geometry(global const float4* a, global const float4* b, global float4* out) {
  const size_t i = get_global_id(0);
  const float4 x = a[i], y = b[i];
  global float4* to = out + 6 * i;
  to[0] = (float4)(dot(x, y), dot(x.xyz, y.xyz), length(x), distance(x, y));
  to[1] = cross(x, y);
  to[2] = normalize(x);
  to[3] = (float4)(mix(x.x, y.x, 0.25f), step(x.y, y.y), smoothstep(-1.0f, 1.0f, x.z), sign(x.w));
  to[4] = (float4)(degrees(x.x), radians(x.y), clamp(x.z, -0.5f, 0.5f), max(x.w, y.w));
  to[5] = (float4)(fast_length(x), fast_distance(x, y), min(x.x, y.x), mad(x.x, y.x, x.y));
}

// Functions with two results.
SIMD kernel void pairs(global const float* xs, global const float* ys, global float* f, global int* n) {
  const size_t i = get_global_id(0);
  const float x = xs[i], y = ys[i];
  float second;
  int whole;
  f[8 * i] = fract(x, &second);
  f[8 * i + 1] = second;
  f[8 * i + 2] = modf(x, &second);
  f[8 * i + 3] = second;
  f[8 * i + 4] = frexp(x, &whole);
  n[4 * i] = whole;
  f[8 * i + 5] = sincos(x, &second);
  f[8 * i + 6] = second;
  f[8 * i + 7] = remquo(x, y, &whole);
  n[4 * i + 1] = whole & 7;
  n[4 * i + 2] = ilogb(x);
  n[4 * i + 3] = as_int(nan((uint)i)) & 0x7F800000;
}

// The fast variants, with loose bounds.
SIMD kernel void native(global const float* xs, global float* out) {
  const size_t i = get_global_id(0);
  const float x = xs[i];
  global float* to = out + 14 * i;
  to[0] = native_sin(x);
  to[1] = native_cos(x);
  to[2] = native_exp(x);
  to[3] = native_exp2(x);
  to[4] = native_log(x);
  to[5] = native_log2(x);
  to[6] = native_sqrt(x);
  to[7] = native_rsqrt(x);
  to[8] = native_recip(x);
  to[9] = native_divide(x, 3.0f);
  to[10] = native_powr(x, 1.5f);
  to[11] = half_exp(x);
  to[12] = half_log10(x);
  to[13] = half_tan(x);
}
