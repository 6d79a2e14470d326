// A sum of all items of a group, in a tree, after each has summed a column.
// run: item=5,0,0 global=256 local=128 n=900
kernel void reduce(global const float* in, global float* sums, local float* part, const uint n) {
  const uint item = get_local_id(0);
  uint i = get_group_id(0) * (get_local_size(0) * 2) + item;
  const uint stride = get_local_size(0) * 2 * get_num_groups(0);
  part[item] = 0.0f;
  while (i + get_local_size(0) < n) {
    part[item] += in[i] + in[i + get_local_size(0)];
    i += stride;
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint half_ = get_local_size(0) / 2; half_ > 0; half_ >>= 1) {
    if (item < half_)
      part[item] += part[item + half_];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (item == 0)
    sums[get_group_id(0)] = part[0];
}
