// What every work item knows about its place.
SIMD kernel void places(global uint* out) {
  const size_t width = get_global_size(0), height = get_global_size(1);
  const size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1) - get_global_offset(1),
               z = get_global_id(2) - get_global_offset(2);
  global uint* to = out + ((z * height + y) * width + x) * 22;
  for (int d = 0; d < 3; ++d) {
    to[d] = get_global_id(d);
    to[3 + d] = get_local_id(d);
    to[6 + d] = get_group_id(d);
    to[9 + d] = get_local_size(d);
    to[12 + d] = get_num_groups(d);
    to[15 + d] = get_global_size(d);
    to[18 + d] = get_global_offset(d);
  }
  to[21] = get_work_dim();
}

SIMD kernel __attribute__((reqd_work_group_size(4, 8, 2))) void fixed(global uint* out) {
  local uint slot[64];
  const uint l = (get_local_id(2) * 8 + get_local_id(1)) * 4 + get_local_id(0);
  const uint group = (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0);
  slot[63 - l] = group * 1000 + l;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[group * 64 + l] = slot[l];
}

// Groups of 1, the smallest dispatch there is.
SIMD kernel void single(global uint* out) { out[get_global_id(0)] = get_local_size(0) * 100 + get_local_id(0); }

// Non-uniform groups (OpenCL C 2.0): the last group of each dimension is smaller.
SIMD kernel void uneven(global uint* out) {
#if __OPENCL_C_VERSION__ >= 200
  const size_t i = get_global_id(1) * get_global_size(0) + get_global_id(0);
  out[4 * i] = get_local_size(0);
  out[4 * i + 1] = get_local_size(1);
  out[4 * i + 2] = get_enqueued_local_size(0) * 100 + get_enqueued_local_size(1);
  out[4 * i + 3] = get_global_linear_id() * 1000 + get_local_linear_id();
#endif
}

constant int kTable[5] = {3, 1, 4, 1, 5};
constant float kWeights[2][2] = {{0.5f, 1.5f}, {2.5f, 3.5f}};
SIMD kernel void constants(global int* out, constant int* given) {
  const uint i = get_global_id(0);
  out[i] = kTable[i % 5] * 100 + (int)(kWeights[i & 1][(i >> 1) & 1] * 2) + given[i % 7];
}

SIMD kernel void increment(global uint* data) { data[get_global_id(0)] += 1; }
SIMD kernel void twice(global const uint* from, global uint* to) { to[get_global_id(0)] = 2 * from[get_global_id(0)]; }
SIMD kernel void sum_large(global const uint* data, uint stride, global uint* sums) {
  uint sum = 0;
  for (uint k = 0; k < 16; ++k) sum += data[(get_global_id(0) * 16 + k) * stride];
  sums[get_global_id(0)] = sum;
}
SIMD kernel void nothing(void) {}
