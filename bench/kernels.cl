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

// Numbers of a generator, each made from the one before.
kernel void generator(uint count, global uint* last) {
  uint state = 1, mixed = 7;
  for (uint i = 0; i < count; ++i) {
    state = state * 1664525u + 1013904223u;
    mixed = rotate(mixed ^ (state >> 7), 5u);
    if ((mixed & 1u) != 0u) mixed += i;
  }
  last[get_global_id(0)] = mixed;
}

// Heat in a ring of as many cells as the group has work items, in local memory.
kernel void heat(uint steps, global float* cells, local float* now) {
  const uint l = get_local_id(0), size = get_local_size(0);
  float mine = cells[get_global_id(0)];
  for (uint i = 0; i < steps; ++i) {
    now[l] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    const float left = now[(l + size - 1) % size], right = now[(l + 1) % size];
    barrier(CLK_LOCAL_MEM_FENCE);
    mine += 0.25f * (left - 2.0f * mine + right);
  }
  cells[get_global_id(0)] = mine;
}

// Bodies that attract each other: x, y, z, mass.
#define BODIES 5

static void attract(const float4* at, float3* force) {
#pragma unroll
  for (int i = 0; i < BODIES; ++i) {
    float3 sum = (float3)(0.0f);
#pragma unroll
    for (int j = 0; j < BODIES; ++j) {
      const float3 d = at[j].xyz - at[i].xyz;
      const float inverse = rsqrt(dot(d, d) + 0.01f);
      sum += d * (at[j].w * inverse * inverse * inverse);
    }
    force[i] = sum;
  }
}

// Their ways, by the method of Heun.
kernel void orbit(uint steps, float dt, global float4* bodies, global float4* speeds) {
  float4 at[BODIES], then[BODIES];
  float3 speed[BODIES], first[BODIES], second[BODIES];
  const uint start = BODIES * get_global_id(0);
  for (int i = 0; i < BODIES; ++i) {
    at[i] = bodies[start + i];
    speed[i] = speeds[start + i].xyz;
  }
  for (uint step = 0; step < steps; ++step) {
    attract(at, first);
#pragma unroll
    for (int i = 0; i < BODIES; ++i) then[i] = at[i] + (float4)(dt * speed[i], 0.0f);
    attract(then, second);
#pragma unroll
    for (int i = 0; i < BODIES; ++i) {
      at[i].xyz += dt * (speed[i] + 0.5f * dt * first[i]);
      speed[i] += 0.5f * dt * (first[i] + second[i]);
    }
  }
  for (int i = 0; i < BODIES; ++i) speeds[start + i] = (float4)(speed[i], at[i].x);
}

// What a dispatch costs by itself.
kernel void empty(void) {}
