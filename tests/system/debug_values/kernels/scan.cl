// Prefix sums: a parameter that changes, an index that is moved on, a loop that doubles.
// run: item=5,0,0 global=256 local=256 n=250
float scan_local(float value, local float* held, int exclusive) {
  int place = get_local_id(0);
  held[place] = 0.0f;
  place += get_local_size(0);
  held[place] = value;
  barrier(CLK_LOCAL_MEM_FENCE);
  float before;
  for (int step = 1; step < get_local_size(0); step *= 2) {
    before = held[place - step];
    barrier(CLK_LOCAL_MEM_FENCE);
    held[place] += before;
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  return held[place - exclusive];
}

kernel void scan(global float* sums, const int n, local float* held) {
  float value = get_local_id(0) < n ? sums[get_local_id(0)] : 0.0f;
  value = scan_local(value, held, 1);
  if (get_local_id(0) < n)
    sums[get_local_id(0)] = value;
}
