// Source of newer.bin: ocloc compile -file newer.cl -device skl -64 -options "-cl-std=CL2.0 -g -cl-kernel-arg-info"
// (Debian's intel-ocloc-legacy 24.35.30872.45, compiler 1.0.17791). Ten kernels of different kinds.
kernel void add(global float* to, global const float* a, global const float* b) {
  const size_t i = get_global_id(0);
  to[i] = a[i] + b[i];
}

kernel void reduce(global int* sums, global const int* from, local int* part) {
  const uint l = get_local_id(0);
  local int last[1];
  part[l] = from[get_global_id(0)];
  for (uint step = get_local_size(0) / 2; step > 0; step /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < step) part[l] += part[l + step];
  }
  if (l == 0) last[0] = part[0];
  barrier(CLK_LOCAL_MEM_FENCE);
  if (l == 1) sums[get_group_id(0)] = last[0];
}

constant sampler_t kNear = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void blur(write_only image2d_t to, read_only image2d_t from, sampler_t given) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const float4 sum = read_imagef(from, kNear, at + (int2)(1, 0)) + read_imagef(from, given, at - (int2)(1, 0));
  write_imagef(to, at, sum * 0.5f);
}

kernel void float_sum(global atomic_float* sum, global atomic_int* most, global const float* from) {
  float old = atomic_load_explicit(sum, memory_order_relaxed);
  while (!atomic_compare_exchange_weak_explicit(sum, &old, old + from[get_global_id(0)], memory_order_relaxed,
                                                memory_order_relaxed)) {
  }
  atomic_fetch_max(most, (int)from[get_global_id(0)]);
}

#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_intel_subgroups : enable
__attribute__((intel_reqd_sub_group_size(16))) kernel void shuffled(global int* to, global const int* from) {
  const int value = from[get_global_id(0)];
  const int sum = sub_group_scan_inclusive_add(value);
  to[get_global_id(0)] = sum + 1000 * intel_sub_group_shuffle_xor(value, 1);
}

kernel void roots(global double* to, global const double* from, double by) {
  const size_t i = get_global_id(0);
  to[i] = sqrt(from[i]) * by + 1.0 / (from[i] + 1.0);
}

#pragma OPENCL EXTENSION cl_khr_fp16 : enable
kernel void halves(global half4* to, global const half* from, half by) {
  const size_t i = get_global_id(0);
  to[i] = vload_half4(i, from).s0 > 3.0f ? (half4)(from[4 * i]) * by : (half4)(convert_half(i), by, from[i], 1.0h);
}

typedef struct {
  int first;
  char flags[3];
  float4 scale;
} Settings;
typedef struct {
  Settings inner[2];
  long offset;
} Nested;
kernel void configured(global float4* to, Settings one, Nested two, global const Settings* many) {
  const size_t i = get_global_id(0);
  to[i] = one.scale * (float)many[i].flags[1] + two.inner[i & 1].scale + (float)(one.first + two.offset);
}

kernel void printing(global const int* from) {
  const int i = get_global_id(0);
  if (i % 4 == 1) printf("item %d has %d, %s\n", i, from[i], from[i] > 3 ? "much" : "little");
}

void swap(int* a, int* b) {
  const int old = *a;
  *a = *b;
  *b = old;
}

kernel void sorted(global int* to, global const int* from) {
  int values[16];
  const int first = get_global_id(0) * 16;
  for (int i = 0; i < 16; ++i) values[i] = from[first + i];
#pragma unroll 1
  for (int i = 0; i < 16; ++i)
#pragma unroll 1
    for (int j = 0; j + 1 < 16; ++j)
      if (values[j] > values[j + 1]) swap(&values[j], &values[j + 1]);
  for (int i = 0; i < 16; ++i) to[first + i] = values[(i * 5 + from[0]) & 15];
}
