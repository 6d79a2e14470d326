// Source of pointers.bin: ocloc compile -file pointers.cl -device bxt -revision_id 11 -options "-cl-kernel-arg-info"
// (intel-opencl-icd 22.43). A pointer to each number of OpenCL C, to some vectors, and to a structure.
#pragma OPENCL EXTENSION cl_khr_fp16 : enable
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
typedef struct {
  int a;
  char b;
} Pair;

kernel void every_pointer(global char* c, global uchar* uc, global short* s, global ushort* us, global int* i, global uint* ui,
                          global long* l, global ulong* ul, global half* h, global float* f, global double* d,
                          global char4* c4, global int4* i4, global float2* f2, global float4* f4, global double2* d2,
                          global Pair* p) {
  if (get_global_id(0) != 0 || get_global_size(0) < 1000) return;
  c[0] = uc[0] = s[0] = us[0] = i[0] = ui[0] = l[0] = ul[0] = f[0] = d[0] = 1;
  h[0] = 1;
  c4[0] = 1;
  i4[0] = 1;
  f2[0] = 1;
  f4[0] = 1;
  d2[0] = 1;
  p[0].a = 1;
}
