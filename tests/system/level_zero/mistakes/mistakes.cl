// Kernels with one mistake each, for --check.
kernel void one_more(global int* out, int value) {
  out[get_global_id(0)] = value;
  if (get_global_id(0) == 63) out[64] = value;
}

kernel void through(global ulong* addresses) {
  *(global int*)addresses[get_global_id(0)] = 1;
}

kernel void scale(global const int* from, global int* to) {
  to[get_global_id(0)] = from[get_global_id(0)] * 2;
}

kernel void scatter(global const int* from, global int* to) {
  to[from[get_global_id(0)] & 63] = 1;
}

kernel void neighbours(global int* out) {
  local int shared[64];
  shared[get_local_id(0)] = get_local_id(0);
  out[get_global_id(0)] = shared[get_local_id(0) ^ 32];
}

kernel void beyond_local(global int* out, local int* part) {
  part[get_local_id(0) + 8] = 3;
  barrier(CLK_LOCAL_MEM_FENCE);
  out[get_global_id(0)] = part[get_local_id(0)];
}

kernel void same_place(global int* out) { out[0] = get_global_id(0); }

kernel void some_return(global int* out) {
  if (get_local_id(0) < 3) return;
  barrier(CLK_GLOBAL_MEM_FENCE);
  out[get_global_id(0)] = 1;
}
