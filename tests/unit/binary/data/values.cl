// Source of values.bin: ocloc compile -file values.cl -device bxt -revision_id 11 -options "-cl-kernel-arg-info"
// (intel-opencl-icd 22.43). A value of each number of OpenCL C that an argument may be, vectors, and a structure.
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct {
  int a;
  char b;
} Pair;

kernel void every_value(global int* out, char c, uchar uc, short s, ushort us, int i, uint ui, long l, ulong ul, float f, double d,
                        int4 i4, float2 f2, uchar16 uc16, Pair p) {
  out[0] = c + uc + s + us + i + ui + l + ul + f + d + i4.x + f2.y + uc16.s3 + p.a;
}
