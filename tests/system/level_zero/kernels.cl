// The kernels of the Level Zero tests: OpenCL C, which ocloc compiles to SPIR-V when the tests are built.
kernel void scale(global int* data, int factor, int offset) {
  const size_t i = get_global_id(0);
  data[i] = data[i] * factor + offset;
}

kernel void add(global const float* a, global const float* b, global float* sum) {
  const size_t i = get_global_id(0);
  sum[i] = a[i] + b[i];
}

// The sum of each group's elements, by halves, in local memory.
kernel void sum_of_group(global const uint* from, global uint* sums, local uint* part) {
  const size_t lane = get_local_id(0);
  part[lane] = from[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (size_t stride = get_local_size(0) / 2; stride > 0; stride /= 2) {
    if (lane < stride) part[lane] += part[lane + stride];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (lane == 0) sums[get_group_id(0)] = part[0];
}

__attribute__((intel_reqd_sub_group_size(16)))
kernel void in_subgroups(global const uint* from, global uint* sums, global uint* scans, global uint* firsts) {
  const size_t i = get_global_id(0);
  sums[i] = sub_group_reduce_add(from[i]);
  scans[i] = sub_group_scan_inclusive_max(from[i]);
  firsts[i] = sub_group_broadcast(from[i], 0);
}

kernel void places(global uint* seen) {
  const size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
  const size_t width = get_global_size(0), height = get_global_size(1);
  seen[(z * height + y) * width + x] = (uint)(get_group_id(0) | get_group_id(1) << 8 | get_group_id(2) << 16) +
                                       ((uint)get_local_linear_id() << 24);
}

kernel void histogram(global const uchar* from, global uint* counts, global uint* most) {
  const uchar value = from[get_global_id(0)];
  atomic_inc(&counts[value]);
  atomic_max(most, (uint)value);
}

// A list in memory that the host has linked: the same pointers are good on both sides.
typedef struct Node { global struct Node* next; long value; } Node;
kernel void walk(global Node* first, global long* sum) {
  long total = 0;
  for (global Node* each = first; each != 0; each = each->next) {
    total += each->value;
    each->value = -each->value;
  }
  *sum = total;
}

constant sampler_t kNearest = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;
kernel void mirror(read_only image2d_t from, write_only image2d_t to) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  write_imageui(to, at, read_imageui(from, kNearest, (int2)(get_image_width(from) - 1 - at.x, at.y)));
}
