// Every conversion from SRC: default, the four roundings, and saturated ones, to every type.
#ifdef NEEDS_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#endif

// Integers: [default, rte, rtz, rtp, rtn, sat, sat_rte, sat_rtz, sat_rtp, sat_rtn] a value.
#define TO_INTEGER(D)                                                \
  SIMD kernel void to_##D(global const SRC* in, global D* out) {     \
    const size_t i = get_global_id(0);                               \
    const SRC x = in[i];                                             \
    global D* to = out + 10 * i;                                     \
    to[0] = convert_##D(x);                                          \
    to[1] = convert_##D##_rte(x);                                    \
    to[2] = convert_##D##_rtz(x);                                    \
    to[3] = convert_##D##_rtp(x);                                    \
    to[4] = convert_##D##_rtn(x);                                    \
    to[5] = convert_##D##_sat(x);                                    \
    to[6] = convert_##D##_sat_rte(x);                                \
    to[7] = convert_##D##_sat_rtz(x);                                \
    to[8] = convert_##D##_sat_rtp(x);                                \
    to[9] = convert_##D##_sat_rtn(x);                                \
  }
#define TO_FLOAT(D)                                                  \
  SIMD kernel void to_##D(global const SRC* in, global D* out) {     \
    const size_t i = get_global_id(0);                               \
    const SRC x = in[i];                                             \
    global D* to = out + 5 * i;                                      \
    to[0] = convert_##D(x);                                          \
    to[1] = convert_##D##_rte(x);                                    \
    to[2] = convert_##D##_rtz(x);                                    \
    to[3] = convert_##D##_rtp(x);                                    \
    to[4] = convert_##D##_rtn(x);                                    \
  }
TO_INTEGER(char)
TO_INTEGER(uchar)
TO_INTEGER(short)
TO_INTEGER(ushort)
TO_INTEGER(int)
TO_INTEGER(uint)
TO_INTEGER(long)
TO_INTEGER(ulong)
TO_FLOAT(float)
#ifdef HAS_DOUBLE
TO_FLOAT(double)
#endif
#ifdef HAS_HALF
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
TO_FLOAT(half)
#endif
