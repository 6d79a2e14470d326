// cl_khr_subgroups and cl_intel_subgroups: what the lanes of one EU thread tell each other.
SIMD kernel void places(global uint* out) {
  global uint* to = out + 6 * get_global_id(0);
  to[0] = get_sub_group_local_id();
  to[1] = get_sub_group_size();
  to[2] = get_max_sub_group_size();
  to[3] = get_sub_group_id();
  to[4] = get_num_sub_groups();
  to[5] = get_enqueued_num_sub_groups();
}

SIMD kernel void collective(global const int* in, global int* out) {
  const size_t i = get_global_id(0);
  const int x = in[i];
  global int* to = out + 12 * i;
  to[0] = sub_group_reduce_add(x);
  to[1] = sub_group_reduce_min(x);
  to[2] = sub_group_reduce_max(x);
  to[3] = sub_group_scan_exclusive_add(x);
  to[4] = sub_group_scan_inclusive_add(x);
  to[5] = sub_group_scan_inclusive_min(x);
  to[6] = sub_group_scan_exclusive_max(x);
  to[7] = sub_group_broadcast(x, 3);
  to[8] = sub_group_any(x > 100);
  to[9] = sub_group_all(x > -100000);
  sub_group_barrier(CLK_LOCAL_MEM_FENCE);
  to[10] = sub_group_broadcast(x, get_sub_group_size() - 1);
  to[11] = sub_group_reduce_add((int)get_sub_group_local_id());
}

SIMD kernel void collective_wide(global const long* in, global long* out, global const float* floats, global float* float_out) {
  const size_t i = get_global_id(0);
  out[4 * i] = sub_group_reduce_add(in[i]);
  out[4 * i + 1] = sub_group_scan_inclusive_max(in[i]);
  out[4 * i + 2] = sub_group_broadcast(in[i], 2);
  out[4 * i + 3] = intel_sub_group_shuffle(in[i], get_sub_group_local_id() ^ 1);
  float_out[3 * i] = sub_group_reduce_max(floats[i]);
  float_out[3 * i + 1] = sub_group_scan_inclusive_min(floats[i]);
  float_out[3 * i + 2] = intel_sub_group_shuffle(floats[i], 0);
}

SIMD kernel void shuffles(global const uint* in, global uint* out) {
  const size_t i = get_global_id(0);
  const uint x = in[i], lane = get_sub_group_local_id(), size = get_max_sub_group_size();
  global uint* to = out + 7 * i;
  to[0] = intel_sub_group_shuffle(x, (lane * 5 + 3) % size);
  to[1] = intel_sub_group_shuffle(x, x % size);
  to[2] = intel_sub_group_shuffle_xor(x, 5);
  to[3] = intel_sub_group_shuffle_down(x, x + 1, 2);
  to[4] = intel_sub_group_shuffle_up(x, x + 1, 3);
  const ushort narrow = intel_sub_group_shuffle((ushort)x, size - 1 - lane);
  to[5] = narrow;
  const uint4 wide = intel_sub_group_shuffle((uint4)(x, x + 1, x + 2, x + 3), lane ^ 2);
  to[6] = wide.x ^ wide.y * 3 ^ wide.z * 5 ^ wide.w * 7;
}

// Collective operations where only some lanes take part in what surrounds them.
SIMD kernel void divergent(global const int* in, global int* out) {
  const size_t i = get_global_id(0);
  int x = in[i];
  if (get_sub_group_id() & 1) {
    x = sub_group_reduce_add(x) - x;  // uniform in the sub-group
  } else {
    for (uint k = 0; k <= get_sub_group_local_id() % 3; ++k) x = x * 3 + (int)k;
  }
  out[i] = sub_group_scan_inclusive_add(x);
}
