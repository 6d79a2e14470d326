// Kernels that are timed: those of the system tests are in tests/system/kernels.

kernel void vector_add(global const float* a, global const float* b, global float* c) {
  const size_t i = get_global_id(0);
  c[i] = a[i] + b[i];
}

kernel void saxpy(float alpha, global const float* x, global float* y) {
  const size_t i = get_global_id(0);
  y[i] = alpha * x[i] + y[i];
}

// Square matrices, row by row.
kernel void sgemm_naive(int n, global const float* a, global const float* b, global float* c) {
  const int column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

#define TILE 16
kernel void sgemm_tiled(int n, global const float* a, global const float* b, global float* c) {
  local float tile_a[TILE][TILE], tile_b[TILE][TILE];
  const int x = get_local_id(0), y = get_local_id(1), column = get_global_id(0), row = get_global_id(1);
  float sum = 0.0f;
  for (int start = 0; start < n; start += TILE) {
    tile_a[y][x] = a[row * n + start + x];
    tile_b[y][x] = b[(start + y) * n + column];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int k = 0; k < TILE; ++k) sum += tile_a[y][k] * tile_b[k][x];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  c[row * n + column] = sum;
}

// One sum for each group: every work item adds up its share, then the group halves its number of addends.
kernel void reduce(global const float* values, uint count, global float* sums, local float* partial) {
  const uint l = get_local_id(0);
  float sum = 0.0f;
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) sum += values[i];
  partial[l] = sum;
  for (uint half_size = get_local_size(0) / 2; half_size > 0; half_size /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < half_size) partial[l] += partial[l + half_size];
  }
  if (l == 0) sums[get_group_id(0)] = partial[0];
}

// How often each byte occurs: counted in local memory, then added to the global counts.
kernel void histogram(global const uchar4* bytes, uint count, global uint* bins) {
  local uint counts[256];
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) counts[i] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
    const uchar4 four = bytes[i];
    atomic_inc(&counts[four.x]);
    atomic_inc(&counts[four.y]);
    atomic_inc(&counts[four.z]);
    atomic_inc(&counts[four.w]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_local_id(0); i < 256; i += get_local_size(0)) atomic_add(&bins[i], counts[i]);
}

// What a dispatch costs by itself.
kernel void empty(void) {}
