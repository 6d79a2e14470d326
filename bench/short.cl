// Kernels that do little for each access to memory, and kernels of numbers that are not 32 bits wide.

kernel void fill(float value, global float* to) { to[get_global_id(0)] = value; }

kernel void copy(global const float* from, global float* to) {
  const size_t i = get_global_id(0);
  to[i] = from[i];
}

kernel void scale(float factor, global const float* from, global float* to) {
  const size_t i = get_global_id(0);
  to[i] = factor * from[i];
}

// Brighter pixels of one byte.
kernel void bytes(global const uchar* from, global uchar* to) {
  const size_t i = get_global_id(0);
  to[i] = add_sat(from[i], (uchar)40);
}

// The mean of a cell and its four neighbours. The cells of the border stay as they are.
kernel void stencil(int side, global const float* from, global float* to) {
  const int x = get_global_id(0), y = get_global_id(1), i = y * side + x;
  const bool is_border = x == 0 || y == 0 || x == side - 1 || y == side - 1;
  to[i] = is_border ? from[i] : 0.2f * (from[i] + from[i - 1] + from[i + 1] + from[i - side] + from[i + side]);
}

// The gradient's length (Sobel) of a picture of bytes.
kernel void sobel(int side, global const uchar* from, global uchar* to) {
  const int x = clamp((int)get_global_id(0), 1, side - 2), y = clamp((int)get_global_id(1), 1, side - 2);
  global const uchar* p = from + y * side + x;
  const int across = p[1 - side] + 2 * p[1] + p[1 + side] - p[-1 - side] - 2 * p[-1] - p[-1 + side];
  const int down = p[side - 1] + 2 * p[side] + p[side + 1] - p[-side - 1] - 2 * p[-side] - p[-side + 1];
  to[get_global_id(1) * side + get_global_id(0)] = convert_uchar_sat((int)sqrt((float)(across * across + down * down)));
}

// A square matrix, in tiles of 16 x 16 that pass through local memory.
kernel void transpose(int side, global const float* from, global float* to) {
  local float tile[16][17];
  const int x = get_local_id(0), y = get_local_id(1), column = get_group_id(0) * 16, row = get_group_id(1) * 16;
  tile[y][x] = from[(row + y) * side + column + x];
  barrier(CLK_LOCAL_MEM_FENCE);
  to[(column + y) * side + row + x] = tile[x][y];
}

kernel void halves(float factor, global const half* from, global half* to) {
  const size_t i = get_global_id(0);
  vstore_half(factor * vload_half(i, from) + 1.0f, i, to);
}

#ifdef cl_khr_fp64
// Forces between all pairs of bodies, in doubles.
kernel void double_nbody(int count, global const double4* bodies, global double4* forces) {
  const size_t i = get_global_id(0);
  const double4 own = bodies[i];
  double3 force = (double3)(0.0);
  for (int j = 0; j < count; ++j) {
    const double3 away = bodies[j].xyz - own.xyz;
    const double inverse = rsqrt(dot(away, away) + 0.01);
    force += away * (bodies[j].w * inverse * inverse * inverse);
  }
  forces[i] = (double4)(force, 0.0);
}
#endif

kernel void long_division(global const ulong* values, global ulong* quotients) {
  const size_t i = get_global_id(0);
  quotients[i] = values[i] / (values[i ^ 1] >> 20 | 1);
}

kernel void atomics(global const uint* keys, global uint* bins) { atomic_inc(bins + (keys[get_global_id(0)] >> 22)); }

// A matrix of `width` entries in each row, at columns that have no order, times a vector.
kernel void sparse(int width, global const int* columns, global const float* entries, global const float* vector,
                   global float* product) {
  const size_t row = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < width; ++k) sum += entries[row * width + k] * vector[columns[row * width + k]];
  product[row] = sum;
}

// A square matrix times a vector, one row for each work item.
kernel void matrix_vector(int side, global const float* matrix, global const float* vector, global float* product) {
  const size_t row = get_global_id(0);
  float sum = 0.0f;
  for (int k = 0; k < side; ++k) sum += matrix[row * side + k] * vector[k];
  product[row] = sum;
}
