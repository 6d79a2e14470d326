// ocloc compile -file add.cl -device skl -64 -options "-g -cl-kernel-arg-info"
kernel void add(global float* to, global const float* a, global const float* b) {
  const size_t i = get_global_id(0);
  to[i] = a[i] + b[i];
}
