// Source of arguments.bin: ocloc compile -file arguments.cl -device bxt -revision_id 11 -options
// "-cl-kernel-arg-info -cl-std=CL2.0" (intel-opencl-icd 22.43), and of zebin.bin: the same with --format zebin.
typedef struct {
  int a;
  char b;
} Pair;
constant int kTable[3] = {1, 2, 3};
global int counter = 41;

kernel void every_kind(global float* restrict x, constant int* c, local int* l, Pair s, int4 v, const float f,
                       global const volatile uchar* q) {
  l[get_local_id(0)] = c[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = l[get_local_id(0) ^ 1] + s.a + v.x + f + q[1] + kTable[v.y];
}

__attribute__((reqd_work_group_size(4, 8, 2))) kernel void needs(global uint* out) {
  local uint slot[64];
  const uint l = get_local_id(0) + 4 * (get_local_id(1) + 8 * get_local_id(2));
  slot[63 - l] = counter + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[l] = slot[l];
  printf("%u\n", slot[l]);
}

__attribute__((intel_reqd_sub_group_size(8))) kernel void narrow(global float16* x) {
  float16 v[14];
  for (int k = 0; k < 14; ++k) v[k] = x[k * get_global_id(0)];
  barrier(CLK_GLOBAL_MEM_FENCE);
  for (int k = 0; k < 14; ++k) x[k] = v[13 - k] + v[k];
}
